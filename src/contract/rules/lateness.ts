import { HOUR_MS } from '#newsletter/values/durations.ts';

/** How late something may still go to families by itself. After that a person sends or cancels it. */
const SENT_LATE_MS = 3 * HOUR_MS;

/** Whether something is too late to go to families without a person's decision. */
export function isTooLate(due: Date, now: Date): boolean {
  return now.getTime() - due.getTime() > SENT_LATE_MS;
}
