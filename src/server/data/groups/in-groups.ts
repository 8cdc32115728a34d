import { arrayOverlaps, type SQL, sql } from 'drizzle-orm';
import { subscriberGroups, subscribers } from '#server/platform/db/schema/subscribers.ts';

/** Conditions on subscribers by their groups. */

/** Whether a subscriber is in one of these groups, retired or not. */
export function isInGroups(groups: readonly string[]): SQL {
  return arrayOverlaps(subscribers.groupIds, [...groups]);
}

/** Whether a subscriber is in a group that is in use. The retired groups are read once, not for each subscriber. */
export function isInUsedGroup(schoolId: string): SQL {
  return sql`not (${subscribers.groupIds} <@ array(select ${subscriberGroups.id} from ${subscriberGroups}
    where ${subscriberGroups.schoolId} = ${schoolId} and ${subscriberGroups.retiredAt} is not null))`;
}
