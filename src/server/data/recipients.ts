import { and, desc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import {
  type BitsItem,
  type Brought,
  findBrought,
  hasReceived,
  isIn,
  isItemFor,
  isOthers,
  withBits,
} from '#server/data/families/received.ts';
import { bitsOfGroups, type GroupBits, groupsOfBits } from '#server/data/groups/group-bits.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  countsAsReceived,
  type DigestItem,
  deliveries,
  deliveryRecipients as recipients,
} from '#server/platform/db/schema/deliveries.ts';
import { familySettings } from '#server/platform/db/schema/families.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { offsetOf, type WantedPage } from '#server/platform/paging.ts';
import type { Delivery, ShownDelivery } from './deliveries.ts';

/** Subscribers as recipients: those a newsletter would reach, those it goes to, and those who did not get it. */

type Audience = Pick<ShownDelivery, 'schoolId' | 'audience'>;
type Sending = Audience & Pick<ShownDelivery, 'newsletterId'>;

const isReachable = and(eq(subscribers.status, 'subscribed'), isNull(subscribers.bouncedAt));

/** Whether a subscriber gets a monthly digest instead of each newsletter, as long as their school sends digests. */
const hasDigest = sql`(${subscribers.monthlyDigest} and exists (select from ${familySettings} f
  where f.school_id = ${subscribers.schoolId} and f.digest_weekday is not null))`;

/** Whether a subscriber gets a mail of its own to an audience now, not a digest, whether or not they have it already. */
function getsOwnMail(of: Audience, bits: GroupBits): SQL | undefined {
  return and(isReachable, sql`not ${hasDigest}`, sql`not ${isOthers(of, bits)}`);
}

/** The number of an audience that a newsletter would reach now, and why it would not reach the others. */
export interface AudienceCounts {
  readonly recipients: number;
  readonly alreadySent: number;
  readonly withDigest: number;
  readonly ownGroupsOnly: number;
  readonly left: number;
  readonly refused: number;
  /** The number of recipients by their groups. */
  readonly byGroups: readonly { readonly bits: bigint | null; readonly families: number }[];
}

/** Counts an audience. `bits` belong to the groups that the newsletter's blocks are for. */
export async function countAudience(
  database: Database,
  sending: Sending,
  bits: GroupBits,
): Promise<AudienceCounts> {
  const { schoolId, newsletterId } = sending;
  const brought = await findBrought(database, schoolId, [newsletterId]);
  const rows = await database.forSchool(schoolId, () => countSets(database, sending, bits, brought));
  const sum = (wanted: (row: (typeof rows)[number]) => number) =>
    rows.reduce((before, row) => before + wanted(row), 0);
  const unsent = rows.filter(({ hasIt }) => !hasIt);
  return {
    recipients: sum(({ ownMail, hasIt }) => (hasIt ? 0 : ownMail)),
    alreadySent: sum(({ reachable, hasIt }) => (hasIt ? reachable : 0)),
    withDigest: sum(({ withDigest, hasIt }) => (hasIt ? 0 : withDigest)),
    ownGroupsOnly: sum(({ others, hasIt }) => (hasIt ? 0 : others)),
    left: sum(({ left }) => left),
    refused: sum(({ refused }) => refused),
    byGroups: unsent.flatMap(({ bits: own, ownMail }) =>
      ownMail === 0 ? [] : [{ bits: own === null ? null : BigInt(own), families: ownMail }],
    ),
  };
}

/**
 * Counts the audience with and without the newsletter, by bits. The list is read once and grouped by the deciding
 * columns, so that conditions are evaluated for each group of equal families, not for each family.
 */
async function countSets(database: Database, sending: Sending, bits: GroupBits, brought: readonly Brought[]) {
  const orm = database.orm();
  // Not a join: right after thousands were added PostgreSQL plans a nested loop, comparing each subscriber with each recipient.
  const isRecipient = (of: string) => {
    const those = orm
      .select({ subscriberId: recipients.subscriberId })
      .from(recipients)
      .where(
        and(
          eq(recipients.schoolId, sending.schoolId),
          eq(recipients.newsletterId, of),
          countsAsReceived(recipients),
          isNotNull(recipients.subscriberId),
        ),
      );
    return sql`${subscribers.id} in (${those})`;
  };
  const members = orm
    .select({
      groupIds: subscribers.groupIds,
      status: subscribers.status,
      monthlyDigest: subscribers.monthlyDigest,
      ownGroupsOnly: subscribers.ownGroupsOnly,
      bouncedAt: subscribers.bouncedAt,
      hasIt: sql<boolean>`${hasReceived(sending.newsletterId, brought, isRecipient)}`.as('has_it'),
    })
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, sending.schoolId), isIn(sending.audience)))
    .as('members');
  const keys = [members.groupIds, members.status, members.monthlyDigest, members.ownGroupsOnly];
  // The subquery has the table's own name, so that the conditions on the table's columns work here, too.
  const sets = orm
    .select({
      schoolId: sql`${sending.schoolId}::uuid`.as(subscribers.schoolId.name),
      groupIds: members.groupIds,
      status: members.status,
      monthlyDigest: members.monthlyDigest,
      ownGroupsOnly: members.ownGroupsOnly,
      bouncedAt: sql`min(${members.bouncedAt})`.as(subscribers.bouncedAt.name),
      hasIt: members.hasIt,
      families: sql`count(*)`.as('families'),
    })
    .from(members)
    .groupBy(...keys, isNull(members.bouncedAt), members.hasIt)
    .as('subscribers');
  const of = (wanted: SQL | undefined) =>
    sql`coalesce(sum(${sets.families}) filter (where ${wanted}), 0)`.mapWith(Number);
  return await orm
    .select({
      // 64-bit numbers do not fit JavaScript numbers.
      bits: sql<string | null>`${bitsOfGroups(bits, subscribers.groupIds)}::text`.as('bits'),
      hasIt: sets.hasIt,
      ownMail: of(getsOwnMail(sending, bits)),
      reachable: of(isReachable),
      withDigest: of(and(isReachable, hasDigest)),
      others: of(and(isReachable, sql`not ${hasDigest}`, isOthers(sending, bits))),
      left: of(eq(subscribers.status, 'unsubscribed')),
      refused: of(and(eq(subscribers.status, 'subscribed'), isNotNull(subscribers.bouncedAt))),
    })
    .from(sets)
    .groupBy(sql`bits`, sets.hasIt);
}

/**
 * Adds a recipient for each subscriber in the delivery's audience whom the newsletter can reach and has not yet;
 * returns their number. Families that read the same are next to each other.
 */
export async function addRecipients(
  database: Database,
  sending: Sending & Pick<ShownDelivery, 'id'>,
  bits: GroupBits,
  now: Date,
): Promise<number> {
  const { id, schoolId, newsletterId, audience } = sending;
  const own = eq(subscribers.schoolId, schoolId);
  const brought = await findBrought(database, schoolId, [newsletterId]);
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const set = orm.selectDistinct({ groupIds: subscribers.groupIds }).from(subscribers).where(own).as('one');
    // Materialised: PostgreSQL may take a new import for a short list, and evaluate the sets again for each subscriber.
    const { rowCount } = await orm.execute(sql`
      with each_set (group_ids, bits) as materialized
        (select ${set.groupIds}, ${bitsOfGroups(bits, set.groupIds)} from ${set})
      insert into ${recipients} (delivery_id, school_id, newsletter_id, subscriber_id, due_at, group_bits)
      select ${id}, ${schoolId}, ${newsletterId}, ${subscribers.id}, ${now.toISOString()}, each_set.bits
      from ${subscribers} join each_set on each_set.group_ids = ${subscribers.groupIds}
      where ${and(own, getsOwnMail(sending, bits), not(hasReceived(newsletterId, brought)), isIn(audience))}
      order by each_set.bits nulls first, ${subscribers.createdAt}, ${subscribers.id}
      on conflict do nothing`);
    return rowCount ?? 0;
  });
}

type Digest = Pick<Delivery, 'id' | 'schoolId'>;

/** The items of a digest, each with the condition that a subscriber should have got it by now and did not. */
async function wantedItems(database: Database, { id, schoolId }: Digest, items: readonly DigestItem[]) {
  const newsletterIds = items.map(({ newsletterId }) => newsletterId);
  const brought = await findBrought(database, schoolId, newsletterIds, id);
  const isWanted = (one: BitsItem) =>
    sql`(${isItemFor(one)} and not ${hasReceived(one.item.newsletterId, brought)})`;
  const each = await withBits(
    database,
    schoolId,
    items.map((item) => ({ item })),
  );
  return each.map((one) => ({ ...one, isWanted: isWanted(one) }));
}

/** Adds a recipient for each subscriber with digests for whom this one contains something; returns their number. */
export async function addDigestRecipients(
  database: Database,
  digest: Digest,
  items: readonly DigestItem[],
  now: Date,
): Promise<number> {
  if (items.length === 0) return 0;
  const { id, schoolId } = digest;
  const wanted = or(...(await wantedItems(database, digest, items)).map(({ isWanted }) => isWanted));
  return await database.forSchool(schoolId, async () => {
    const { rowCount } = await database.orm().execute(sql`
      insert into ${recipients} (delivery_id, school_id, newsletter_id, subscriber_id, due_at)
      select ${id}, ${schoolId}, ${id}, ${subscribers.id}, ${now.toISOString()}
      from ${subscribers}
      where ${and(eq(subscribers.schoolId, schoolId), isReachable, hasDigest, wanted)}
      order by ${subscribers.createdAt}, ${subscribers.id}
      on conflict do nothing`);
    return rowCount ?? 0;
  });
}

/** An item of a digest for one subscriber, with the groups of its blocks that the subscriber is in. */
export interface ReadersItem {
  readonly item: DigestItem;
  readonly groups: readonly string[];
}

/** Returns a function that finds the items of a digest that are for one subscriber, each newsletter once. */
export async function digestItemsFinder(
  database: Database,
  digest: Digest,
  items: readonly DigestItem[],
): Promise<(subscriberId: string) => Promise<readonly ReadersItem[]>> {
  const { schoolId } = digest;
  const each = await wantedItems(database, digest, items);
  const wanted = each.map(({ isWanted }) => sql`coalesce(${isWanted}, false)`);
  // 64-bit numbers do not fit JavaScript numbers.
  const bits = each.map((one) => sql`(${bitsOfGroups(one.bits, subscribers.groupIds)})::text`);
  return async (subscriberId) => {
    const [row] = await database.forSchool(schoolId, () =>
      database
        .orm()
        .select({
          wanted: sql<readonly boolean[]>`array[${sql.join(wanted, sql`, `)}]`,
          bits: sql<readonly (string | null)[]>`array[${sql.join(bits, sql`, `)}]`,
        })
        .from(subscribers)
        .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, subscriberId))),
    );
    const found = items.flatMap((item, index) => {
      if (row?.wanted[index] !== true) return [];
      const own = row.bits[index] ?? null;
      return [{ item, groups: groupsOfBits(item.targets ?? [], own === null ? null : BigInt(own)) }];
    });
    return [...new Map(found.map((one) => [one.item.newsletterId, one])).values()];
  };
}

/** Updates the group bits of waiting recipients, as another edition may be for other groups. */
export async function renewGroupBits(
  database: Database,
  { id, schoolId }: Pick<Delivery, 'id' | 'schoolId'>,
  bits: GroupBits,
): Promise<void> {
  const own = database
    .orm()
    .select({ bits: bitsOfGroups(bits, subscribers.groupIds) })
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, recipients.subscriberId)));
  await database
    .orm()
    .update(recipients)
    .set({ groupBits: sql`(${own})` })
    .where(and(eq(recipients.deliveryId, id), eq(recipients.state, 'waiting')));
}

/** A page of a delivery's failed and skipped recipients, latest first. Deleted subscribers are only counted, elsewhere. */
export async function listFailures(
  database: Database,
  { id, schoolId }: Pick<Delivery, 'id' | 'schoolId'>,
  wantedPage: WantedPage,
) {
  const failed = and(
    eq(recipients.deliveryId, id),
    inArray(recipients.state, ['failed', 'skipped']),
    isNotNull(recipients.subscriberId),
  );
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const total = await orm.$count(recipients, failed);
    const rows = await orm
      .select({ recipient: recipients, person: subscribers })
      .from(recipients)
      .innerJoin(subscribers, eq(subscribers.id, recipients.subscriberId))
      .where(failed)
      .orderBy(desc(recipients.endedAt), desc(recipients.id))
      .limit(wantedPage.per_page)
      .offset(offsetOf(wantedPage));
    return { rows, total };
  });
}
/** A failed recipient with its subscriber. */
export type FailureRow = Awaited<ReturnType<typeof listFailures>>['rows'][number];

/** A page of the mails that a subscriber was sent, or will be sent, latest first, as long as recipients are kept. */
export async function listMailsTo(
  database: Database,
  { id, schoolId }: Pick<typeof subscribers.$inferSelect, 'id' | 'schoolId'>,
  wantedPage: WantedPage,
) {
  const to = and(eq(recipients.schoolId, schoolId), eq(recipients.subscriberId, id));
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const total = await orm.$count(recipients, to);
    const rows = await orm
      .select({
        recipient: recipients,
        delivery: { id: deliveries.id, newsletterId: deliveries.newsletterId, subject: deliveries.subject },
      })
      .from(recipients)
      .innerJoin(deliveries, eq(deliveries.id, recipients.deliveryId))
      .where(to)
      .orderBy(desc(recipients.id))
      .limit(wantedPage.per_page)
      .offset(offsetOf(wantedPage));
    return { rows, total };
  });
}
/** A mail to a subscriber, with its delivery. */
export type MailToRow = Awaited<ReturnType<typeof listMailsTo>>['rows'][number];
