import { and, asc, count, eq, gt, inArray, lt, lte, min, ne, or, type SQL, sql } from 'drizzle-orm';
import type { FailureReason } from '#contract/deliveries.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { holdSubscribers } from '#server/data/subscribers.ts';
import { mayGoOut } from '#server/features/deliveries/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { deliveries, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';

/** Who gets a delivery: claimed by one process at a time, or no longer waited for. */

/** A recipient whom this process has claimed. */
export interface Claimed {
  readonly id: number;
  readonly subscriberId: string;
  readonly email: string;
  readonly name: string;
  /** This try included. */
  readonly attempts: number;
  readonly firstTriedAt: Date;
}

/** Who claims, and until when they count as alive without a sign of life. */
export interface Claim {
  readonly by: string;
  readonly now: Date;
  readonly until: Date;
  readonly most: number;
}

/** Nobody is at it. */
export const UNCLAIMED = { claimedBy: null, claimedUntil: null } as const;

/** Whose recipients. */
export type Of = Pick<Delivery, 'id' | 'schoolId'>;

/**
 * Claims recipients whose time has come, in one transaction, so that nobody is claimed by two, and nobody who has left
 * the list by now. Who left or was deleted is skipped. Null where the delivery is not to go on.
 */
export async function claimRecipients(
  database: Database,
  { id, schoolId }: Of,
  claim: Claim,
): Promise<readonly Claimed[] | null> {
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    // Held until the claim is written: after an acknowledged pause nothing is claimed any more.
    const [delivery] = await orm
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.schoolId, schoolId), eq(deliveries.id, id), mayGoOut))
      .for('share');
    if (delivery === undefined) return null;
    const due = await orm
      .select({ id: recipients.id, subscriberId: recipients.subscriberId })
      .from(recipients)
      .where(and(eq(recipients.deliveryId, id), isDue(database, claim)))
      .orderBy(asc(recipients.dueAt), asc(recipients.id))
      .limit(claim.most)
      .for('update', { skipLocked: true });
    return due.length === 0 ? [] : await claimThese(database, schoolId, due, claim);
  });
}

function isDue({ kind }: Database, { now, by }: Claim): SQL | undefined {
  // Only one process can use an embedded database: what another one had claimed was abandoned.
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
  schoolId: string,
  due: readonly Due[],
  claim: Claim,
): Promise<readonly Claimed[]> {
  const orm = database.orm();
  const ids = due.flatMap(({ subscriberId }) => (subscriberId === null ? [] : [subscriberId]));
  // Whoever is being changed at this moment is left for the next claim.
  const found = await holdSubscribers(database, schoolId, ids);
  const people = new Map(found.map((person) => [person.id, person]));
  const gone = due.filter(({ subscriberId }) => subscriberId === null);
  const personOf = ({ subscriberId }: Due) => people.get(subscriberId ?? '');
  const left = due.filter((each) => personOf(each)?.status === 'unsubscribed');
  // Another newsletter has found out meanwhile that the address takes no mail.
  const refused = due.filter((each) => !left.includes(each) && (personOf(each)?.bouncedAt ?? null) !== null);
  await skip(database, gone, 'deleted', claim.now);
  await skip(database, left, 'left', claim.now);
  await skip(database, refused, 'refused', claim.now);
  const mine = due.filter(
    (each) => personOf(each) !== undefined && !left.includes(each) && !refused.includes(each),
  );
  if (mine.length === 0) return [];
  const claimed = await orm
    .update(recipients)
    .set({
      state: 'sending',
      claimedBy: claim.by,
      claimedUntil: claim.until,
      attempts: sql`${recipients.attempts} + 1`,
      firstTriedAt: sql`coalesce(${recipients.firstTriedAt}, ${claim.now.toISOString()})`,
    })
    .where(withIds(mine))
    .returning();
  return claimed.flatMap((row) => {
    const person = people.get(row.subscriberId ?? '');
    if (person === undefined) return [];
    const { id, attempts, firstTriedAt } = row;
    const name = `${person.firstName} ${person.lastName}`.trim();
    return [
      {
        id,
        subscriberId: person.id,
        email: person.email,
        name,
        attempts,
        firstTriedAt: firstTriedAt ?? claim.now,
      },
    ];
  });
}

async function skip(
  database: Database,
  rows: readonly Due[],
  reason: FailureReason,
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await database
    .orm()
    .update(recipients)
    .set({ state: 'skipped', reason, endedAt: now, claimedBy: null, claimedUntil: null })
    .where(withIds(rows));
}

/** These rows. */
export function withIds(rows: readonly { readonly id: number }[]): SQL | undefined {
  return inArray(
    recipients.id,
    rows.map(({ id }) => id),
  );
}

/** Says that this process is still at it. */
export async function renewClaims(
  database: Database,
  { schoolId }: Of,
  ids: readonly number[],
  claim: Pick<Claim, 'by' | 'until'>,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(recipients)
      .set({ claimedUntil: claim.until })
      .where(and(inArray(recipients.id, [...ids]), eq(recipients.claimedBy, claim.by))),
  );
}

/** Gives back what was claimed and not tried. */
export async function releaseClaims(
  database: Database,
  { schoolId }: Of,
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
      .where(
        and(inArray(recipients.id, [...ids]), eq(recipients.claimedBy, by), eq(recipients.state, 'sending')),
      ),
  );
}

/**
 * Who is still open: when the next one's time comes (null: there is none), and how many have not been tried yet or are
 * with the mail server just now.
 */
export async function openOf(
  database: Database,
  { id, schoolId }: Of,
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

/** How many were tried in vain and wait for another try, and when the first of them is tried again. */
export async function postponedOf(
  database: Database,
  { id, schoolId }: Of,
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
          // Our own mail server's troubles are no try.
          gt(recipients.attempts, 0),
        ),
      );
    return row ?? { count: 0, nextAt: null };
  });
}

/** Ends the tries of everybody who waits, or whose process has died. What is on its way still arrives. */
export async function skipWaiting(
  database: Database,
  { id, schoolId }: Of,
  reason: FailureReason,
  now: Date,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(recipients)
      .set({ ...UNCLAIMED, state: 'skipped', reason, endedAt: now })
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

/** Lets everybody whose mail was refused as such wait again: it was the mail's fault, not theirs. */
export async function retryRejected(database: Database, { id, schoolId }: Of, now: Date): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(recipients)
      .set({ ...UNCLAIMED, state: 'waiting', reason: null, endedAt: null, dueAt: now })
      .where(
        and(eq(recipients.deliveryId, id), eq(recipients.state, 'failed'), eq(recipients.reason, 'rejected')),
      ),
  );
}
