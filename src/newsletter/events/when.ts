import { commaOf } from '#newsletter/values/comma.ts';
import { shortDay } from '#newsletter/values/dates.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { fill } from '#newsletter/words/words-in.ts';

/** The time of an event, in words. */

type Times = {
  readonly date: string;
  readonly last_day?: string | undefined;
  readonly time?: string | undefined;
  readonly end?: string | undefined;
};

/** The longest event, in hours, that may end past midnight without saying so: if it is longer, its end is more likely a typing error. */
const NIGHT_HOURS = 12;

/** Whether an event ends past midnight, on the day after its date. */
export function endsNextDay({ last_day, time, end }: Omit<Times, 'date'>): boolean {
  if (last_day !== undefined || time === undefined || end === undefined || end > time) return false;
  return 24 * 60 + minutesOf(end) - minutesOf(time) <= NIGHT_HOURS * 60;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return 60 * hours + minutes;
}

/** The last day of an event that ends after its date. */
export function laterLastDay(times: Times): string | undefined {
  if (!endsNextDay(times) || Number.isNaN(Date.parse(times.date))) return times.last_day;
  return addDays(times.date, 1);
}

/**
 * Formats times as '09:10 to 11:30', '22:00 to 01:00', or 'Mon 5 Oct, 09:00 to Wed 7 Oct' for several days; empty for
 * one day without a time. Days show their year unless it is `year`, or are formatted by `dayOf`.
 */
export function timesOf(
  { date, last_day, time, end }: Times,
  {
    school: { language },
    year,
    words,
  }: {
    readonly school: { readonly language: string };
    readonly year: string | null;
    readonly words: { readonly fromTo: string };
  },
  dayOf: (day: string) => string = (day) => shortDay(day, language, year ?? day.slice(0, 4)),
): string {
  // While it is typed, an end may precede its beginning: it is not shown.
  const lastDay = last_day !== undefined && last_day > date ? last_day : undefined;
  const isBackwards =
    lastDay === undefined &&
    time !== undefined &&
    end !== undefined &&
    end <= time &&
    !endsNextDay({ time, end });
  const from = [lastDay === undefined ? '' : dayOf(date), time];
  const to = [lastDay === undefined ? '' : dayOf(lastDay), isBackwards ? '' : end];
  const [start = '', last = ''] = [from, to].map((parts) => parts.filter(Boolean).join(commaOf(language)));
  return start === '' || last === '' ? start + last : fill(words.fromTo, { start, end: last });
}
