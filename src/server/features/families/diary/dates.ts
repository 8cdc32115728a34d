import { compareGroupNames } from '#contract/groups/group-names.ts';
import { isPublicDate } from '#newsletter/events/public-dates.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { listEvents, type SchoolEventRow } from '#server/data/events/events.ts';
import { currentGroups, groupsInUse } from '#server/data/groups/current-groups.ts';
import type { Group } from '#server/data/groups/groups.ts';
import { listTermDates } from '#server/data/rhythm/rhythm.ts';
import type { School } from '#server/data/schools.ts';
import { readableSlug } from '#server/platform/readable-slug.ts';

/** The dates in the diary and its calendars. */

/** The days for which calendars keep past dates. */
const KEPT_DAYS = 366;
const ID_LENGTH = 8;

export interface Diary {
  /** Today in the school's time zone. */
  readonly today: string;
  /** The dates from a year ago on, in order; withdrawn ones too. */
  readonly events: readonly SchoolEventRow[];
  /** The groups in use with public dates, in the order of lists. */
  readonly groups: readonly Group[];
}

/** The dates of a group and of the whole school; without a group, those that everybody may see. */
export async function readDiary(
  { database, clock }: AppContext,
  school: School,
  group: Group | null,
): Promise<Diary> {
  const today = dayIn(school.timeZone, clock.now());
  const from = addDays(today, -KEPT_DAYS);
  const recent = await listEvents(database, school.id, from);
  const holidays = (await listTermDates(database, school.id)).filter(({ kind }) => kind === 'holiday');
  const all = await currentGroups(database, school.id);
  const inUse = groupsInUse(all);
  const isPublic = ({ groups }: SchoolEventRow) => isPublicDate(groups, inUse);
  const own = group === null ? recent.filter(isPublic) : recent.filter((event) => isFor(event, group));
  const events = [...own, ...holidays.filter(({ lastOn }) => lastOn >= from).map(holidayEvent)];
  const named = recent.filter((event) => !event.withdrawn && isPublic(event));
  const shown = new Set(named.flatMap(({ groups }) => groups));
  const used = inUse.filter(({ id }) => shown.has(id) && isPublicDate([id], inUse));
  return {
    today,
    events: events.sort((one, other) => orderOf(one).localeCompare(orderOf(other), 'en')),
    groups: used.sort((one, other) => compareGroupNames(one.name, other.name)),
  };
}

function orderOf({ date, time, title }: SchoolEventRow): string {
  return `${date} ${time ?? ''} ${title}`;
}

// Term dates are added and removed, never changed.
const UNCHANGED = new Date('2026-01-01T00:00:00Z');

function holidayEvent({ id, schoolId, name, firstOn, lastOn }: HolidayRow): SchoolEventRow {
  return {
    ...{ id, schoolId, uid: `${schoolId}.${id}`, aliases: [], title: name, description: '' },
    ...{ date: firstOn, lastDay: lastOn > firstOn ? lastOn : null, time: null, end: null, place: null },
    ...{ groups: [], isCancelled: false, source: 'calendar' as const, importUid: null, sequence: 0 },
    ...{ changedAt: UNCHANGED, publishedAt: null, withdrawn: false, forms: [], createdAt: UNCHANGED },
  };
}

type HolidayRow = Awaited<ReturnType<typeof listTermDates>>[number];

/** A group's part of the diary's addresses: readable, and permanent even if the group is renamed. */
export function groupAddress({ id, name }: Pick<Group, 'id' | 'name'>): string {
  return [readableSlug(name, 'group'), id.slice(0, ID_LENGTH)].join('-');
}

/**
 * The group at an address, also one with an earlier name; null if there is none. A retired group keeps its dates for families who follow
 * them. The address of a merged group leads to the one that it was merged into (`isMerged`).
 */
export async function findGroupAt(
  { database }: AppContext,
  schoolId: string,
  address: string,
): Promise<{ readonly group: Group; readonly isMerged: boolean } | null> {
  const end = address.slice(-ID_LENGTH);
  const all = await currentGroups(database, schoolId);
  const [id, group] = [...all].find(([each]) => each.slice(0, ID_LENGTH) === end) ?? [];
  return group === undefined ? null : { group, isMerged: group.id !== id };
}

/** Whether a date is for a group, or for the whole school. */
function isFor({ groups }: SchoolEventRow, { id }: Group): boolean {
  return groups.length === 0 || groups.includes(id);
}

/** A date's title in the whole school's calendar, with its groups unless it names them: 'Swimming (Year 4)'. */
export function titleWithGroups({ title, groups: ids }: SchoolEventRow, groups: readonly Group[]): string {
  const names = groups.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const unnamed = names.filter((name) => !title.toLowerCase().includes(name.toLowerCase()));
  return unnamed.length === 0 ? title : `${title} (${unnamed.join(', ')})`;
}
