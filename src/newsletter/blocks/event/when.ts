import { shortDay } from '#newsletter/values/dates.ts';

/** When an event is, in words. */

type Times = {
  readonly date: string;
  readonly last_day?: string | undefined;
  readonly time?: string | undefined;
  readonly end?: string | undefined;
};

/** 'a to b' in the newsletter's language. */
type FromTo = (start: string, end: string) => string;

/**
 * As '09:10 to 11:30', or 'Mon 5 Oct, 09:00 to Wed 7 Oct' for several days; empty for one day without a time. Days show
 * their year unless it is `year`, or are as `dayOf` writes them.
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
    readonly words: { readonly fromTo: FromTo };
  },
  dayOf: (day: string) => string = (day) => shortDay(day, language, year ?? day.slice(0, 4)),
): string {
  // While it is typed, an end may come before its beginning: it is not shown.
  const lastDay = last_day !== undefined && last_day > date ? last_day : undefined;
  const isBackwards = lastDay === undefined && time !== undefined && end !== undefined && end <= time;
  const from = [lastDay === undefined ? '' : dayOf(date), time];
  const to = [lastDay === undefined ? '' : dayOf(lastDay), isBackwards ? '' : end];
  const [start = '', last = ''] = [from, to].map((parts) => parts.filter(Boolean).join(', '));
  return start === '' || last === '' ? start + last : words.fromTo(start, last);
}
