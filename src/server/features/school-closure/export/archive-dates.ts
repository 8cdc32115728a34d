import type { AppContext } from '#server/context.ts';
import { calendarFile } from '#server/data/events/calendar-file.ts';
import { entryOf } from '#server/data/events/entries.ts';
import { listEvents, type SchoolEventRow } from '#server/data/events/events.ts';
import { listGroups } from '#server/data/groups/groups.ts';
import type { School } from '#server/data/schools.ts';

/** A school's dates for the archive, the first one first. */

export async function archivedDates({ database }: AppContext, schoolId: string): Promise<readonly object[]> {
  const groups = new Map((await listGroups(database, schoolId)).map(({ id, name }) => [id, name]));
  return (await shownDates({ database }, schoolId)).map((event) => ({
    title: event.title,
    description: event.description,
    date: event.date,
    last_day: event.lastDay,
    time: event.time,
    end: event.end,
    place: event.place,
    groups: event.groups.flatMap((id) => groups.get(id) ?? []),
    is_cancelled: event.isCancelled,
    source: event.source,
  }));
}

/** The dates as a calendar file. */
export async function datesFile({ database, config }: AppContext, school: School): Promise<string> {
  const events = await shownDates({ database }, school.id);
  return calendarFile({
    events: events.map((event) => entryOf(event, school.timeZone)),
    ...{ name: school.name, schoolName: school.name, productName: config.product.name },
    language: school.language,
    ...{ pageUrl: config.publicUrl, publishedAt: new Date(0) },
  });
}

async function shownDates(
  { database }: Pick<AppContext, 'database'>,
  schoolId: string,
): Promise<readonly SchoolEventRow[]> {
  return (await listEvents(database, schoolId)).filter(({ withdrawn }) => !withdrawn);
}
