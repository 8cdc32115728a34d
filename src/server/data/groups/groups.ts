import { and, eq, inArray, isNull } from 'drizzle-orm';
import { compareGroupNames } from '#contract/groups/group-names.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  subscriberGroupMembers as members,
  subscriberGroups,
} from '#server/platform/db/schema/subscribers.ts';

/** The queries on groups that several features share: the list of subscribers, the sending and the archive. */

export type Group = typeof subscriberGroups.$inferSelect;
/** A subscriber's group. */
export type GroupOfSubscriber = Pick<Group, 'id' | 'name'>;

const used = (schoolId: string) =>
  and(eq(subscriberGroups.schoolId, schoolId), isNull(subscriberGroups.retiredAt));

/** The groups in use of each of these subscribers, by subscriber and in the order of lists. */
export async function findGroupsOf(
  database: Database,
  schoolId: string,
  subscriberIds: readonly string[],
): Promise<ReadonlyMap<string, readonly GroupOfSubscriber[]>> {
  if (subscriberIds.length === 0) return new Map();
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ of: members.subscriberId, id: subscriberGroups.id, name: subscriberGroups.name })
      .from(members)
      .innerJoin(subscriberGroups, eq(subscriberGroups.id, members.groupId))
      .where(
        and(
          used(schoolId),
          eq(members.schoolId, schoolId),
          inArray(members.subscriberId, [...subscriberIds]),
        ),
      ),
  );
  rows.sort((a, b) => compareGroupNames(a.name, b.name));
  return Map.groupBy(rows, (row) => row.of);
}

/** The names of a subscriber's groups for one cell of a table. */
export function groupCell(groups: readonly GroupOfSubscriber[] = []): string {
  return groups.map(({ name }) => name).join('; ');
}

/** All groups of a school, including the retired ones, in the order of lists. */
export async function listGroups(database: Database, schoolId: string): Promise<readonly Group[]> {
  const rows = await database.forSchool(schoolId, () =>
    database.orm().select().from(subscriberGroups).where(eq(subscriberGroups.schoolId, schoolId)),
  );
  return rows.sort((a, b) => compareGroupNames(a.name, b.name));
}
