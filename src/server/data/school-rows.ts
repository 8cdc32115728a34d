import { eq, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/platform/db/client.ts';
import { billingDetails } from '#server/platform/db/schema/billing.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { attachments, newsletters } from '#server/platform/db/schema/newsletters.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { deleteErasedSchool } from './schools.ts';

// Tables in which a school may have tens of thousands of rows, each before those that it refers to. All others are
// deleted with the school's own row (`on delete cascade`).
const LARGE = [deliveryRecipients, subscribers, newsletters, attachments] as const;

/** Deletes all rows of a school whose erasure has begun, large tables in parts so that no other query waits long. */
export async function deleteSchoolRows(database: Database, schoolId: string, perPart: number): Promise<void> {
  for (const table of LARGE) while ((await deletePart(database, table, schoolId, perPart)) > 0);
  await deleteErasedSchool(database, schoolId);
}

/** The addresses for mails to the school itself: those in the newsletters' footer and on its bills. */
export async function listOwnAddresses(database: Database, schoolId: string): Promise<readonly string[]> {
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const { email, confirmedEmail } = schools;
    const own = await orm.select({ email, confirmedEmail }).from(schools).where(eq(schools.id, schoolId));
    const billed = await orm
      .select({ email: billingDetails.email })
      .from(billingDetails)
      .where(eq(billingDetails.schoolId, schoolId));
    return [...own, ...billed].flatMap((row) => Object.values(row).filter((each) => each !== null));
  });
}

async function deletePart(
  database: Database,
  table: PgTable & { readonly id: PgColumn; readonly schoolId: PgColumn },
  schoolId: string,
  limit: number,
): Promise<number> {
  const part = database
    .orm()
    .select({ id: table.id })
    .from(table)
    .where(eq(table.schoolId, schoolId))
    .limit(limit);
  const deleted = await database
    .orm()
    .delete(table)
    .where(inArray(table.id, part))
    .returning({ id: table.id });
  return deleted.length;
}
