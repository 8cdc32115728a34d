import { endsNextDay } from './when.ts';

/** The rules of an event's days and times, for event blocks and the school's calendar. */

const TIME_MESSAGES = {
  lastDay: 'Should be after the date',
  end: 'Should be after the start. Ends on a later day? Add the last day',
  start: 'Please add when it starts, or remove the end',
} as const;

/** The problems with an event's times, by field, whatever else is still missing. */
export function timeProblems({
  last_day,
  time: start,
  end,
}: {
  readonly last_day?: string | undefined;
  readonly time?: string | undefined;
  readonly end?: string | undefined;
}): { readonly time?: string; readonly end?: string } {
  if (end === undefined) return {};
  if (start === undefined) return { time: TIME_MESSAGES.start };
  const isBackwards = last_day === undefined && end <= start && !endsNextDay({ time: start, end });
  return isBackwards ? { end: TIME_MESSAGES.end } : {};
}

/** The problem with the last of several days; empty if there is none. */
export function lastDayProblem({
  date,
  last_day,
}: {
  readonly date: string;
  readonly last_day?: string | undefined;
}): { readonly last_day?: string } {
  return last_day !== undefined && last_day <= date ? { last_day: TIME_MESSAGES.lastDay } : {};
}
