import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';

/** A school's row. */
export type School = typeof schools.$inferSelect;
/** What a new school starts with. */
export type NewSchool = typeof schools.$inferInsert;
/** What may change in it; undefined stays. */
export type SchoolColumns = { readonly [K in keyof Omit<School, 'id'>]?: School[K] | undefined };

/** The school of a member. */
export async function findSchool(context: AppContext, schoolId: string): Promise<School | undefined> {
  return await context.database.forSchool(schoolId, async () => {
    const [school] = await context.database.orm().select().from(schools).where(eq(schools.id, schoolId));
    return school;
  });
}

export async function insertSchool(context: AppContext, school: NewSchool): Promise<School> {
  const [row] = await context.database.orm().insert(schools).values(school).returning();
  if (row === undefined) throw new Error('An insert returns its row');
  return row;
}

/** Makes a person the owner of a school; false when they have one already. */
export async function becomeOwner(context: AppContext, personId: string, schoolId: string): Promise<boolean> {
  const changed = await context.database
    .orm()
    .update(users)
    .set({ schoolId, role: 'owner' })
    .where(and(eq(users.id, personId), isNull(users.schoolId)))
    .returning({ id: users.id });
  return changed.length > 0;
}

/** Changes what is given, and says so to whom makes something of it: see `holdBranding` of the newsletters. */
export async function changeSchool(
  context: AppContext,
  schoolId: string,
  changes: SchoolColumns,
): Promise<School | undefined> {
  const [school] = await context.database
    .orm()
    .update(schools)
    .set({ ...changes, brandingVersion: sql`${schools.brandingVersion} + 1` })
    .where(eq(schools.id, schoolId))
    .returning();
  return school;
}

/** Confirms an address for the school of whom the link was made for, if it is the school's still. */
export async function confirmEmailOf(
  context: AppContext,
  personId: string,
  email: string,
): Promise<School | undefined> {
  const orm = context.database.orm();
  const theirs = orm.select({ id: users.schoolId }).from(users).where(eq(users.id, personId));
  const [school] = await orm
    .update(schools)
    .set({ confirmedEmail: email })
    .where(and(inArray(schools.id, theirs), eq(schools.email, email)))
    .returning();
  return school;
}
