import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Role } from '#contract/access.ts';
import { STAFF_ROLES } from '#contract/invites.ts';
import { fullName, nameOrEmail } from '#contract/rules/names.ts';
import { rememberVacantParts } from '#server/data/rhythm/vacant-parts.ts';
import type { Database } from '#server/platform/db/client.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { say } from '#server/platform/mail/words.ts';
import type { User } from './users.ts';

/** The queries on a school's members: its owner and staff. */

type StaffChanges = {
  readonly [K in 'firstName' | 'lastName' | 'role' | 'email' | 'pendingEmail']?: User[K] | undefined;
};
/** The account of a person who joins a school. */
export type NewMember = Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'createdAt'> & {
  readonly schoolId: string;
  readonly role: Role;
};

const member = (schoolId: string, id: string) => and(eq(users.schoolId, schoolId), eq(users.id, id));
// Excludes the owner.
const ownStaff = (schoolId: string, id: string) =>
  and(member(schoolId, id), inArray(users.role, STAFF_ROLES));

/** A school's members, oldest account first. */
export async function listMembers(database: Database, schoolId: string): Promise<readonly User[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(users)
      .where(eq(users.schoolId, schoolId))
      .orderBy(asc(users.createdAt), asc(users.id)),
  );
}

/** The names of members by id, or their addresses if they have no name; null for people who left. */
export function namesOfMembers(
  members: readonly Pick<User, 'id' | 'firstName' | 'lastName' | 'email'>[],
): (id: string | null) => string | null {
  const names = new Map(members.map((member) => [member.id, nameOrEmail(member)]));
  return (id) => names.get(id ?? '') ?? null;
}

/** `namesOfMembers` for all members of a school. */
export async function staffNames(
  database: Database,
  schoolId: string,
): Promise<(id: string | null) => string | null> {
  return namesOfMembers(await listMembers(database, schoolId));
}

/** A person's name in mails to others. Never the address: within text it would be broken up, or become a link. */
export function nameInMails(person: Pick<User, 'firstName' | 'lastName'> | undefined): string {
  const name = person === undefined ? '' : fullName(person);
  return say`${name}`.toString() || 'A colleague';
}

/** A school's members by address, without credentials. */
export async function listPeople(database: Database, schoolId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        role: users.role,
        status: users.status,
        telephone: users.telephone,
        address: users.address,
      })
      .from(users)
      .where(eq(users.schoolId, schoolId))
      .orderBy(asc(users.email)),
  );
}

/** A member of a school, possibly its owner. */
export async function findMember(
  database: Database,
  schoolId: string,
  id: string,
): Promise<User | undefined> {
  return await database.forSchool(schoolId, async () => {
    const [user] = await database.orm().select().from(users).where(member(schoolId, id));
    return user;
  });
}

/** A member's name, or their address if there is none; null if they are not in the school. */
export async function nameInSchool(database: Database, schoolId: string, id: string): Promise<string | null> {
  const { firstName, lastName, email } = users;
  return await database.forSchool(schoolId, async () => {
    const found = database.orm().select({ firstName, lastName, email }).from(users);
    const [user] = await found.where(member(schoolId, id));
    return user === undefined ? null : nameOrEmail(user);
  });
}

/** A school's owner. */
export async function findOwner(database: Database, schoolId: string): Promise<User | undefined> {
  return await database.forSchool(schoolId, async () => {
    const [owner] = await database
      .orm()
      .select()
      .from(users)
      .where(and(eq(users.schoolId, schoolId), eq(users.role, 'owner')));
    return owner;
  });
}

/** The people who are notified of a problem with a person's work: that person and the owner. */
export async function listPeopleToNotify(
  database: Database,
  schoolId: string,
  personId: string | null,
): Promise<readonly { readonly id: string }[]> {
  const isConcerned = or(eq(users.role, 'owner'), personId === null ? undefined : eq(users.id, personId));
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.schoolId, schoolId), eq(users.status, 'ACTIVE'), isConcerned)),
  );
}

/** The people who can pay for a school: its owner and active admins. */
export async function listPayers(
  database: Database,
  schoolId: string,
): Promise<readonly { readonly name: string; readonly address: string }[]> {
  const rows = await database
    .orm()
    .select()
    .from(users)
    .where(
      and(eq(users.schoolId, schoolId), inArray(users.role, ['owner', 'admin']), eq(users.status, 'ACTIVE')),
    );
  return rows.map(mailTo);
}

/** Whether an active member of the school has this address. */
export async function isStaffAddress(database: Database, schoolId: string, email: string): Promise<boolean> {
  return await database.forSchool(schoolId, async () => {
    const isActiveMember = and(
      eq(users.schoolId, schoolId),
      eq(users.email, email),
      eq(users.status, 'ACTIVE'),
    );
    return (await database.orm().$count(users, isActiveMember)) > 0;
  });
}

/** Active members who were not yet reminded, in schools that require a second factor, with the requirement. */
export async function listAskedForSecondFactor(database: Database) {
  return await database
    .orm()
    .select({
      person: {
        id: users.id,
        role: users.role,
        lastWay: users.lastWay,
        secondFactorFrom: users.secondFactorFrom,
      },
      school: { secondFactor: schools.secondFactor, secondFactorFrom: schools.secondFactorFrom },
    })
    .from(users)
    .innerJoin(schools, eq(schools.id, users.schoolId))
    .where(
      and(
        ne(schools.secondFactor, 'nobody'),
        isNull(schools.closesAt),
        eq(users.status, 'ACTIVE'),
        isNull(users.secondFactorRemindedAt),
      ),
    );
}

/** Notes that a person is reminded of the second factor. False if they were reminded before. */
export async function noteReminded(database: Database, id: string, now: Date): Promise<boolean> {
  const noted = await database
    .orm()
    .update(users)
    .set({ secondFactorRemindedAt: now })
    .where(and(eq(users.id, id), isNull(users.secondFactorRemindedAt)))
    .returning({ id: users.id });
  return noted.length > 0;
}

/** Forgets the extra days of single members, when the days to set up a second factor begin anew for the whole school. */
export async function forgetOwnGrace(database: Database, schoolId: string): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(users)
      .set({ secondFactorFrom: null, secondFactorRemindedAt: null })
      .where(eq(users.schoolId, schoolId)),
  );
}

export async function updateStaff(
  database: Database,
  schoolId: string,
  id: string,
  changes: StaffChanges,
): Promise<User | undefined> {
  return await database.forSchool(schoolId, async () => {
    const [user] = await database.orm().update(users).set(changes).where(ownStaff(schoolId, id)).returning();
    return user;
  });
}

/**
 * Makes an active admin the owner, and the owner an admin, or says which of the two is wrong by now: there is always
 * one owner.
 */
export async function changeOwner(
  database: Database,
  schoolId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<'changed' | 'not owner' | 'not admin'> {
  const orm = database.orm();
  return await database.forSchool(schoolId, async () => {
    const isAdmin = and(member(schoolId, to), eq(users.role, 'admin'), eq(users.status, 'ACTIVE'));
    const isOwner = and(member(schoolId, from), eq(users.role, 'owner'));
    // The owner's row is locked first: of two changes at once, the second waits here, and finds another owner.
    const [owner] = await orm.select({ id: users.id }).from(users).where(isOwner).for('no key update');
    if (owner === undefined) return 'not owner';
    const made = await orm.update(users).set({ role: 'owner' }).where(isAdmin).returning({ id: users.id });
    if (made.length === 0) return 'not admin';
    await orm.update(users).set({ role: 'admin' }).where(isOwner);
    return 'changed';
  });
}

/** Deletes a staff account with its sessions and links. False if it no longer exists. */
export async function deleteStaff(database: Database, schoolId: string, id: string): Promise<boolean> {
  return await database.forSchool(schoolId, async () => {
    await rememberVacantParts(database, schoolId, id);
    const deleted = await database
      .orm()
      .delete(users)
      .where(ownStaff(schoolId, id))
      .returning({ id: users.id });
    return deleted.length > 0;
  });
}

/** Creates the account of a person who joins a school, or adds the school to an existing account without one. */
export async function joinSchool(database: Database, joining: NewMember): Promise<User | undefined> {
  const { id, schoolId, email, role, firstName, lastName, createdAt } = joining;
  const orm = database.orm();
  const names = { firstName, lastName };
  const [made] = await orm
    .insert(users)
    .values({ id, schoolId, email, role, ...names, status: 'INACTIVE', createdAt })
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
