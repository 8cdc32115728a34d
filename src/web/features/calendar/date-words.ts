import type { EventResource } from '#contract/calendar/events.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';

/** A date in words. */

type Attributes = EventResource['attributes'];

/** '09:15 – 10:30 · until Friday 30 October · Main hall', in parts. */
export function whenAndWhere({ time, end, last_day, place }: Attributes): readonly string[] {
  const times = time === null ? '' : end === null ? time : `${time} – ${end}`;
  const until = last_day === null ? '' : `until ${formatWeekday(last_day)}`;
  return [times, until, place ?? ''].filter(Boolean);
}

/** The newsletters that announce the date: 'in ‘Week 5’', 'in 2 newsletters'; empty for a date of the calendar itself. */
export function announcedIn({ told_in }: Attributes): string {
  const [only, ...more] = told_in;
  if (only === undefined) return '';
  return more.length === 0 ? `in ‘${only.title}’` : `in ${told_in.length} newsletters`;
}
