import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';

/** The queries on the table `schools`. */

export type School = typeof schools.$inferSelect;
export type NewSchool = typeof schools.$inferInsert;
/** Changes to a school's row. Undefined leaves a column as it is. */
export type SchoolColumns = { readonly [K in keyof Omit<School, 'id'>]?: School[K] | undefined };

/** Whether a school's public pages are visible: it is neither closed nor suspended with its pages hidden. */
export const showsPages = and(isNull(schools.closesAt), eq(schools.hidesPages, false));

export async function findSchool(database: Database, schoolId: string): Promise<School | undefined> {
  return await database.forSchool(schoolId, async () => {
    const [school] = await database.orm().select().from(schools).where(eq(schools.id, schoolId));
    return school;
  });
}

/** The school of a member. Throws if it does not exist. */
export async function loadSchool(database: Database, schoolId: string): Promise<School> {
  const school = await findSchool(database, schoolId);
  if (school === undefined) throw new Error('A member has a school');
  return school;
}

/** Locks the school's row until the transaction ends. */
export async function lockSchool(database: Database, schoolId: string): Promise<School | undefined> {
  const rows = await database.orm().select().from(schools).where(eq(schools.id, schoolId)).for('update');
  return rows[0];
}

/** The school's time zone; UTC if there is no such school. */
export async function timeZoneOf(database: Database, schoolId: string): Promise<string> {
  return (await findSchool(database, schoolId))?.timeZone ?? 'UTC';
}

/** The name of a person's school; null without one. */
export async function schoolNameOf(
  database: Database,
  { schoolId }: { readonly schoolId: string | null },
): Promise<string | null> {
  return schoolId === null ? null : ((await findSchool(database, schoolId))?.name ?? null);
}

export async function insertSchool(database: Database, school: NewSchool): Promise<School> {
  return returnedRow(await database.orm().insert(schools).values(school).returning());
}

/** Changes columns that newsletters do not show. */
export async function updateSchoolState(
  database: Database,
  schoolId: string,
  changes: Pick<
    SchoolColumns,
    | 'approval'
    | 'approvalBindsOwner'
    | 'secondFactor'
    | 'secondFactorDays'
    | 'secondFactorFrom'
    | 'closesAt'
    | 'suspendedAt'
    | 'suspendedFor'
    | 'hidesPages'
    | 'mailsPerDay'
    | 'requiredDomain'
    | 'requiredProvider'
    | 'storageBytes'
    | 'newsletterBytes'
    | 'subscribersMax'
    | 'subscriptionStatus'
    | 'subscriptionPlan'
    | 'subscriptionEndDate'
  >,
): Promise<School | undefined> {
  const [school] = await database
    .orm()
    .update(schools)
    .set(changes)
    .where(eq(schools.id, schoolId))
    .returning();
  return school;
}

/** Changes columns that newsletters show, and raises `brandingVersion` so that they are rendered again. */
export async function updateBranding(
  database: Database,
  schoolId: string,
  changes: SchoolColumns,
): Promise<School | undefined> {
  const [school] = await database
    .orm()
    .update(schools)
    .set({ ...changes, brandingVersion: sql`${schools.brandingVersion} + 1` })
    .where(eq(schools.id, schoolId))
    .returning();
  return school;
}

/**
 * Locks the branding until the transaction ends; false if it has changed meanwhile. Rendering runs outside transactions,
 * so call this before storing its result: an earlier change is detected here, and the job of a later change finds the
 * stored result.
 */
export async function lockBranding(database: Database, branding: BrandingRead): Promise<boolean> {
  return (await lockedBranding(database, branding)).length > 0;
}

/** A school's branding as it was read. */
type BrandingRead = Pick<School, 'id' | 'brandingVersion'>;

/** `lockBranding` as a query, which is a part of another statement: without a row the branding has changed. */
export function lockedBranding(database: Database, { id, brandingVersion }: BrandingRead) {
  return database
    .orm()
    .select({ id: schools.id })
    .from(schools)
    .where(and(eq(schools.id, id), eq(schools.brandingVersion, brandingVersion)))
    .for('share');
}

/** Confirms the school address of the person's school, if it is still `email`. */
export async function confirmSchoolEmailOf(
  database: Database,
  personId: string,
  email: string,
): Promise<School | undefined> {
  const orm = database.orm();
  const ownSchool = orm.select({ id: users.schoolId }).from(users).where(eq(users.id, personId));
  const [school] = await orm
    .update(schools)
    .set({ confirmedEmail: email })
    .where(and(inArray(schools.id, ownSchool), eq(schools.email, email)))
    .returning();
  return school;
}

/** Open schools whose trial ends between `from` and `to`. */
export async function listTrials(database: Database, from: Date, to: Date): Promise<readonly School[]> {
  const ends = and(gte(schools.subscriptionEndDate, from), lte(schools.subscriptionEndDate, to));
  return await database
    .orm()
    .select()
    .from(schools)
    .where(and(eq(schools.subscriptionStatus, 'trial'), ends, isNull(schools.closesAt)));
}

/** Cancels plans whose paid time has ended, except those of the schools in `except`. */
export async function cancelEndedPlans(database: Database, now: Date, except: SQLWrapper): Promise<void> {
  await database
    .orm()
    .update(schools)
    .set({ subscriptionStatus: 'canceled' })
    .where(
      and(
        inArray(schools.subscriptionStatus, ['active', 'past_due']),
        lte(schools.subscriptionEndDate, now),
        notInArray(schools.id, except),
      ),
    );
}

/** The ids of all schools, oldest first. */
export async function listSchoolIds(database: Database): Promise<readonly string[]> {
  const rows = await database
    .orm()
    .select({ id: schools.id })
    .from(schools)
    .orderBy(asc(schools.createdAt), asc(schools.id));
  return rows.map(({ id }) => id);
}

/** Closed schools that are due for erasure, including those whose erasure was interrupted. */
export async function listSchoolsToErase(
  database: Database,
  now: Date,
): Promise<readonly { readonly id: string }[]> {
  return await database.orm().select({ id: schools.id }).from(schools).where(lte(schools.closesAt, now));
}

/**
 * Marks a closed school as being erased. False if its owner has reopened it: the row's lock orders the two, and the second
 * sees what the first did.
 */
export async function beginErasure(database: Database, schoolId: string, now: Date): Promise<boolean> {
  const marked = await database
    .orm()
    .update(schools)
    .set({ erasureBeganAt: sql`coalesce(${schools.erasureBeganAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(schools.id, schoolId), lte(schools.closesAt, now)))
    .returning({ id: schools.id });
  return marked.length > 0;
}

/** Deletes a school that is marked as being erased, with all its data. */
export async function deleteErasedSchool(database: Database, schoolId: string): Promise<void> {
  await database
    .orm()
    .delete(schools)
    .where(and(eq(schools.id, schoolId), isNotNull(schools.erasureBeganAt)));
}

/** Deletes a school, marked or not, with all its data. */
export async function deleteSchool(database: Database, schoolId: string): Promise<void> {
  await database.orm().delete(schools).where(eq(schools.id, schoolId));
}
