import { and, asc, eq, lte, ne } from 'drizzle-orm';
import type { Subscriber } from '#server/data/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { signUps } from '#server/platform/db/schema/families.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { isOfToken } from './by-token.ts';

/** The queries of requests to be put on a list. */

export type SignUp = typeof signUps.$inferSelect;
type Key = Pick<SignUp, 'schoolId' | 'id'>;

const own = ({ schoolId, id }: Key) => and(eq(signUps.schoolId, schoolId), eq(signUps.id, id));

/** Call it within `forSchool`, like all others of this file that take a school or a request. */
export async function insertSignUp(
  database: Database,
  row: Omit<typeof signUps.$inferInsert, 'id'>,
): Promise<SignUp> {
  return returnedRow(await database.orm().insert(signUps).values(row).returning());
}

export async function findSignUp(database: Database, key: Key): Promise<SignUp | null> {
  const [row] = await database.orm().select().from(signUps).where(own(key));
  return row ?? null;
}

/** Finds and locks a request until the transaction ends. */
export async function lockSignUp(database: Database, key: Key): Promise<SignUp | null> {
  const [row] = await database.orm().select().from(signUps).where(own(key)).for('update');
  return row ?? null;
}

/** The request that a link belongs to. */
export async function findSignUpByToken(
  database: Database,
  schoolId: string,
  token: string,
): Promise<SignUp | null> {
  const wanted = and(eq(signUps.schoolId, schoolId), isOfToken(signUps.tokenHash, token));
  const [row] = await database.forSchool(schoolId, () => database.orm().select().from(signUps).where(wanted));
  return row ?? null;
}

export async function changeSignUp(
  database: Database,
  key: Key,
  changes: Partial<
    Pick<SignUp, 'state' | 'tokenHash' | 'subscriberId' | 'expiresAt' | 'groupIds' | 'language'>
  >,
): Promise<void> {
  await database.orm().update(signUps).set(changes).where(own(key));
}

export async function deleteSignUp(database: Database, key: Key): Promise<void> {
  await database.orm().delete(signUps).where(own(key));
}

/** Deletes and returns an address's other waiting request; null if there is none. */
export async function takeWaiting(
  database: Database,
  { schoolId, id, email }: Pick<SignUp, 'schoolId' | 'id' | 'email'>,
): Promise<SignUp | null> {
  const isWaiting = and(
    eq(signUps.schoolId, schoolId),
    eq(signUps.email, email),
    eq(signUps.state, 'waiting'),
  );
  const [row] = await database
    .orm()
    .delete(signUps)
    .where(and(isWaiting, ne(signUps.id, id)))
    .returning();
  return row ?? null;
}

/** The requests that wait for the school, oldest first. */
export async function listWaiting(
  database: Database,
  schoolId: string,
  limit: number,
): Promise<readonly SignUp[]> {
  const waiting = and(eq(signUps.schoolId, schoolId), eq(signUps.state, 'waiting'));
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(signUps)
      .where(waiting)
      .orderBy(asc(signUps.createdAt), asc(signUps.id))
      .limit(limit),
  );
}

/** Deletes expired requests of all schools. Requests that wait for a school stay. */
export async function deleteExpiredSignUps(database: Database, now: Date): Promise<void> {
  await database
    .orm()
    .delete(signUps)
    .where(and(lte(signUps.expiresAt, now), ne(signUps.state, 'waiting')));
}

export async function findByAddress(
  database: Database,
  { schoolId, email }: Pick<SignUp, 'schoolId' | 'email'>,
): Promise<Subscriber | null> {
  const [row] = await database
    .orm()
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.email, email)));
  return row ?? null;
}

/** Puts an address on the list unless it is there, and locks its row. */
export async function takeUp(
  database: Database,
  { schoolId, email }: Pick<SignUp, 'schoolId' | 'email'>,
  now: Date,
): Promise<{ readonly subscriber: Subscriber; readonly isNew: boolean }> {
  const orm = database.orm();
  const person = { firstName: '', lastName: '', signedUpAt: now, createdAt: now, editedAt: now };
  const [added] = await orm
    .insert(subscribers)
    .values({ ...person, schoolId, email })
    .onConflictDoNothing()
    .returning();
  if (added !== undefined) return { subscriber: added, isNew: true };
  const [known] = await orm
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.email, email)))
    .for('update');
  if (known === undefined) throw new Error('A subscriber vanished while being signed up');
  return { subscriber: known, isNew: false };
}

export async function changeSubscriber(
  database: Database,
  { schoolId, id }: Pick<Subscriber, 'schoolId' | 'id'>,
  changes: Partial<Subscriber>,
): Promise<void> {
  await database
    .orm()
    .update(subscribers)
    .set(changes)
    .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, id)));
}
