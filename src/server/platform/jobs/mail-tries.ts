import { GIVE_UP_MS } from '#contract/deliveries.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';

/** The number and times of attempts for a mail that is not a newsletter. Pure. Newsletters have `deliveries/worker/retry.ts`. */

// In seconds. A person who waits for a link gets it soon after the process that should have mailed it was killed; a
// repaired mail server gets the mails within half an hour.
const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 30 * 60;

/** The shortest delay before the nth retry: the queue doubles it, and randomly extends it to up to twice as long. */
function shortestDelay(nth: number): number {
  return Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** (nth - 1));
}

/** The number of retries with which the last one does not come before the time has passed. */
export function triesWithin(ms: number): number {
  let tries = 0;
  for (let seconds = 0; seconds * SECOND_MS < ms; seconds += shortestDelay(tries)) tries += 1;
  return tries;
}

/** The limits of every queue of mails: as long as newsletters are tried. */
export const MAIL_TRIES = {
  retries: triesWithin(GIVE_UP_MS),
  retryDelay: FIRST_SECONDS,
  retryDelayMax: LONGEST_SECONDS,
} as const;
