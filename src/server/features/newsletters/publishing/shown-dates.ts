import { changeAt } from '#server/data/events/event-content.ts';
import { type SchoolEventRow, updateEvent } from '#server/data/events/events.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';

/** Keeps the records of dates in step with what newsletters show. See docs/decisions/035. */

/**
 * Updates the records of dates after a newsletter has changed. `records`: those of its dates, by uid;
 * `shown`: the entries of all newsletters for these dates.
 */
export async function followShown(
  database: Database,
  { now, before }: { readonly now: Date; readonly before: readonly CalendarEntry[] },
  records: ReadonlyMap<string, SchoolEventRow>,
  shown: readonly ShownTo[],
): Promise<void> {
  const uids = before.filter(({ removed }) => removed !== true).map(({ uid }) => uid);
  await withdrawUnannounced(database, now, new Set(uids.flatMap((uid) => records.get(uid) ?? [])), shown);
  await regroup(database, new Set(records.values()), shown);
}

/** Withdraws the records of dates that no newsletter shows any more, except those entered in the calendar itself. */
async function withdrawUnannounced(
  database: Database,
  now: Date,
  records: ReadonlySet<SchoolEventRow>,
  shown: readonly ShownTo[],
): Promise<void> {
  const isShown = new Set(shown.map(({ uid }) => uid));
  for (const record of records)
    if (
      record.source === 'newsletter' &&
      !record.withdrawn &&
      ![record.uid, ...record.aliases].some((uid) => isShown.has(uid))
    )
      await updateEvent(database, record, { withdrawn: true, ...changeAt(record, now) });
}

/** A date in a newsletter: its uid, and the groups that see it. */
type ShownTo = Pick<CalendarEntry, 'uid' | 'groupBlock' | 'groups'>;

/** Sets the groups of dates that only newsletters have: none (everyone) if one of them shows the date to all, else the groups of all. */
async function regroup(
  database: Database,
  records: ReadonlySet<SchoolEventRow>,
  shown: readonly ShownTo[],
): Promise<void> {
  for (const record of records) {
    const announced = shown.filter(({ uid }) => uid === record.uid || record.aliases.includes(uid));
    if (record.source !== 'newsletter' || announced.length === 0) continue;
    const each = announced.map((entry) => groupsOf(entry) ?? record.groups);
    const groups = each.some(({ length }) => length === 0) ? [] : [...new Set(each.flat())];
    if (groups.toSorted().join() !== record.groups.toSorted().join())
      await updateEvent(database, record, { groups });
  }
}

// Editions of older versions name only the block, not its groups.
function groupsOf({ groupBlock, groups }: ShownTo): readonly string[] | undefined {
  return groupBlock === undefined ? [] : groups;
}
