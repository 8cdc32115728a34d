import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AppContext } from '#server/context.ts';
import { createMailedToken, useMailedToken } from '#server/data/mailed-tokens.ts';
import { deleteErasedSchool } from '#server/data/schools.ts';
import { listMembers } from '#server/data/staff.ts';
import { findUser } from '#server/data/users.ts';
import { deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { attachments, editions, newsletters } from '#server/platform/db/schema/newsletters.ts';
import { invitations } from '#server/platform/db/schema/people.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';

/** The slugs of a school's public pages. */
export async function listSlugs({ database }: AppContext, schoolId: string): Promise<readonly string[]> {
  const rows = await database.forSchool(schoolId, () =>
    database.orm().select({ slug: editions.slug }).from(editions).where(eq(editions.schoolId, schoolId)),
  );
  return rows.map(({ slug }) => slug);
}

/** Stores the token of a download and returns it: it is in no other place. */
export async function createDownload(context: AppContext, personId: string, lifeMs: number): Promise<string> {
  return await createMailedToken(context, { id: personId }, 'download', '', lifeMs);
}

/** Uses a download up: of any number of callers at a time, one learns which owner it was made for. */
export async function useDownload(
  context: AppContext,
  token: string,
): Promise<{ readonly personId: string; readonly schoolId: string } | null> {
  const used = await useMailedToken(context, token, ['download']);
  if (used === undefined) return null;
  const owner = await findUser(context.database, used.userId);
  if (owner?.role !== 'owner' || owner.schoolId === null) return null;
  return { personId: owner.id, schoolId: owner.schoolId };
}

/** A page of the keys of a school's files. */
export async function listFileKeys(
  { database }: AppContext,
  schoolId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await database
    .orm()
    .select({ key: attachments.key })
    .from(attachments)
    .where(and(eq(attachments.schoolId, schoolId), gt(attachments.key, after)))
    .orderBy(asc(attachments.key))
    .limit(limit);
  return rows.map(({ key }) => key);
}

/** The addresses of everybody who works there, or is invited to. */
export async function listStaffAddresses(
  { database }: AppContext,
  schoolId: string,
): Promise<readonly string[]> {
  const people = await listMembers(database, schoolId);
  const invited = await database
    .orm()
    .select({ email: invitations.email })
    .from(invitations)
    .where(eq(invitations.schoolId, schoolId));
  return [...new Set([...people, ...invited].map(({ email }) => email))];
}

// What a school may have tens of thousands of, what hangs on others first. The rest goes with the school's own row.
const LARGE = [deliveryRecipients, subscribers, newsletters, attachments] as const;

/** Deletes the rows of a school that is marked, the many ones in parts, so that nobody waits for the whole of it. */
export async function deleteRows({ database }: AppContext, schoolId: string, perPart: number): Promise<void> {
  for (const table of LARGE) while ((await deletePart(database, table, schoolId, perPart)) > 0);
  await deleteErasedSchool(database, schoolId);
}

async function deletePart(
  database: AppContext['database'],
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
  const gone = await database.orm().delete(table).where(inArray(table.id, part)).returning({ id: table.id });
  return gone.length;
}
