import { isInTerm, type TermRange } from '#contract/rhythm/issue-days.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';

/** The time of day of reminders, in the school's zone. */
const REMINDER_TIME = '08:00';

/** A school's time zone and terms, which decide on what days people are there. */
export interface SchoolDays {
  readonly timeZone: string;
  readonly terms: readonly TermRange[];
}

/**
 * The moment to remind a person of a part: in the morning of the last school day before it is due, or of the due day itself. Null if
 * no such morning is left: then the person has only just been given the part.
 */
export function reminderMoment(school: SchoolDays, dueOn: string, now: Date): Date | null {
  const { timeZone } = school;
  const today = dayIn(timeZone, now);
  let before = addDays(dueOn, -1);
  while (before > today && !isSchoolDay(school, before)) before = addDays(before, -1);
  const moments = [before, dueOn]
    .filter((day) => isSchoolDay(school, day))
    .map((day) => momentIn(timeZone, day, REMINDER_TIME));
  return moments.find((moment) => moment > now) ?? null;
}

/** Whether people are at school on a day (`YYYY-MM-DD`): a weekday in term. */
export function isSchoolDay({ terms }: SchoolDays, day: string): boolean {
  const number = new Date(`${day}T00:00:00Z`).getUTCDay();
  return number !== 0 && number !== 6 && isInTerm(day, terms);
}
