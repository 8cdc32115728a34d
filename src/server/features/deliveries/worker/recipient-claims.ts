import { and, asc, count, eq, gt, inArray, lt, lte, min, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { FailureReason } from '#contract/deliveries.ts';
import { fullName } from '#contract/rules/names.ts';
import { type Delivery, hasPage } from '#server/data/deliveries.ts';
import { subscribersWithout } from '#server/data/families/received.ts';
import { lockSubscribers } from '#server/data/subscribers.ts';
import { isSendable } from '#server/features/deliveries/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { deliveries, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';

/** A delivery's recipients: each is claimed by one process at a time. */

/** A recipient that this process has claimed. */
export interface Claimed {
  readonly id: number;
  readonly subscriberId: string;
  readonly email: string;
  readonly name: string;
  /** The language they have chosen; null: the school's. */
  readonly language: string | null;
  /** The attempts, including this one. */
  readonly attempts: number;
  readonly firstTriedAt: Date;
  /** Whether an earlier attempt may have arrived, also one of a process that died. */
  readonly mayHaveArrived: boolean;
  /** See `group-bits.ts`. */
  readonly groupBits: bigint | null;
}

/** The claiming process, and until when its claim lasts unless renewed. */
export interface Claim {
  readonly by: string;
  readonly now: Date;
  readonly until: Date;
  readonly most: number;
}

export const UNCLAIMED = { claimedBy: null, claimedUntil: null } as const;

/** Identifies a delivery. */
export type DeliveryKey = Pick<Delivery, 'id' | 'schoolId'>;

/**
 * Claims due recipients in one transaction, so that no two processes claim the same one. The mails of those who have unsubscribed,
 * bounced or been deleted end. Records the edition of their mail. Null if the delivery must not continue.
 */
export async function claimRecipients(
  database: Database,
  { id, schoolId, editionId }: Pick<Delivery, keyof DeliveryKey | 'editionId'>,
  claim: Claim,
): Promise<readonly Claimed[] | null> {
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    // Locked until the claim is written: once a pause is acknowledged, nothing more is claimed. Nor is it once the newsletter is
    // unpublished: the mails would lead to no page.
    const [delivery] = await orm
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.schoolId, schoolId), eq(deliveries.id, id), isSendable, hasPage))
      .for('share');
    if (delivery === undefined) return null;
    const due = await orm
      .select({ id: recipients.id, subscriberId: recipients.subscriberId })
      .from(recipients)
      .where(and(eq(recipients.deliveryId, id), isDue(database, claim)))
      .orderBy(asc(recipients.dueAt), asc(recipients.id))
      .limit(claim.most)
      .for('update', { skipLocked: true });
    return due.length === 0 ? [] : await claimThese(database, { schoolId, editionId }, due, claim);
  });
}

function isDue({ kind }: Database, { now, by }: Claim): SQL | undefined {
  // Only one process can use an embedded database: another one's claims are abandoned.
  const abandoned = kind === 'pglite' ? ne(recipients.claimedBy, by) : undefined;
  return and(
    inArray(recipients.state, ['waiting', 'sending']),
    lte(recipients.dueAt, now),
    or(eq(recipients.state, 'waiting'), lt(recipients.claimedUntil, now), abandoned),
  );
}

interface Due {
  readonly id: number;
  readonly subscriberId: string | null;
}

async function claimThese(
  database: Database,
  { schoolId, editionId }: Pick<Delivery, 'schoolId' | 'editionId'>,
  due: readonly Due[],
  claim: Claim,
): Promise<readonly Claimed[]> {
  const orm = database.orm();
  const ids = due.flatMap(({ subscriberId }) => (subscriberId === null ? [] : [subscriberId]));
  // Subscribers that another transaction has locked are left for the next claim.
  const found = await lockSubscribers(database, schoolId, ids);
  const people = new Map(found.map((person) => [person.id, person]));
  const deleted = due.filter(({ subscriberId }) => subscriberId === null);
  const personOf = ({ subscriberId }: Due) => people.get(subscriberId ?? '');
  const unsubscribed = due.filter((each) => personOf(each)?.status === 'unsubscribed');
  // Another newsletter's mail has bounced meanwhile.
  const bounced = due.filter(
    (each) => !unsubscribed.includes(each) && (personOf(each)?.bouncedAt ?? null) !== null,
  );
  // An address to which five mails in a row came back may exist.
  const repeated = bounced.filter((each) => personOf(each)?.bounceKind === 'repeated');
  const gone = bounced.filter((each) => !repeated.includes(each));
  await skip(database, deleted, skipped('deleted', claim.now));
  await skip(database, unsubscribed, skipped('left', claim.now));
  await skip(database, repeated, skipped('refused', claim.now));
  await skip(database, gone, { ...endedAt(claim.now), state: 'skipped', reason: 'refused' });
  const mine = due.filter(
    (each) => personOf(each) !== undefined && !unsubscribed.includes(each) && !bounced.includes(each),
  );
  if (mine.length === 0) return [];
  const claimed = await orm
    .update(recipients)
    .set({
      state: 'sending',
      editionId,
      claimedBy: claim.by,
      claimedUntil: claim.until,
      attempts: sql`${recipients.attempts} + 1`,
      firstTriedAt: sql`coalesce(${recipients.firstTriedAt}, ${claim.now.toISOString()})`,
      mayHaveArrived: MAY_HAVE_ARRIVED,
    })
    .where(withIds(mine.map(({ id }) => id)))
    .returning({
      id: recipients.id,
      subscriberId: recipients.subscriberId,
      attempts: recipients.attempts,
      firstTriedAt: recipients.firstTriedAt,
      mayHaveArrived: recipients.mayHaveArrived,
      groupBits: recipients.groupBits,
    });
  return claimed.flatMap((row) => {
    const person = people.get(row.subscriberId ?? '');
    if (person === undefined) return [];
    const { id, attempts, firstTriedAt, mayHaveArrived, groupBits } = row;
    return [
      {
        id,
        subscriberId: person.id,
        email: person.email,
        name: fullName(person),
        language: person.language,
        attempts,
        firstTriedAt: firstTriedAt ?? claim.now,
        mayHaveArrived,
        groupBits,
      },
    ];
  });
}

async function skip(
  database: Database,
  rows: readonly Due[],
  as: PgUpdateSetSource<typeof recipients>,
): Promise<void> {
  if (rows.length === 0) return;
  await database
    .orm()
    .update(recipients)
    .set(as)
    .where(withIds(rows.map(({ id }) => id)));
}

/** Whether a try may have arrived. A row whose claim is taken over was abandoned: its process may have handed the mail over. */
export const MAY_HAVE_ARRIVED = sql<boolean>`(${recipients.mayHaveArrived} or ${recipients.state} = 'sending')`;

// A mail of which a try may have arrived is not confirmed.
function skipped(reason: FailureReason, now: Date) {
  return {
    ...endedAt(now),
    mayHaveArrived: MAY_HAVE_ARRIVED,
    state: sql`case when ${MAY_HAVE_ARRIVED} then 'failed' else 'skipped' end`,
    reason: sql`case when ${MAY_HAVE_ARRIVED} then 'unconfirmed' else ${reason} end`,
  };
}

function endedAt(now: Date) {
  return { ...UNCLAIMED, endedAt: now };
}

/** Selects recipients by id. One array parameter, as building and parsing sixty takes longer than finding their rows. */
export function withIds(ids: readonly number[]): SQL {
  return sql`${recipients.id} = any(${sql.param(ids)}::bigint[])`;
}

/** Extends this process's claims. */
export async function renewClaims(
  database: Database,
  { schoolId }: DeliveryKey,
  ids: readonly number[],
  claim: Pick<Claim, 'by' | 'until'>,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(recipients)
      .set({ claimedUntil: claim.until })
      .where(and(withIds(ids), eq(recipients.claimedBy, claim.by))),
  );
}

/** Releases claims that were not attempted. */
export async function releaseClaims(
  database: Database,
  { schoolId }: DeliveryKey,
  ids: readonly number[],
  by: string,
): Promise<void> {
  if (ids.length === 0) return;
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(recipients)
      .set({
        state: 'waiting',
        claimedBy: null,
        claimedUntil: null,
        attempts: sql`${recipients.attempts} - 1`,
      })
      .where(and(withIds(ids), eq(recipients.claimedBy, by), eq(recipients.state, 'sending'))),
  );
}

/**
 * The unfinished recipients: when the next one is due (null if there is none), and the number not attempted yet or being sent to now.
 */
export async function findUnfinished(
  database: Database,
  { id, schoolId }: DeliveryKey,
): Promise<{ readonly nextAt: Date | null; readonly untried: number }> {
  return await database.forSchool(schoolId, async () => {
    const at = sql<Date | null>`min(greatest(${recipients.dueAt}, ${recipients.claimedUntil}))`;
    const isUntried = or(eq(recipients.state, 'sending'), eq(recipients.attempts, 0));
    const [row] = await database
      .orm()
      .select({
        nextAt: at.mapWith(recipients.dueAt),
        untried: sql`count(*) filter (where ${isUntried})`.mapWith(Number),
      })
      .from(recipients)
      .where(and(eq(recipients.deliveryId, id), inArray(recipients.state, ['waiting', 'sending'])));
    return row ?? { nextAt: null, untried: 0 };
  });
}

/** The number of recipients that wait for a retry, and when the first of them is due. */
export async function countPostponed(
  database: Database,
  { id, schoolId }: DeliveryKey,
  now: Date,
): Promise<{ readonly count: number; readonly nextAt: Date | null }> {
  return await database.forSchool(schoolId, async () => {
    const [row] = await database
      .orm()
      .select({ count: count(), nextAt: min(recipients.dueAt) })
      .from(recipients)
      .where(
        and(
          eq(recipients.deliveryId, id),
          eq(recipients.state, 'waiting'),
          gt(recipients.dueAt, now),
          // An outage of our own mail server is no attempt.
          gt(recipients.attempts, 0),
        ),
      );
    return row ?? { count: 0, nextAt: null };
  });
}

/** Makes postponed recipients due now, as a person wants it to continue. Call it within `forSchool`. */
export async function tryNow(database: Database, deliveryId: string, now: Date): Promise<void> {
  const isPutOff = and(
    eq(recipients.deliveryId, deliveryId),
    eq(recipients.state, 'waiting'),
    gt(recipients.dueAt, now),
  );
  await database.orm().update(recipients).set({ dueAt: now }).where(isPutOff);
}

/** Ends the mails of recipients who are waiting, or whose claim has expired. Mails being sent now still arrive. */
export async function skipWaiting(
  database: Database,
  { id, schoolId }: DeliveryKey,
  reason: FailureReason,
  now: Date,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(recipients)
      .set(skipped(reason, now))
      .where(
        and(
          eq(recipients.deliveryId, id),
          or(
            eq(recipients.state, 'waiting'),
            and(eq(recipients.state, 'sending'), lt(recipients.claimedUntil, now)),
          ),
        ),
      ),
  );
}

/**
 * Sets rejected recipients who have not got it otherwise meanwhile back to waiting, and makes all waiting ones due: no address is at
 * fault.
 */
export async function retryRejected(
  database: Database,
  { id, schoolId, newsletterId }: Pick<Delivery, keyof DeliveryKey | 'newsletterId'>,
  now: Date,
): Promise<void> {
  const without = await subscribersWithout(database, schoolId, newsletterId ?? id);
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(recipients)
      .set({ ...UNCLAIMED, state: 'waiting', reason: null, endedAt: null, dueAt: now })
      .where(
        and(
          eq(recipients.deliveryId, id),
          or(
            eq(recipients.state, 'waiting'),
            and(
              eq(recipients.state, 'failed'),
              eq(recipients.reason, 'rejected'),
              inArray(recipients.subscriberId, without),
            ),
          ),
        ),
      ),
  );
}
