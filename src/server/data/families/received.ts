import { and, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { GroupChoice } from '#contract/groups/audience.ts';
import { bitsOfTargets } from '#server/data/groups/block-targets.ts';
import { type GroupBits, hasBlocks } from '#server/data/groups/group-bits.ts';
import { isInGroups, isInUsedGroup } from '#server/data/groups/in-groups.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  countsAsReceived,
  type DigestItem,
  deliveryRecipients as recipients,
} from '#server/platform/db/schema/deliveries.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { listDigestsWith } from './digests.ts';

/** Conditions on subscribers: whether a newsletter is for them, and whether they have it, by itself or in a digest. */

/** Whether a subscriber is in an audience. Undefined, as all are, for everybody. */
export function isIn(audience: GroupChoice | null): SQL | undefined {
  if (audience === null) return undefined;
  const { any, none } = audience;
  return and(
    any.length > 0 ? isInGroups(any) : undefined,
    none.length > 0 ? not(isInGroups(none)) : undefined,
  );
}

/**
 * Whether a subscriber who wants only mails for their groups skips this mail to everybody, since no block is for one of
 * these groups. Subscribers without a group get it.
 */
export function isOthers(
  { schoolId, audience }: { readonly schoolId: string; readonly audience: GroupChoice | null },
  bits: GroupBits,
): SQL {
  if (audience !== null && audience.any.length > 0) return sql`false`;
  return sql`(${subscribers.ownGroupsOnly} and ${isInUsedGroup(schoolId)} and not ${hasBlocks(bits)})`;
}

/** A newsletter of a digest, and the groups that its blocks are for. */
export interface BitsItem {
  readonly schoolId: string;
  readonly item: DigestItem;
  readonly bits: GroupBits;
}

/** Adds to items the groups that their blocks are for. */
export async function withBits<Of extends Pick<BitsItem, 'item'>>(
  database: Database,
  schoolId: string,
  items: readonly Of[],
): Promise<readonly (Of & BitsItem)[]> {
  const targets = items.map(({ item }) => item.targets ?? []);
  const all = await bitsOfTargets(database, schoolId, targets);
  return items.map((one, index) => ({ ...one, schoolId, bits: all[index] ?? [] }));
}

const r = alias(recipients, 'r');
// A digest's rows have its own id for a newsletter's.
const isInRows = (of: string) =>
  sql`exists (select from ${recipients} r where r.newsletter_id = ${of} and r.subscriber_id = ${subscribers.id} and ${countsAsReceived(r)})`;
const wasMissed = (digest: string) =>
  sql`exists (select from ${recipients} r where r.delivery_id = ${digest} and r.subscriber_id = ${subscribers.id} and not ${countsAsReceived(r)})`;

/**
 * Whether a digest has a newsletter for a subscriber, unless they have it already. It goes by the subscriber's groups and choices now, also
 * for a digest that was sent long ago: what it brought each family is not kept.
 */
export function isItemFor({ schoolId, item: { audience, again }, bits }: BitsItem): SQL {
  const parts = [isIn(audience), not(isOthers({ schoolId, audience }, bits))];
  return sql`(${and(again === undefined ? undefined : wasMissed(again), ...parts)})`;
}

/** A newsletter in a digest, with the digest's id. */
export interface Brought extends BitsItem {
  readonly digest: string;
}

/** Finds these newsletters in digests. `except`: the digest that is being sent. */
export async function findBrought(
  database: Database,
  schoolId: string,
  newsletterIds: readonly string[],
  except: string | null = null,
): Promise<readonly Brought[]> {
  const digests = await listDigestsWith(database, schoolId, newsletterIds);
  const items = digests
    .filter(({ id }) => id !== except)
    .flatMap(({ id, items }) => items.map((item) => ({ digest: id, item })))
    .filter(({ item }) => newsletterIds.includes(item.newsletterId));
  return await withBits(database, schoolId, items);
}

/**
 * Whether a subscriber has a newsletter, may have it, or is about to get it, by itself or in a digest (`brought`). A query can say in a way
 * of its own whether a subscriber is a recipient of a newsletter or digest.
 */
export function hasReceived(
  newsletterId: string,
  brought: readonly Brought[],
  isRecipient: (of: string) => SQL = isInRows,
): SQL {
  const inDigests = brought
    .filter(({ item }) => item.newsletterId === newsletterId)
    .map((one) => and(isRecipient(one.digest), isItemFor(one)));
  return sql`(${or(isRecipient(newsletterId), ...inDigests)})`;
}

/** The ids, as a subquery, of the subscribers who neither have a newsletter nor may have it nor are about to get it. */
export async function subscribersWithout(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<SQL> {
  const has = hasReceived(newsletterId, await findBrought(database, schoolId, [newsletterId]));
  return sql`(select ${subscribers.id} from ${subscribers} where ${subscribers.schoolId} = ${schoolId} and not ${has})`;
}
