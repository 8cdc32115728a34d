import { and, desc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { GroupChoice } from '#contract/groups/audience.ts';
import { bitsOfTargets } from '#server/data/groups/block-targets.ts';
import { bitsOfGroups, type GroupBits, groupsOfBits, hasBlocks } from '#server/data/groups/group-bits.ts';
import { isInGroups, isInUsedGroup } from '#server/data/groups/in-groups.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  type DigestItem,
  deliveries,
  deliveryRecipients as recipients,
} from '#server/platform/db/schema/deliveries.ts';
import { familySettings } from '#server/platform/db/schema/families.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { offsetOf, type WantedPage } from '#server/platform/paging.ts';
import type { Delivery, ShownDelivery } from './deliveries.ts';

/** Subscribers as recipients: who a newsletter would reach, who it goes to, and who did not get it. */

type Audience = Pick<ShownDelivery, 'schoolId' | 'audience'>;
type Sending = Audience & Pick<ShownDelivery, 'newsletterId'>;

const isReachable = and(eq(subscribers.status, 'subscribed'), isNull(subscribers.bouncedAt));
const hasReceived = (newsletterId: string) =>
  sql<boolean>`exists (select from ${recipients} r where r.newsletter_id = ${newsletterId} and r.subscriber_id = ${subscribers.id} and r.state in ('waiting', 'sending', 'sent'))`;

const wasMissed = (digest: string) =>
  sql<boolean>`exists (select from ${recipients} r where r.delivery_id = ${digest} and r.subscriber_id = ${subscribers.id} and r.state in ('skipped', 'failed'))`;

/** Who gets one mail a month in place of each newsletter, as long as their school sends one. */
const hasDigest = sql`(${subscribers.monthlyDigest} and exists (select from ${familySettings} f
  where f.school_id = ${subscribers.schoolId} and f.digest_weekday is not null))`;

/**
 * Who wants no mails but to their groups, of a mail to everybody without a block for one of these. Who is in no group has none to
 * go by, and gets it.
 */
function isOthers({ schoolId, audience }: Audience, bits: GroupBits): SQL {
  if (audience !== null && audience.any.length > 0) return sql`false`;
  return sql`(${subscribers.ownGroupsOnly} and ${isInUsedGroup(schoolId)} and not ${hasBlocks(bits)})`;
}

/** Who gets a mail to an audience now, but for those who have it already. */
function isDue(of: Audience, bits: GroupBits): SQL | undefined {
  return and(isReachable, sql`not ${hasDigest}`, sql`not ${isOthers(of, bits)}`);
}

function isIn(audience: GroupChoice | null): SQL | undefined {
  if (audience === null) return undefined;
  const { any, none } = audience;
  return and(
    any.length > 0 ? isInGroups(any) : undefined,
    none.length > 0 ? not(isInGroups(none)) : undefined,
  );
}

/** How many of an audience a newsletter would reach now, and why it would not reach the others. */
export interface AudienceCounts {
  readonly recipients: number;
  readonly alreadySent: number;
  readonly withDigest: number;
  readonly ownGroupsOnly: number;
  readonly left: number;
  readonly refused: number;
  /** The recipients by their groups. */
  readonly byGroups: readonly { readonly bits: bigint | null; readonly families: number }[];
}

/** Counts an audience. `bits` are of the groups that the newsletter's blocks are for. */
export async function countAudience(
  database: Database,
  sending: Sending,
  bits: GroupBits,
): Promise<AudienceCounts> {
  const rows = await database.forSchool(sending.schoolId, () => countSets(database, sending, bits));
  const sum = (wanted: (row: (typeof rows)[number]) => number) =>
    rows.reduce((before, row) => before + wanted(row), 0);
  const unsent = rows.filter(({ hasIt }) => !hasIt);
  return {
    recipients: sum(({ due, hasIt }) => (hasIt ? 0 : due)),
    alreadySent: sum(({ reachable, hasIt }) => (hasIt ? reachable : 0)),
    withDigest: sum(({ withDigest, hasIt }) => (hasIt ? 0 : withDigest)),
    ownGroupsOnly: sum(({ others, hasIt }) => (hasIt ? 0 : others)),
    left: sum(({ left }) => left),
    refused: sum(({ refused }) => refused),
    byGroups: unsent.flatMap(({ bits: own, due }) =>
      due === 0 ? [] : [{ bits: own === null ? null : BigInt(own), families: due }],
    ),
  };
}

/**
 * The same counts for those who have the newsletter and those who have not, by their bits. The list is read once, and counted by what
 * decides: whatever is asked of a family is asked of each such set of them, not of each family.
 */
async function countSets(database: Database, sending: Sending, bits: GroupBits) {
  const orm = database.orm();
  const withIt = orm
    .select({ subscriberId: recipients.subscriberId })
    .from(recipients)
    .where(
      and(
        eq(recipients.schoolId, sending.schoolId),
        eq(recipients.newsletterId, sending.newsletterId),
        inArray(recipients.state, ['waiting', 'sending', 'sent']),
        isNotNull(recipients.subscriberId),
      ),
    );
  // Not a join: just after thousands were added PostgreSQL expects one, and would compare each of the list with each of them.
  const members = orm
    .select({
      groupIds: subscribers.groupIds,
      status: subscribers.status,
      monthlyDigest: subscribers.monthlyDigest,
      ownGroupsOnly: subscribers.ownGroupsOnly,
      bouncedAt: subscribers.bouncedAt,
      hasIt: sql<boolean>`${subscribers.id} in (${withIt})`.as('has_it'),
    })
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, sending.schoolId), isIn(sending.audience)))
    .as('members');
  const keys = [members.groupIds, members.status, members.monthlyDigest, members.ownGroupsOnly];
  // By the table's own name, so that the conditions on its columns hold for a set, too.
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
      // Numbers of 64 bits are no JavaScript numbers.
      bits: sql<string | null>`${bitsOfGroups(bits, subscribers.groupIds)}::text`.as('bits'),
      hasIt: sets.hasIt,
      due: of(isDue(sending, bits)),
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
 * Adds a recipient for each of the delivery's audience whom the newsletter can reach and has not; returns their number. Those who
 * read the same come together.
 */
export async function addRecipients(
  database: Database,
  sending: Sending & Pick<ShownDelivery, 'id'>,
  bits: GroupBits,
  now: Date,
): Promise<number> {
  const { id, schoolId, newsletterId, audience } = sending;
  const own = eq(subscribers.schoolId, schoolId);
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const set = orm.selectDistinct({ groupIds: subscribers.groupIds }).from(subscribers).where(own).as('one');
    // Materialised: PostgreSQL may expect a list just imported to be short, and look for its sets again for each of it.
    const { rowCount } = await orm.execute(sql`
      with each_set (group_ids, bits) as materialized
        (select ${set.groupIds}, ${bitsOfGroups(bits, set.groupIds)} from ${set})
      insert into ${recipients} (delivery_id, school_id, newsletter_id, subscriber_id, due_at, group_bits)
      select ${id}, ${schoolId}, ${newsletterId}, ${subscribers.id}, ${now.toISOString()}, each_set.bits
      from ${subscribers} join each_set on each_set.group_ids = ${subscribers.groupIds}
      where ${and(own, isDue(sending, bits), sql`not ${hasReceived(newsletterId)}`, isIn(audience))}
      order by each_set.bits nulls first, ${subscribers.createdAt}, ${subscribers.id}
      on conflict do nothing`);
    return rowCount ?? 0;
  });
}

/** A newsletter of a digest, and the groups that its blocks are for. */
interface BitsItem {
  readonly schoolId: string;
  readonly item: DigestItem;
  readonly bits: GroupBits;
}

async function withBits(
  database: Database,
  schoolId: string,
  items: readonly DigestItem[],
): Promise<readonly BitsItem[]> {
  const targets = items.map((item) => item.targets ?? []);
  const all = await bitsOfTargets(database, schoolId, targets);
  return items.map((item, index) => ({ schoolId, item, bits: all[index] ?? [] }));
}

/** Whether somebody would have got a newsletter of a digest, and did not. */
function isForReader({ schoolId, item: { newsletterId, audience, again }, bits }: BitsItem): SQL | undefined {
  return and(
    again === undefined ? undefined : wasMissed(again),
    isIn(audience) ?? sql`true`,
    sql`not ${isOthers({ schoolId, audience }, bits)}`,
    sql`not ${hasReceived(newsletterId)}`,
  );
}

/** Adds a recipient for each subscriber with a digest for whom something is in this one; returns their number. */
export async function addDigestRecipients(
  database: Database,
  { id, schoolId }: Pick<Delivery, 'id' | 'schoolId'>,
  items: readonly DigestItem[],
  now: Date,
): Promise<number> {
  if (items.length === 0) return 0;
  const wanted = or(...(await withBits(database, schoolId, items)).map(isForReader));
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

/** An item of a digest for one subscriber, with those of the groups that its blocks are for in which they are. */
export interface ReadersItem {
  readonly item: DigestItem;
  readonly groups: readonly string[];
}

/** The items of a digest that are for one subscriber, each newsletter once. */
export async function findDigestItems(
  database: Database,
  schoolId: string,
  subscriberId: string,
  items: readonly DigestItem[],
): Promise<readonly ReadersItem[]> {
  const each = await withBits(database, schoolId, items);
  const wanted = each.map((one) => sql`coalesce(${isForReader(one)}, false)`);
  // Numbers of 64 bits are no JavaScript numbers.
  const bits = each.map((one) => sql`(${bitsOfGroups(one.bits, subscribers.groupIds)})::text`);
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
}

/** Looks again in which groups those are who still wait, as another edition may be for other groups. */
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

/** A page of a delivery's failed and skipped recipients, latest first. Deleted subscribers are counted elsewhere only. */
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
/** A failed recipient with their subscriber. */
export type FailureRow = Awaited<ReturnType<typeof listFailures>>['rows'][number];

/** A page of what a subscriber was sent, or is to be sent, latest first; as long as it is kept who got what. */
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
/** What a subscriber was sent, with its delivery. */
export type MailToRow = Awaited<ReturnType<typeof listMailsTo>>['rows'][number];
