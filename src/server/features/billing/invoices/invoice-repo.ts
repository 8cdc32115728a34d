import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { invoices } from '#server/platform/db/schema/billing.ts';

/** The queries of invoices. */

export type Invoice = typeof invoices.$inferSelect;
export type NewInvoice = typeof invoices.$inferInsert;

/** The school on an invoice, and the time zone of its dates. */
export type BilledSchool = Pick<School, 'name' | 'timeZone'>;

/** Inserts an invoice; undefined if it is stored already. */
export async function insertInvoice(context: AppContext, invoice: NewInvoice): Promise<Invoice | undefined> {
  const [row] = await context.database
    .orm()
    .insert(invoices)
    .values(invoice)
    .onConflictDoNothing()
    .returning();
  return row;
}

/** A school's invoices whose period begins at or after `from` and before `to` (all for null), newest first. */
export async function listInvoices(
  context: AppContext,
  schoolId: string,
  span: { readonly from: Date; readonly to: Date } | null,
): Promise<readonly Invoice[]> {
  const mine = eq(invoices.schoolId, schoolId);
  const within = span && and(mine, gte(invoices.periodStart, span.from), lt(invoices.periodStart, span.to));
  return await context.database
    .orm()
    .select()
    .from(invoices)
    .where(within ?? mine)
    .orderBy(desc(invoices.periodStart), desc(invoices.id));
}

/** An invoice of any school, for its signed address, which proves access. */
export async function findInvoice(
  context: AppContext,
  id: string,
): Promise<{ readonly invoice: Invoice; readonly school: BilledSchool } | undefined> {
  const [invoice] = await context.database.orm().select().from(invoices).where(eq(invoices.id, id));
  const school = invoice && (await findSchool(context.database, invoice.schoolId));
  return school && { invoice, school };
}
