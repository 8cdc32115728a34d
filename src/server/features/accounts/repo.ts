import { and, desc, eq, gt, isNull, lte, ne } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deleteMailedTokens } from '#server/data/mailed-tokens.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { mailedTokens, sessions } from '#server/platform/db/schema/people.ts';

/** A person's row. */
export type Person = typeof users.$inferSelect;
/** A session's row. */
export type Session = typeof sessions.$inferSelect;

type PersonChanges = { readonly [K in keyof Omit<Person, 'id'>]?: Person[K] | undefined };

const SESSIONS_SHOWN = 100;

export async function findPerson(context: AppContext, id: string): Promise<Person | undefined> {
  const [person] = await context.database.orm().select().from(users).where(eq(users.id, id));
  return person;
}

export async function findPersonByEmail(context: AppContext, email: string): Promise<Person | undefined> {
  const [person] = await context.database.orm().select().from(users).where(eq(users.email, email));
  return person;
}

/** The name of a person's school; null without one. */
export async function schoolName(context: AppContext, { schoolId }: Person): Promise<string | null> {
  if (schoolId === null) return null;
  const [row] = await context.database
    .orm()
    .select({ name: schools.name })
    .from(schools)
    .where(eq(schools.id, schoolId));
  return row?.name ?? null;
}

/** When a school will be deleted, and where it is; null while it is open. */
export async function findClosing(
  context: AppContext,
  schoolId: string,
): Promise<{ readonly closesAt: Date; readonly timeZone: string } | null> {
  const [school] = await context.database
    .orm()
    .select({ closesAt: schools.closesAt, timeZone: schools.timeZone })
    .from(schools)
    .where(eq(schools.id, schoolId));
  return school?.closesAt == null ? null : { ...school, closesAt: school.closesAt };
}

/** Finds the account of an address, or makes one without a password. */
export async function findOrCreatePerson(context: AppContext, email: string): Promise<Person> {
  const [created] = await context.database
    .orm()
    .insert(users)
    .values({ email, status: 'INACTIVE', createdAt: context.clock.now() })
    .onConflictDoNothing()
    .returning();
  const person = created ?? (await findPersonByEmail(context, email));
  if (person === undefined) throw new Error('An account vanished while it was looked up');
  return person;
}

export async function updatePerson(
  context: AppContext,
  id: string,
  changes: PersonChanges,
): Promise<Person | undefined> {
  const [person] = await context.database
    .orm()
    .update(users)
    .set(changes)
    .where(eq(users.id, id))
    .returning();
  return person;
}

/** Takes the address that a person wants out of their row, and returns it; undefined where they want none. */
export async function takePendingEmail(context: AppContext, id: string): Promise<string | undefined> {
  const [row] = await context.database
    .orm()
    .select({ pendingEmail: users.pendingEmail })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  if (row?.pendingEmail == null) return undefined;
  await updatePerson(context, id, { pendingEmail: null });
  return row.pendingEmail;
}

/** The hash in force, the row held until the transaction ends: nobody changes the password in between. */
export async function lockPasswordHash(context: AppContext, id: string): Promise<string | null> {
  const [row] = await context.database
    .orm()
    .select({ hash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  return row?.hash ?? null;
}

export async function listSessions(context: AppContext, personId: string): Promise<readonly Session[]> {
  return await context.database
    .orm()
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, personId), gt(sessions.expiresAt, context.clock.now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(SESSIONS_SHOWN);
}

/** Ends one of a person's sessions, with the addresses of downloads; false where it is not theirs. */
export async function deleteSession(context: AppContext, personId: string, id: string): Promise<boolean> {
  const gone = await context.database
    .orm()
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, personId)))
    .returning({ id: sessions.id });
  if (gone.length > 0) await deleteMailedTokens(context, personId, ['download']);
  return gone.length > 0;
}

/** Ends a person's sessions, but for the one to keep, and all addresses of downloads, which ask for no session. */
export async function deleteSessions(context: AppContext, personId: string, keep?: string): Promise<void> {
  await context.database
    .orm()
    .delete(sessions)
    .where(and(eq(sessions.userId, personId), keep === undefined ? undefined : ne(sessions.id, keep)));
  await deleteMailedTokens(context, personId, ['download']);
}

/** Deletes what nobody can use any more: dead sessions and links, and accounts that were asked for and never taken. */
export async function deleteDead(context: AppContext, accountsBefore: Date): Promise<void> {
  const now = context.clock.now();
  const orm = context.database.orm();
  await orm.delete(sessions).where(lte(sessions.expiresAt, now));
  await orm.delete(mailedTokens).where(lte(mailedTokens.expiresAt, now));
  await orm
    .delete(users)
    .where(
      and(
        eq(users.status, 'INACTIVE'),
        isNull(users.schoolId),
        isNull(users.passwordHash),
        lte(users.createdAt, accountsBefore),
      ),
    );
}
