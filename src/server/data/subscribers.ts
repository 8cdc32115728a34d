import { and, asc, count, eq, gt, gte, inArray } from 'drizzle-orm';
import { IMPORT_UNDER_WAY } from '#contract/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { subscriberImports, subscribers, suppressions } from '#server/platform/db/schema/subscribers.ts';

/** The queries of a school's list that several features ask; its search and its import are the subscribers' own. */

/** A subscriber's row. */
export type Subscriber = typeof subscribers.$inferSelect;

const own = (schoolId: string, id: string) => and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, id));

export async function findSubscriber(
  database: Database,
  schoolId: string,
  id: string,
): Promise<Subscriber | undefined> {
  return await database.forSchool(schoolId, async () => {
    const [subscriber] = await database.orm().select().from(subscribers).where(own(schoolId, id));
    return subscriber;
  });
}

/** A school's subscribers after an address, in the order of their addresses; the empty text is before all. */
export async function listSubscribersAfter(
  database: Database,
  schoolId: string,
  email: string,
  limit: number,
): Promise<readonly Subscriber[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(subscribers)
      .where(and(eq(subscribers.schoolId, schoolId), gt(subscribers.email, email)))
      .orderBy(asc(subscribers.email))
      .limit(limit),
  );
}

/** How many are subscribed, and how many of them were added since a moment. */
export async function countSubscribed(
  database: Database,
  schoolId: string,
  since: Date,
): Promise<{ readonly total: number; readonly added: number }> {
  const orm = database.orm();
  const subscribed = and(eq(subscribers.schoolId, schoolId), eq(subscribers.status, 'subscribed'));
  const [all] = await orm.select({ total: count() }).from(subscribers).where(subscribed);
  const [added] = await orm
    .select({ total: count() })
    .from(subscribers)
    .where(and(subscribed, gte(subscribers.createdAt, since)));
  return { total: all?.total ?? 0, added: added?.total ?? 0 };
}

/**
 * These subscribers, kept from changing until the transaction ends, but for who is being changed at this moment: waiting
 * for them could end in a deadlock.
 */
export async function holdSubscribers(
  database: Database,
  schoolId: string,
  ids: readonly string[],
): Promise<readonly Subscriber[]> {
  return await database
    .orm()
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, schoolId), inArray(subscribers.id, [...ids])))
    .for('share', { skipLocked: true });
}

/** Notes that an address takes no mail, unless it was put right meanwhile. */
export async function noteBounce(
  database: Database,
  schoolId: string,
  { subscriberId, email }: { readonly subscriberId: string; readonly email: string },
  bounce: Pick<Subscriber, 'bouncedAt' | 'bounceReason'>,
): Promise<void> {
  await database
    .orm()
    .update(subscribers)
    .set(bounce)
    .where(and(own(schoolId, subscriberId), eq(subscribers.email, email)));
}

/** Takes somebody from the list or puts them back on it; the first time counts. */
export async function setSubscribed(
  database: Database,
  schoolId: string,
  id: string,
  unsubscribedAt: Date | null,
): Promise<void> {
  const status = unsubscribedAt === null ? 'subscribed' : 'unsubscribed';
  const before = unsubscribedAt === null ? 'unsubscribed' : 'subscribed';
  await database
    .orm()
    .update(subscribers)
    .set({ status, unsubscribedAt })
    .where(and(own(schoolId, id), eq(subscribers.status, before)));
}

/** Whether an import is adding to a school's list now: what should reach the whole list waits for its end. */
export async function isImporting(database: Database, schoolId: string): Promise<boolean> {
  const underWay = inArray(subscriberImports.status, IMPORT_UNDER_WAY);
  const wanted = and(eq(subscriberImports.schoolId, schoolId), underWay);
  return await database.forSchool(
    schoolId,
    async () => (await database.orm().$count(subscriberImports, wanted)) > 0,
  );
}

/** Adds people as they are given. */
export async function insertSubscribers(
  database: Database,
  schoolId: string,
  people: readonly Omit<typeof subscribers.$inferInsert, 'schoolId'>[],
): Promise<void> {
  await database.forSchool(schoolId, async () => {
    await database
      .orm()
      .insert(subscribers)
      .values(people.map((person) => ({ ...person, schoolId })));
  });
}

// What is kept of who had left and was deleted has the id that their link carries.
const barOf = (schoolId: string, subscriberId: string) =>
  and(eq(suppressions.schoolId, schoolId), eq(suppressions.id, subscriberId));

/** Whether somebody who was deleted had left the list before: the school cannot add them until they allow it. */
export async function isBarred(database: Database, schoolId: string, subscriberId: string): Promise<boolean> {
  return (await database.orm().$count(suppressions, barOf(schoolId, subscriberId))) > 0;
}

/** Lets a school add somebody again who was deleted. */
export async function liftBar(database: Database, schoolId: string, subscriberId: string): Promise<void> {
  await database.orm().delete(suppressions).where(barOf(schoolId, subscriberId));
}
