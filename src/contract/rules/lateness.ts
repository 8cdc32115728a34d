import { HOUR_MS } from '#newsletter/values/durations.ts';

/** How late something may go to families by itself. After that a person sends or cancels it. */
const SENT_LATE_MS = 3 * HOUR_MS;

/** Whether what was due at a time is too late by now to go to families unasked. */
export function isTooLate(due: Date, now: Date): boolean {
  return now.getTime() - due.getTime() > SENT_LATE_MS;
}
