import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { endsNextDay } from './when.ts';

/** Longer events are terms, not evenings. */
const DAYS_MAX = 14;

type Several = {
  readonly date: string;
  readonly last_day?: string | undefined;
  readonly time?: string | undefined;
  readonly end?: string | undefined;
};

/**
 * The days of an event over several days whose times may apply to each day, such as two parents' evenings; empty for
 * any other. If the end is before the start, and not in the night after it, the times are those of the whole event.
 */
export function daysWithTimes({ date, last_day, time, end }: Several): readonly string[] {
  if (last_day === undefined || time === undefined || end === undefined) return [];
  if (end <= time && !endsNextDay({ time, end })) return [];
  const days = [date];
  for (let day = addDays(date, 1); day <= last_day; day = addDays(day, 1)) {
    if (days.length === DAYS_MAX) return [];
    days.push(day);
  }
  return days.length > 1 ? days : [];
}
