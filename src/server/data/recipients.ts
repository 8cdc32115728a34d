import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { GroupChoice } from '#contract/groups/audience.ts';
import { bitsOfTargets } from '#server/data/groups/block-targets.ts';
import { bitsOfSubscriber, type GroupBits, groupsOfBits } from '#server/data/groups/group-bits.ts';
import type { Database } from '#server/platform/db/client.ts';
import { type DigestItem, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { familySettings } from '#server/platform/db/schema/families.ts';
import {
  subscriberGroupMembers as members,
  subscriberGroups,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';
import { offsetOf, type WantedPage } from '#server/platform/paging.ts';
import type { Delivery, ShownDelivery } from './deliveries.ts';

/** Subscribers as recipients: who a newsletter would reach, who it goes to, and who did not get it. */

const isReachable = and(eq(subscribers.status, 'subscribed'), isNull(subscribers.bouncedAt));
const hasReceived = (newsletterId: string) =>
  sql`exists (select from ${recipients} r where r.newsletter_id = ${newsletterId} and r.subscriber_id = ${subscribers.id} and r.state in ('waiting', 'sending', 'sent'))`;

const isInGroups = (groups: readonly string[]) =>
  sql`exists (select from ${members} m where m.school_id = ${subscribers.schoolId} and m.subscriber_id = ${subscribers.id}
    and m.group_id in ${groups})`;

/** Who gets one mail a month in place of each newsletter, as long as their school sends one. */
const hasDigest = sql`(${subscribers.monthlyDigest} and exists (select from ${familySettings} f
  where f.school_id = ${subscribers.schoolId} and f.digest_weekday is not null))`;

/**
 * Who wants no mails but to their groups, of a mail to everybody without a block for one of these. Who is in no group has none to
 * go by, and gets it.
 */
function isOthers(audience: GroupChoice | null, bits: GroupBits): SQL {
  if (audience !== null && audience.any.length > 0) return sql`false`;
  const hasNoBlock = bits.length === 0 ? sql`` : sql`and ${bitsOfSubscriber(bits)} is null`;
  return sql`(${subscribers.ownGroupsOnly} and exists (select from ${members} m join ${subscriberGroups} g on g.id = m.group_id
    and g.retired_at is null where m.school_id = ${subscribers.schoolId} and m.subscriber_id = ${subscribers.id}) ${hasNoBlock})`;
}

/** Who gets a mail to an audience now, but for those who have it already. */
function isDue(audience: GroupChoice | null, bits: GroupBits): SQL | undefined {
  return and(isReachable, sql`not ${hasDigest}`, sql`not ${isOthers(audience, bits)}`);
}

function isIn(audience: GroupChoice | null): SQL | undefined {
  if (audience === null) return undefined;
  const { any, none } = audience;
  return and(
    any.length > 0 ? isInGroups(any) : undefined,
    none.length > 0 ? sql`not ${isInGroups(none)}` : undefined,
  );
}

type Sending = Pick<ShownDelivery, 'schoolId' | 'newsletterId' | 'audience'>;

/**
 * How many of an audience a newsletter would reach now, and why it would not reach the others. `bits` are of the groups that its
 * blocks are for.
 */
export async function countAudience(
  database: Database,
  { schoolId, newsletterId, audience }: Sending,
  bits: GroupBits,
) {
  const of = (wanted: SQL | undefined) => sql<number>`count(*) filter (where ${wanted})`.mapWith(Number);
  return await database.forSchool(schoolId, async () => {
    const [row] = await database
      .orm()
      .select({
        recipients: of(and(isDue(audience, bits), sql`not ${hasReceived(newsletterId)}`)),
        alreadySent: of(and(isReachable, hasReceived(newsletterId))),
        withDigest: of(and(isReachable, hasDigest, sql`not ${hasReceived(newsletterId)}`)),
        ownGroupsOnly: of(
          and(
            isReachable,
            sql`not ${hasDigest}`,
            isOthers(audience, bits),
            sql`not ${hasReceived(newsletterId)}`,
          ),
        ),
        left: of(eq(subscribers.status, 'unsubscribed')),
        refused: of(and(eq(subscribers.status, 'subscribed'), sql`${subscribers.bouncedAt} is not null`)),
      })
      .from(subscribers)
      .where(and(eq(subscribers.schoolId, schoolId), isIn(audience)));
    return row ?? { recipients: 0, alreadySent: 0, withDigest: 0, ownGroupsOnly: 0, left: 0, refused: 0 };
  });
}

/**
 * Adds a recipient for each of the delivery's audience whom the newsletter can reach and has not; returns their number. Those who
 * read the same come together.
 */
export async function addRecipients(
  database: Database,
  { id, schoolId, newsletterId, audience }: Sending & Pick<ShownDelivery, 'id'>,
  bits: GroupBits,
  now: Date,
): Promise<number> {
  return await database.forSchool(schoolId, async () => {
    const { rowCount } = await database.orm().execute(sql`
      insert into ${recipients} (delivery_id, school_id, newsletter_id, subscriber_id, due_at, group_bits)
      select ${id}, ${schoolId}, ${newsletterId}, ${subscribers.id}, ${now.toISOString()}, ${bitsOfSubscriber(bits)} as bits
      from ${subscribers}
      where ${and(eq(subscribers.schoolId, schoolId), isDue(audience, bits), sql`not ${hasReceived(newsletterId)}`, isIn(audience))}
      order by bits nulls first, ${subscribers.createdAt}, ${subscribers.id}
      on conflict do nothing`);
    return rowCount ?? 0;
  });
}

/** A newsletter of a digest, and the groups that its blocks are for. */
interface BitsItem {
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
  return items.map((item, index) => ({ item, bits: all[index] ?? [] }));
}

/** Whether somebody would have got a newsletter of a digest, and did not. */
function isForReader({ item: { newsletterId, audience }, bits }: BitsItem): SQL | undefined {
  return and(
    isIn(audience) ?? sql`true`,
    sql`not ${isOthers(audience, bits)}`,
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
  const bits = each.map((one) => sql`(${bitsOfSubscriber(one.bits)})::text`);
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

/** How many of an audience whom the newsletter would reach now are in the same groups. */
export async function countByGroups(
  database: Database,
  { schoolId, newsletterId, audience }: Sending,
  bits: GroupBits,
): Promise<readonly { readonly bits: bigint | null; readonly families: number }[]> {
  const wanted = and(
    eq(subscribers.schoolId, schoolId),
    isDue(audience, bits),
    sql`not ${hasReceived(newsletterId)}`,
    isIn(audience),
  );
  return await database.forSchool(schoolId, async () => {
    const each = database
      .orm()
      .select({ bits: bitsOfSubscriber(bits).as('bits') })
      .from(subscribers)
      .where(wanted)
      .as('each');
    const rows = await database
      .orm()
      .select({ bits: each.bits, families: sql`count(*)`.mapWith(Number) })
      .from(each)
      .groupBy(each.bits);
    return rows.map(({ bits: found, families }) => ({
      bits: found === null ? null : BigInt(found),
      families,
    }));
  });
}

/** Looks again in which groups those are who still wait, as another edition may be for other groups. */
export async function renewGroupBits(
  database: Database,
  { id, schoolId }: Pick<Delivery, 'id' | 'schoolId'>,
  bits: GroupBits,
): Promise<void> {
  const own = database
    .orm()
    .select({ bits: bitsOfSubscriber(bits) })
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
