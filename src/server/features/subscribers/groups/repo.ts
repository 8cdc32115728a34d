import { and, count, eq, type SQL, sql, sum } from 'drizzle-orm';
import type { Group } from '#server/data/groups/groups.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import {
  subscriberGroupMembers as members,
  mergedGroups,
  subscriberGroups,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';

/** The number of members of a group, and the number of those that a newsletter reaches. */
export interface GroupCounts {
  readonly members: number;
  readonly families: number;
}

/** The numbers for all groups that have members, by group: one query for any number of groups, which reads each set of groups once. */
export async function countMembers(
  database: Database,
  schoolId: string,
): Promise<ReadonlyMap<string, GroupCounts>> {
  const isReached = sql`${subscribers.status} = 'subscribed' and ${subscribers.bouncedAt} is null`;
  const id = sql<string>`each_group.id`;
  const rows = await database.forSchool(schoolId, () => {
    const orm = database.orm();
    const set = orm
      .select({
        groupIds: subscribers.groupIds,
        members: count().as('members'),
        families: sql`count(*) filter (where ${isReached})`.as('families'),
      })
      .from(subscribers)
      .where(eq(subscribers.schoolId, schoolId))
      .groupBy(subscribers.groupIds)
      .as('each_set');
    return orm
      .select({ id, members: sum(set.members).mapWith(Number), families: sum(set.families).mapWith(Number) })
      .from(set)
      .crossJoin(sql`unnest(${set.groupIds}) as each_group (id)`)
      .groupBy(id);
  });
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertGroup(
  database: Database,
  row: typeof subscriberGroups.$inferInsert,
): Promise<Group> {
  return returnedRow(await database.orm().insert(subscriberGroups).values(row).returning());
}

export async function updateGroup(
  database: Database,
  { schoolId, id }: Pick<Group, 'schoolId' | 'id'>,
  changes: Partial<Pick<Group, 'name' | 'nameKey' | 'retiredAt' | 'isOffered'>>,
): Promise<void> {
  await database.orm().update(subscriberGroups).set(changes).where(own(schoolId, id));
}

export async function deleteGroupRow(
  database: Database,
  { schoolId, id }: Pick<Group, 'schoolId' | 'id'>,
): Promise<void> {
  await database.orm().delete(subscriberGroups).where(own(schoolId, id));
}

/** Puts everybody in one group into another one as well. */
export async function copyMembers(
  database: Database,
  schoolId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  await database.orm().execute(sql`
    insert into ${members} (school_id, group_id, subscriber_id)
    select school_id, ${into}, subscriber_id from ${members}
    where school_id = ${schoolId} and group_id = ${from}
    on conflict do nothing`);
}

/** The ids of groups that were merged into each group. */
export async function findMerged(
  database: Database,
  schoolId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: mergedGroups.id, intoId: mergedGroups.intoId })
      .from(mergedGroups)
      .where(eq(mergedGroups.schoolId, schoolId)),
  );
  const found = Map.groupBy(rows, ({ intoId }) => intoId);
  return new Map([...found].map(([into, of]) => [into, of.map(({ id }) => id)]));
}

/** Makes blocks for a group count as for the group that it is merged into, as well as those for groups merged into it before. */
export async function recordMerge(
  database: Database,
  schoolId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  const orm = database.orm();
  const before = and(eq(mergedGroups.schoolId, schoolId), eq(mergedGroups.intoId, from));
  await orm.update(mergedGroups).set({ intoId: into }).where(before);
  await orm.insert(mergedGroups).values({ id: from, schoolId, intoId: into });
}

/**
 * Gives a subscriber exactly these groups in use. Retired ones stay as they are: their members are members again when they are
 * brought back. Returns how many of the given groups the school has.
 */
export async function setGroupsOf(
  database: Database,
  schoolId: string,
  subscriberId: string,
  groupIds: readonly string[],
): Promise<number> {
  const wanted = sql`array[${sql.join(
    groupIds.map((id) => sql`${id}`),
    sql`, `,
  )}]::uuid[]`;
  const usedGroups = sql`select id from ${subscriberGroups} where school_id = ${schoolId} and retired_at is null`;
  const orm = database.orm();
  await orm.execute(sql`
    delete from ${members} where school_id = ${schoolId} and subscriber_id = ${subscriberId}
      and group_id in (${usedGroups}) and not group_id = any (${wanted})`);
  await orm.execute(sql`
    insert into ${members} (school_id, group_id, subscriber_id)
    select ${schoolId}, id, ${subscriberId} from (${usedGroups}) as used where id = any (${wanted})
    on conflict do nothing`);
  // The school has put them back into groups that they had left.
  await orm.execute(sql`
    update ${subscribers} set left_group_ids = array(
      select each from unnest(left_group_ids) as each where not each = any (${wanted}))
    where school_id = ${schoolId} and id = ${subscriberId} and left_group_ids && ${wanted}`);
  return await orm.$count(
    subscriberGroups,
    sql`${subscriberGroups.schoolId} = ${schoolId} and ${subscriberGroups.retiredAt} is null and ${subscriberGroups.id} = any (${wanted})`,
  );
}

function own(schoolId: string, id: string): SQL | undefined {
  return and(eq(subscriberGroups.schoolId, schoolId), eq(subscriberGroups.id, id));
}
