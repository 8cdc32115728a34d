import { and, eq, gte, inArray, isNotNull, isNull, lte, notInArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';

/** The queries of the schools, which every feature works for. */

/** A school's row. */
export type School = typeof schools.$inferSelect;
/** What a new school starts with. */
export type NewSchool = typeof schools.$inferInsert;
/** What may change in it; undefined stays. */
export type SchoolColumns = { readonly [K in keyof Omit<School, 'id'>]?: School[K] | undefined };

export async function findSchool(database: Database, schoolId: string): Promise<School | undefined> {
  return await database.forSchool(schoolId, async () => {
    const [school] = await database.orm().select().from(schools).where(eq(schools.id, schoolId));
    return school;
  });
}

/** The school of a member, who has one. */
export async function loadSchool(database: Database, schoolId: string): Promise<School> {
  const school = await findSchool(database, schoolId);
  if (school === undefined) throw new Error('A member has a school');
  return school;
}

/** The school, kept from changing until the transaction ends. */
export async function lockSchool(database: Database, schoolId: string): Promise<School | undefined> {
  const rows = await database.orm().select().from(schools).where(eq(schools.id, schoolId)).for('update');
  return rows[0];
}

/** Where the school is, for its days. */
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
  const [row] = await database.orm().insert(schools).values(school).returning();
  if (row === undefined) throw new Error('An insert returns its row');
  return row;
}

/** Changes what newsletters do not show. */
export async function updateSchool(
  database: Database,
  schoolId: string,
  changes: Pick<
    SchoolColumns,
    'closesAt' | 'subscriptionStatus' | 'subscriptionPlan' | 'subscriptionEndDate'
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

/** Changes what is given, and counts it as another branding, with which newsletters are drawn anew: see `holdBranding`. */
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
 * Whether this is still the school's branding; if so it stays until the transaction ends. Rendering takes place outside
 * of transactions, so what it made is stored only where this holds: a change before it is seen here, and the job of a
 * change after it finds what was stored.
 */
export async function holdBranding(
  database: Database,
  { id, brandingVersion }: Pick<School, 'id' | 'brandingVersion'>,
): Promise<boolean> {
  const rows = await database
    .orm()
    .select({ id: schools.id })
    .from(schools)
    .where(and(eq(schools.id, id), eq(schools.brandingVersion, brandingVersion)))
    .for('share');
  return rows.length > 0;
}

/** Confirms an address for the school of whom the link was made for, if it is the school's still. */
export async function confirmSchoolEmailOf(
  database: Database,
  personId: string,
  email: string,
): Promise<School | undefined> {
  const orm = database.orm();
  const theirs = orm.select({ id: users.schoolId }).from(users).where(eq(users.id, personId));
  const [school] = await orm
    .update(schools)
    .set({ confirmedEmail: email })
    .where(and(inArray(schools.id, theirs), eq(schools.email, email)))
    .returning();
  return school;
}

/** Open schools whose trial ends between two moments. */
export async function listTrials(database: Database, from: Date, to: Date): Promise<readonly School[]> {
  const ends = and(gte(schools.subscriptionEndDate, from), lte(schools.subscriptionEndDate, to));
  return await database
    .orm()
    .select()
    .from(schools)
    .where(and(eq(schools.subscriptionStatus, 'trial'), ends, isNull(schools.closesAt)));
}

/** Ends the plans whose paid time is over, but for the schools that are given. */
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

/** Closed schools whose time is over, those whose deletion broke off among them. */
export async function listSchoolsToErase(
  database: Database,
  now: Date,
): Promise<readonly { readonly id: string }[]> {
  return await database.orm().select({ id: schools.id }).from(schools).where(lte(schools.closesAt, now));
}

/**
 * Marks a closed school whose time is over as being deleted. False where it was taken back meanwhile: the row's lock
 * lets either its owner or the deletion be first, and the other then sees what was done.
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

/** Deletes a school that is marked, with all that hangs on it. */
export async function deleteErasedSchool(database: Database, schoolId: string): Promise<void> {
  await database
    .orm()
    .delete(schools)
    .where(and(eq(schools.id, schoolId), isNotNull(schools.erasureBeganAt)));
}

/** Deletes a school, marked or not, with all that hangs on it. */
export async function deleteSchool(database: Database, schoolId: string): Promise<void> {
  await database.orm().delete(schools).where(eq(schools.id, schoolId));
}
