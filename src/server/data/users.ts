import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { users } from '#server/platform/db/schema/core.ts';

/** The queries of accounts by their id or address, with or without a school. Those of a school's people: `staff.ts`. */

/** An account's row. */
export type User = typeof users.$inferSelect;
type UserChanges = { readonly [K in keyof Omit<User, 'id'>]?: User[K] | undefined };

export async function findUser(database: Database, id: string): Promise<User | undefined> {
  const [user] = await database.orm().select().from(users).where(eq(users.id, id));
  return user;
}

export async function findUserByEmail(database: Database, email: string): Promise<User | undefined> {
  const [user] = await database.orm().select().from(users).where(eq(users.email, email));
  return user;
}

/** The account, kept from changing until the transaction ends. */
export async function lockUser(database: Database, id: string): Promise<User | undefined> {
  const [user] = await database.orm().select().from(users).where(eq(users.id, id)).for('update');
  return user;
}

/** Whether there is an account at all. */
export async function hasUsers(database: Database): Promise<boolean> {
  return (await database.orm().select({ id: users.id }).from(users).limit(1)).length > 0;
}

/** Finds the account of an address, or makes one without a password. */
export async function findOrCreateUser(database: Database, email: string, now: Date): Promise<User> {
  const [created] = await database
    .orm()
    .insert(users)
    .values({ email, status: 'INACTIVE', createdAt: now })
    .onConflictDoNothing()
    .returning();
  const user = created ?? (await findUserByEmail(database, email));
  if (user === undefined) throw new Error('An account vanished while it was looked up');
  return user;
}

export async function updateUser(
  database: Database,
  id: string,
  changes: UserChanges,
): Promise<User | undefined> {
  const [user] = await database.orm().update(users).set(changes).where(eq(users.id, id)).returning();
  return user;
}

/** Takes the address that a person wants out of their row, and returns it; undefined where they want none. */
export async function takePendingEmail(database: Database, id: string): Promise<string | undefined> {
  const pendingEmail = (await lockUser(database, id))?.pendingEmail ?? undefined;
  if (pendingEmail !== undefined) await updateUser(database, id, { pendingEmail: null });
  return pendingEmail;
}

/** Makes a person the owner of a school; false when they have one already. */
export async function becomeOwner(database: Database, id: string, schoolId: string): Promise<boolean> {
  const changed = await database
    .orm()
    .update(users)
    .set({ schoolId, role: 'owner' })
    .where(and(eq(users.id, id), isNull(users.schoolId)))
    .returning({ id: users.id });
  return changed.length > 0;
}

/** Deletes an account, and returns what it was. */
export async function deleteUserByEmail(database: Database, email: string): Promise<User | undefined> {
  const [user] = await database.orm().delete(users).where(eq(users.email, email)).returning();
  return user;
}

/** Deletes accounts that were asked for before a moment and never taken. */
export async function deleteUntakenUsers(database: Database, before: Date): Promise<void> {
  await database
    .orm()
    .delete(users)
    .where(
      and(
        eq(users.status, 'INACTIVE'),
        isNull(users.schoolId),
        isNull(users.passwordHash),
        lte(users.createdAt, before),
      ),
    );
}
