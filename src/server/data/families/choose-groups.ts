import { and, eq, sql } from 'drizzle-orm';
import type { Group } from '#server/data/groups/groups.ts';
import type { Subscriber } from '#server/data/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  subscriberGroupMembers as members,
  subscriberGroups,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';

/** A family's own choice of groups. */

/**
 * Puts a subscriber into exactly these of the offered groups; other groups stay as they are. Groups that they leave are
 * noted, so that no import puts them back.
 */
export async function chooseGroups(
  database: Database,
  { schoolId, id }: Pick<Subscriber, 'schoolId' | 'id'>,
  offered: readonly Group[],
  chosen: readonly string[],
): Promise<void> {
  const into = offered.filter((group) => chosen.includes(group.id)).map((group) => group.id);
  const outOf = offered.filter((group) => !chosen.includes(group.id)).map((group) => group.id);
  const orm = database.orm();
  const removed = await orm.execute<{ group_id: string }>(sql`
    delete from ${members} where school_id = ${schoolId} and subscriber_id = ${id} and group_id = any (${idList(outOf)})
    returning group_id`);
  await orm.execute(sql`
    insert into ${members} (school_id, group_id, subscriber_id)
    select ${schoolId}, id, ${id} from ${subscriberGroups} where school_id = ${schoolId} and id = any (${idList(into)})
    on conflict do nothing`);
  const removedIds = removed.rows.map(({ group_id }) => group_id);
  await orm.execute(sql`
    update ${subscribers} set left_group_ids = array(
      select distinct each from unnest(left_group_ids || ${idList(removedIds)}) as each where not each = any (${idList(into)}))
    where ${and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, id))}`);
}

/** Makes an array of ids in SQL. */
function idList(ids: readonly string[]) {
  return sql`array[${sql.join(
    ids.map((one) => sql`${one}`),
    sql`, `,
  )}]::uuid[]`;
}
