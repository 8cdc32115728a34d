import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AppContext } from '#server/context.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { attachments, editions, newsletters } from '#server/platform/db/schema/newsletters.ts';
import { invitations, mailedTokens, sessions } from '#server/platform/db/schema/people.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { hashToken, newToken } from '#server/platform/http/sessions.ts';

/** A school's row. */
export type School = typeof schools.$inferSelect;

/** The row, held until the transaction ends. */
export async function lockSchool({ database }: AppContext, schoolId: string): Promise<School | undefined> {
  const rows = await database.orm().select().from(schools).where(eq(schools.id, schoolId)).for('update');
  return rows[0];
}

/** Sets the day of the deletion, or takes it away. */
export async function setClosing(
  { database }: AppContext,
  schoolId: string,
  closesAt: Date | null,
): Promise<School> {
  const [school] = await database
    .orm()
    .update(schools)
    .set({ closesAt })
    .where(eq(schools.id, schoolId))
    .returning();
  if (school === undefined) throw new Error('A member has a school');
  return school;
}

/** Signs out everybody of a school but its owner. Outside of a school's transaction: sessions are no school's. */
export async function endStaffSessions({ database }: AppContext, schoolId: string): Promise<void> {
  const staff = database
    .orm()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), ne(users.role, 'owner')));
  await database.orm().delete(sessions).where(inArray(sessions.userId, staff));
}

/** The slugs of a school's public pages. */
export async function listSlugs({ database }: AppContext, schoolId: string): Promise<readonly string[]> {
  const rows = await database.forSchool(schoolId, () =>
    database.orm().select({ slug: editions.slug }).from(editions).where(eq(editions.schoolId, schoolId)),
  );
  return rows.map(({ slug }) => slug);
}

/** The owner's name and address. */
export async function findOwner({ database }: AppContext, schoolId: string) {
  const [owner] = await database
    .orm()
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.role, 'owner')));
  return owner;
}

export async function findSchool({ database }: AppContext, schoolId: string): Promise<School | undefined> {
  const rows = await database.orm().select().from(schools).where(eq(schools.id, schoolId));
  return rows[0];
}

/**
 * Marks a closed school whose time is over as being deleted. False where it was taken back meanwhile: the row's lock
 * lets either its owner or the deletion be first, and the other then sees what was done.
 */
export async function beginErasure({ database, clock }: AppContext, schoolId: string): Promise<boolean> {
  const now = clock.now();
  const marked = await database
    .orm()
    .update(schools)
    .set({ erasureBeganAt: sql`coalesce(${schools.erasureBeganAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(schools.id, schoolId), lte(schools.closesAt, now)))
    .returning({ id: schools.id });
  return marked.length > 0;
}

/** Closed schools whose time is over, those whose deletion broke off among them. */
export async function listDue({ database, clock }: AppContext): Promise<readonly { readonly id: string }[]> {
  return await database
    .orm()
    .select({ id: schools.id })
    .from(schools)
    .where(lte(schools.closesAt, clock.now()));
}

/** Stores the token of a download and returns it: it is in no other place. */
export async function createDownload(
  { database, clock }: AppContext,
  personId: string,
  expiresAt: Date,
): Promise<string> {
  const { token, hash } = newToken();
  const row = { userId: personId, kind: 'download', email: '', tokenHash: hash, expiresAt } as const;
  await database
    .orm()
    .insert(mailedTokens)
    .values({ ...row, createdAt: clock.now() });
  return token;
}

/** Uses a download up: of any number of callers at a time, one learns which owner it was made for. */
export async function useDownload(
  { database, clock }: AppContext,
  token: string,
): Promise<{ readonly personId: string; readonly schoolId: string } | null> {
  const now = clock.now();
  const [used] = await database
    .orm()
    .update(mailedTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(mailedTokens.tokenHash, hashToken(token)),
        eq(mailedTokens.kind, 'download'),
        isNull(mailedTokens.usedAt),
        gt(mailedTokens.expiresAt, now),
      ),
    )
    .returning({ personId: mailedTokens.userId });
  if (used === undefined) return null;
  const [owner] = await database
    .orm()
    .select({ schoolId: users.schoolId })
    .from(users)
    .where(and(eq(users.id, used.personId), eq(users.role, 'owner')));
  return owner?.schoolId == null ? null : { ...used, schoolId: owner.schoolId };
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

/** A page of a school's subscribers' addresses. */
export async function listAddresses(
  { database }: AppContext,
  schoolId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await database
    .orm()
    .select({ email: subscribers.email })
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, schoolId), gt(subscribers.email, after)))
    .orderBy(asc(subscribers.email))
    .limit(limit);
  return rows.map(({ email }) => email);
}

/** The addresses of everybody who works there, or is invited to. */
export async function listStaffAddresses(
  { database }: AppContext,
  schoolId: string,
): Promise<readonly string[]> {
  const rows = await database
    .orm()
    .select({ email: users.email })
    .from(users)
    .where(eq(users.schoolId, schoolId))
    .union(
      database
        .orm()
        .select({ email: invitations.email })
        .from(invitations)
        .where(eq(invitations.schoolId, schoolId)),
    );
  return rows.map(({ email }) => email);
}

// What a school may have tens of thousands of, what hangs on others first. The rest goes with the school's own row.
const LARGE = [deliveryRecipients, subscribers, newsletters, attachments] as const;

/** Deletes the rows of a school that is marked, the many ones in parts, so that nobody waits for the whole of it. */
export async function deleteRows({ database }: AppContext, schoolId: string, perPart: number): Promise<void> {
  for (const table of LARGE) while ((await deletePart(database, table, schoolId, perPart)) > 0);
  await database
    .orm()
    .delete(schools)
    .where(and(eq(schools.id, schoolId), isNotNull(schools.erasureBeganAt)));
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
