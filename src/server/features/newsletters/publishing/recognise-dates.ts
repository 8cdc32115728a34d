import { isSameOnCalendar } from '#server/data/events/event-content.ts';
import {
  findEventsById,
  findEventsByUid,
  findEventsOn,
  isSameEvent,
  type SchoolEventRow,
  updateEvent,
} from '#server/data/events/events.ts';
import type { Database } from '#server/platform/db/client.ts';
import { type AnnouncedEvent, isSameTime } from './announced-dates.ts';

/** Recognises which of the school's dates a newsletter announces. */

/**
 * The records of the dates that a newsletter announces, by its uids. A record is found by its uid, or else by its id, by day and title, by
 * an earlier form, or by the day and title that the row was copied with, unless the author has marked the two as different.
 */
export async function findAnnounced(
  database: Database,
  schoolId: string,
  announced: readonly AnnouncedEvent[],
): Promise<ReadonlyMap<string, SchoolEventRow>> {
  const uids = announced.map(({ uid }) => uid);
  const known = await findEventsByUid(database, schoolId, uids);
  const unknown = announced.filter(({ uid }) => !known.has(uid));
  const sameDay = await findEventsOn(
    database,
    schoolId,
    unknown.flatMap(({ date, base }) => [date, ...(base === null ? [] : [base.date])]),
  );
  const ids = unknown.flatMap(({ uid }) => idOf(schoolId, uid) ?? []);
  const chosen = await findEventsById(database, schoolId, ids);
  const found = unknown.flatMap((event): (readonly [string, SchoolEventRow])[] => {
    const others = sameDay.filter((row) => !isApart(row, event));
    const same =
      chosen.find(({ id }) => id === idOf(schoolId, event.uid)) ??
      others.find((row) => isSameEvent(row, event)) ??
      others.find(({ forms }) => forms.some((form) => isSameOnCalendar(form, event))) ??
      others.find((row) => event.base !== null && isSameEvent(row, event.base));
    return same === undefined ? [] : [[event.uid, same]];
  });
  return eachItsOwn(announced, new Map([...known, ...found]));
}

// Two sessions on one day with the same title are two dates.
function eachItsOwn(
  announced: readonly AnnouncedEvent[],
  known: ReadonlyMap<string, SchoolEventRow>,
): ReadonlyMap<string, SchoolEventRow> {
  const firsts = new Map<string, AnnouncedEvent>();
  for (const event of announced) {
    const row = known.get(event.uid);
    if (row !== undefined && (!firsts.has(row.id) || row.uid === event.uid)) firsts.set(row.id, event);
  }
  return new Map(
    announced.flatMap((event) => {
      const row = known.get(event.uid);
      if (row === undefined || !isSameTime(firsts.get(row.id) ?? event, event)) return [];
      return [[event.uid, row] as const];
    }),
  );
}

/**
 * The same. Each record stores the new uid, so that it stays the same event when either of them changes. Call it under
 * `lockCalendar`.
 */
export async function recognise(
  database: Database,
  schoolId: string,
  announced: readonly AnnouncedEvent[],
): Promise<ReadonlyMap<string, SchoolEventRow>> {
  const found = await findAnnounced(database, schoolId, announced);
  const unknown = announced.filter(({ uid }) => !found.has(uid)).map(({ uid }) => uid);
  const rows = new Map(await splitOff(database, schoolId, unknown));
  for (const [uid, same] of found) {
    const row = rows.get(same.id) ?? same;
    const isKnown = row.uid === uid || row.aliases.includes(uid);
    const learnt = isKnown ? row : await updateEvent(database, row, { aliases: [...row.aliases, uid] });
    rows.set(same.id, learnt ?? row);
  }
  return new Map([...found].map(([uid, same]) => [uid, rows.get(same.id) ?? same]));
}

/** Removes uids of rows that were copies of a record's date, and are other dates now. Returns the changed records, by id. */
async function splitOff(
  database: Database,
  schoolId: string,
  uids: readonly string[],
): Promise<ReadonlyMap<string, SchoolEventRow>> {
  const known = await findEventsByUid(database, schoolId, uids);
  const changed = new Map<string, SchoolEventRow>();
  for (const uid of uids) {
    const found = known.get(uid);
    const row = found && (changed.get(found.id) ?? found);
    if (row === undefined || !row.aliases.includes(uid)) continue;
    const aliases = row.aliases.filter((alias) => alias !== uid);
    changed.set(row.id, (await updateEvent(database, row, { aliases })) ?? row);
  }
  return changed;
}

// A date that no newsletter has announced yet is chosen by its id.
function idOf(schoolId: string, uid: string): string | null {
  const hex = uid.slice(schoolId.length + 1);
  if (!uid.startsWith(`${schoolId}.`) || !/^[0-9a-f]{32}$/.test(hex)) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function isApart({ schoolId, id, uid, aliases }: SchoolEventRow, { apart }: AnnouncedEvent): boolean {
  const uids = [uid, ...aliases, `${schoolId}.${id.replaceAll('-', '')}`];
  return uids.some((each) => apart.includes(each));
}
