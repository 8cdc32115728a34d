import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { users } from '#server/platform/db/schema/core.ts';

/** The queries on accounts by id or address. For a school's members see `staff.ts`. */

export type User = typeof users.$inferSelect;
/** `nameOrEmail` in SQL. */
export const NAME_OR_EMAIL = sql`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.email})`;

type UserChanges = { readonly [K in keyof Omit<User, 'id'>]?: User[K] | undefined };

export async function findUser(database: Database, id: string): Promise<User | undefined> {
  const [user] = await database.orm().select().from(users).where(eq(users.id, id));
  return user;
}

export async function findUserByEmail(database: Database, email: string): Promise<User | undefined> {
  const [user] = await database.orm().select().from(users).where(eq(users.email, email));
  return user;
}

/** Locks the account's row until the transaction ends. */
export async function lockUser(database: Database, id: string): Promise<User | undefined> {
  const [user] = await database.orm().select().from(users).where(eq(users.id, id)).for('update');
  return user;
}

/** Whether any account exists. */
export async function hasUsers(database: Database): Promise<boolean> {
  return (await database.orm().select({ id: users.id }).from(users).limit(1)).length > 0;
}

/** Finds the account of an address, or creates one without a password. */
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

/** Creates an account without a password, whose address is proven; undefined if the address already has one. */
export async function createUser(database: Database, email: string, now: Date): Promise<User | undefined> {
  const [user] = await database
    .orm()
    .insert(users)
    .values({ email, status: 'ACTIVE', createdAt: now })
    .onConflictDoNothing()
    .returning();
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

/** Clears a person's pending address and returns it; undefined if there is none. */
export async function takePendingEmail(database: Database, id: string): Promise<string | undefined> {
  const pendingEmail = (await lockUser(database, id))?.pendingEmail ?? undefined;
  if (pendingEmail !== undefined) await updateUser(database, id, { pendingEmail: null });
  return pendingEmail;
}

/** Makes a person the owner of a school. False if they already have a school. */
export async function makeOwner(database: Database, id: string, schoolId: string): Promise<boolean> {
  const changed = await database
    .orm()
    .update(users)
    .set({ schoolId, role: 'owner' })
    .where(and(eq(users.id, id), isNull(users.schoolId)))
    .returning({ id: users.id });
  return changed.length > 0;
}

/** Deletes an account and returns its row. */
export async function deleteUserByEmail(database: Database, email: string): Promise<User | undefined> {
  const [user] = await database.orm().delete(users).where(eq(users.email, email)).returning();
  return user;
}

/** Deletes accounts that were registered before a moment and never got a password or a school. */
export async function deleteUnclaimedUsers(database: Database, before: Date): Promise<void> {
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
