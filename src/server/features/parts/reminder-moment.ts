import { DAY_MS } from '#newsletter/values/durations.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';

/** The time of day of reminders, in the school's zone. */
const REMINDER_TIME = '08:00';

/**
 * When a person is reminded of a part: in the morning of the last weekday before the day on which it is due, or of that day itself.
 * Null if both have passed, as they have just been told of it.
 */
export function reminderMoment(timeZone: string, dueOn: string, now: Date): Date | null {
  const days = isWeekday(dueOn) ? [weekdayBefore(dueOn), dueOn] : [weekdayBefore(dueOn)];
  return days.map((day) => momentIn(timeZone, day, REMINDER_TIME)).find((moment) => moment > now) ?? null;
}

function weekdayBefore(day: string): string {
  const before = dayAfter(day, -1);
  return isWeekday(before) ? before : weekdayBefore(before);
}

function isWeekday(day: string): boolean {
  const number = new Date(`${day}T00:00:00Z`).getUTCDay();
  return number !== 0 && number !== 6;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
