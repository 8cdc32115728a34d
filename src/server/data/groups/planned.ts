import { and, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { timings } from '#server/platform/db/schema/timings.ts';

/** Whether an open sending or timed publishing is for a group, or for all families but the group. */
export async function isGroupPlanned(
  database: Database,
  schoolId: string,
  groupId: string,
): Promise<boolean> {
  const names = (choice: SQLWrapper): SQL => {
    const group = sql`to_jsonb(${groupId}::text)`;
    return sql`(${choice} -> 'any' @> ${group} or ${choice} -> 'none' @> ${group})`;
  };
  const waiting = and(
    eq(deliveries.schoolId, schoolId),
    inArray(deliveries.status, ['scheduled', 'paused']),
    isNull(deliveries.startedAt),
    names(deliveries.audience),
  );
  const timed = and(
    eq(timings.schoolId, schoolId),
    inArray(timings.status, ['planned', 'held']),
    names(sql`${timings.mail} -> 'groups'`),
  );
  const orm = database.orm();
  return (await orm.$count(deliveries, waiting)) > 0 || (await orm.$count(timings, timed)) > 0;
}
