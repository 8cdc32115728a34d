import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { invoices } from '#server/platform/db/schema/billing.ts';

/** The queries of what was paid. */

export type Invoice = typeof invoices.$inferSelect;
export type NewInvoice = typeof invoices.$inferInsert;

/** Whom an invoice is made out to, and where its days are counted. */
export type BilledSchool = Pick<School, 'name' | 'timeZone'>;

/** Adds what was paid; undefined where it is known already. */
export async function insertInvoice(context: AppContext, invoice: NewInvoice): Promise<Invoice | undefined> {
  const [row] = await context.database
    .orm()
    .insert(invoices)
    .values(invoice)
    .onConflictDoNothing()
    .returning();
  return row;
}

/** A school's invoices whose time begins from `from` and before `to`, the newest first. */
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

/** An invoice of any school: for its signed address, which proves the right to it. */
export async function findInvoice(
  context: AppContext,
  id: string,
): Promise<{ readonly invoice: Invoice; readonly school: BilledSchool } | undefined> {
  const [invoice] = await context.database.orm().select().from(invoices).where(eq(invoices.id, id));
  const school = invoice && (await findSchool(context.database, invoice.schoolId));
  return school && { invoice, school };
}
