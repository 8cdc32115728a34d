import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { STAFF_ROLES } from '#contract/invites.ts';
import type { AppContext } from '#server/context.ts';
import type { Person } from '#server/features/accounts/repo.ts';
import { users } from '#server/platform/db/schema/core.ts';
import type { Invitation } from './invitation-repo.ts';

type StaffChanges = {
  readonly [K in 'firstName' | 'lastName' | 'role' | 'email' | 'pendingEmail']?: Person[K] | undefined;
};

// Whatever is done by it never reaches an owner.
const ownStaff = (schoolId: string, id: string) =>
  and(eq(users.schoolId, schoolId), eq(users.id, id), inArray(users.role, STAFF_ROLES));

/** Everybody who works in a school, who came first being the first. */
export async function listStaff(context: AppContext, schoolId: string): Promise<readonly Person[]> {
  return await context.database.forSchool(schoolId, () =>
    context.database
      .orm()
      .select()
      .from(users)
      .where(eq(users.schoolId, schoolId))
      .orderBy(asc(users.createdAt), asc(users.id)),
  );
}

/** Somebody who works in a school, the owner included. */
export async function findColleague(
  context: AppContext,
  schoolId: string,
  id: string,
): Promise<Person | undefined> {
  return await context.database.forSchool(schoolId, async () => {
    const [row] = await context.database
      .orm()
      .select()
      .from(users)
      .where(and(eq(users.schoolId, schoolId), eq(users.id, id)));
    return row;
  });
}

export async function changeStaff(
  context: AppContext,
  schoolId: string,
  id: string,
  changes: StaffChanges,
): Promise<Person | undefined> {
  return await context.database.forSchool(schoolId, async () => {
    const [row] = await context.database
      .orm()
      .update(users)
      .set(changes)
      .where(ownStaff(schoolId, id))
      .returning();
    return row;
  });
}

/** Deletes an account; its sessions and links go with it. False where it is not there any more. */
export async function removeStaff(context: AppContext, schoolId: string, id: string): Promise<boolean> {
  return await context.database.forSchool(schoolId, async () => {
    const gone = await context.database
      .orm()
      .delete(users)
      .where(ownStaff(schoolId, id))
      .returning({ id: users.id });
    return gone.length > 0;
  });
}

/** Makes the account of whoever takes an invitation up, or gives the school and role to the one without a school. */
export async function joinSchool(
  context: AppContext,
  { id, schoolId, email, role, firstName, lastName, ...rest }: Invitation,
): Promise<Person | undefined> {
  const orm = context.database.orm();
  const names = { firstName, lastName };
  const [made] = await orm
    .insert(users)
    .values({ id, schoolId, email, role, ...names, status: 'INACTIVE', createdAt: rest.createdAt })
    .onConflictDoNothing()
    .returning();
  if (made !== undefined) return made;
  const [joined] = await orm
    .update(users)
    .set({ schoolId, role, ...names })
    .where(and(eq(users.email, email), isNull(users.schoolId)))
    .returning();
  return joined;
}
