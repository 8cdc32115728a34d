import { type AnyColumn, and, asc, eq, exists, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { IMPORT_UNDER_WAY } from '#contract/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { subscriberImports, subscribers, suppressions } from '#server/platform/db/schema/subscribers.ts';

/** The queries on subscribers that several features share. Search and import belong to the feature `subscribers`. */

export type Subscriber = typeof subscribers.$inferSelect;

const byId = (schoolId: string, id: string) =>
  and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, id));

export async function findSubscriber(
  database: Database,
  schoolId: string,
  id: string,
): Promise<Subscriber | undefined> {
  return await database.forSchool(schoolId, async () => {
    const [subscriber] = await database.orm().select().from(subscribers).where(byId(schoolId, id));
    return subscriber;
  });
}

/** A page of a school's subscribers, ordered by address, after `email`. An empty string starts at the first. */
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

/** The facts about a reader that a mail needs. */
export type MailReader = Pick<
  Subscriber,
  'id' | 'firstName' | 'lastName' | 'email' | 'language' | 'status' | 'bouncedAt' | 'bounceKind'
>;

/**
 * Locks these subscribers until the transaction ends. Leaves out rows that another transaction has locked, since waiting
 * for them could deadlock.
 */
export async function lockSubscribers(
  database: Database,
  schoolId: string,
  ids: readonly string[],
): Promise<readonly MailReader[]> {
  const { id, firstName, lastName, email, language, status, bouncedAt, bounceKind } = subscribers;
  return await database
    .orm()
    .select({ id, firstName, lastName, email, language, status, bouncedAt, bounceKind })
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, schoolId), sql`${id} = any(${sql.param(ids)}::uuid[])`))
    .for('share', { skipLocked: true });
}

/** Whether the subscriber in a column has an address at one of the domains, given as a lower-case regular expression. */
export function isSubscriberAt(
  database: Database,
  schoolId: string,
  subscriberId: AnyColumn,
  domains: string,
): SQL {
  const domain = sql`lower(split_part(${subscribers.email}, '@', 2))`;
  const isIt = and(
    eq(subscribers.schoolId, schoolId),
    eq(subscribers.id, subscriberId),
    sql`${domain} ~ ${domains}`,
  );
  return exists(database.orm().select({ id: subscribers.id }).from(subscribers).where(isIt));
}

/** The columns of an address that was changed, or that its reader or the school says works. */
export function workingAddress(now: Date) {
  return { bouncedAt: null, bounceReason: null, bounceKind: null, addressSince: now } as const;
}

/** Records a bounce, unless the address has been corrected since. */
export async function noteBounce(
  database: Database,
  schoolId: string,
  { subscriberId, email }: { readonly subscriberId: string; readonly email: string },
  bounce: Pick<Subscriber, 'bouncedAt' | 'bounceReason' | 'bounceKind'>,
): Promise<void> {
  await database
    .orm()
    .update(subscribers)
    .set(bounce)
    .where(and(byId(schoolId, subscriberId), eq(subscribers.email, email)));
}

/** Unsubscribes a subscriber, or subscribes them again; false if nothing changes, which keeps the first date. */
export async function setSubscribed(
  database: Database,
  schoolId: string,
  id: string,
  { isSubscribed, at }: { readonly isSubscribed: boolean; readonly at: Date },
): Promise<boolean> {
  const [status, before] = isSubscribed
    ? (['subscribed', 'unsubscribed'] as const)
    : (['unsubscribed', 'subscribed'] as const);
  const rows = await database
    .orm()
    .update(subscribers)
    .set({
      status,
      unsubscribedAt: isSubscribed ? null : at,
      editedAt: at,
      // Subscribing again withdraws a complaint about spam; reports on older mails belong to the time before.
      ...(isSubscribed && { complainedAt: null, addressSince: at }),
    })
    .where(and(byId(schoolId, id), eq(subscribers.status, before)))
    .returning({ id: subscribers.id });
  return rows.length > 0;
}

/** Whether an import is adding to a school's list now: a sending to the whole list waits for its end. */
export async function isImporting(database: Database, schoolId: string): Promise<boolean> {
  const underWay = inArray(subscriberImports.status, IMPORT_UNDER_WAY);
  const wanted = and(eq(subscriberImports.schoolId, schoolId), underWay);
  return await database.forSchool(
    schoolId,
    async () => (await database.orm().$count(subscriberImports, wanted)) > 0,
  );
}

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

// A suppression has the id of the deleted subscriber, which is also in their unsubscribe link.
const suppressionFor = (schoolId: string, subscriberId: string) =>
  and(eq(suppressions.schoolId, schoolId), eq(suppressions.id, subscriberId));

/** Whether a deleted subscriber had unsubscribed: the school cannot add them again until they allow it. */
export async function isSuppressed(
  database: Database,
  schoolId: string,
  subscriberId: string,
): Promise<boolean> {
  return (await database.orm().$count(suppressions, suppressionFor(schoolId, subscriberId))) > 0;
}

/** Lets a school add a deleted subscriber again. */
export async function deleteSuppression(
  database: Database,
  schoolId: string,
  subscriberId: string,
): Promise<void> {
  await database.orm().delete(suppressions).where(suppressionFor(schoolId, subscriberId));
}
