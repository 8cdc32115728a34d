import type { EventResource } from '#contract/calendar/events.ts';
import { longDay } from '#web/words/days.ts';

/** A date in words. */

type Attributes = EventResource['attributes'];

/** '09:15 – 10:30 · until Friday 30 October · Main hall', in parts. */
export function whenAndWhere({ time, end, last_day, place }: Attributes): readonly string[] {
  const times = time === null ? '' : end === null ? time : `${time} – ${end}`;
  const until = last_day === null ? '' : `until ${longDay(last_day)}`;
  return [times, until, place ?? ''].filter(Boolean);
}

/** The newsletters that announce the date: 'in ‘Week 5’', 'in 2 newsletters'; empty for a date of the calendar itself. */
export function announcedIn({ told_in }: Attributes): string {
  const [only, ...more] = told_in;
  if (only === undefined) return '';
  return more.length === 0 ? `in ‘${only.title}’` : `in ${told_in.length} newsletters`;
}

/** 'October', with the year unless it is the year of `today`. */
export function monthName(month: string, today: string): string {
  const year = month.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const };
  return new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC', ...year }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}
