import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { schools } from '../../db/schema.ts';
import { invoices } from '../../db/schema-billing.ts';
import type { House } from '../../house.ts';

/** The queries of what was paid. */

export type Invoice = typeof invoices.$inferSelect;
export type NewInvoice = typeof invoices.$inferInsert;

/** Adds what was paid; undefined where it is known already. */
export async function insertInvoice(house: House, invoice: NewInvoice): Promise<Invoice | undefined> {
  const [row] = await house.database.orm().insert(invoices).values(invoice).onConflictDoNothing().returning();
  return row;
}

/** A school's invoices whose time begins from `from` and before `to`, the newest first. */
export async function listInvoices(
  house: House,
  schoolId: string,
  span: { readonly from: Date; readonly to: Date } | null,
): Promise<readonly Invoice[]> {
  const mine = eq(invoices.schoolId, schoolId);
  const within = span && and(mine, gte(invoices.periodStart, span.from), lt(invoices.periodStart, span.to));
  return await house.database
    .orm()
    .select()
    .from(invoices)
    .where(within ?? mine)
    .orderBy(desc(invoices.periodStart));
}

/** An invoice of any school: for its signed address, which proves the right to it. */
export async function findInvoice(
  house: House,
  id: string,
): Promise<{ readonly invoice: Invoice; readonly schoolName: string } | undefined> {
  const [row] = await house.database
    .orm()
    .select({ invoice: invoices, schoolName: schools.name })
    .from(invoices)
    .innerJoin(schools, eq(schools.id, invoices.schoolId))
    .where(eq(invoices.id, id));
  return row;
}
