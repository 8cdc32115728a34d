import { GIVE_UP_MS } from '#contract/deliveries.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';

/** How often a mail that is no newsletter is tried, and when. Pure. Newsletters have `deliveries/worker/retry.ts`. */

// In seconds. Whoever waits for a link has it soon after the process that was to mail it was killed; a mail server that is repaired has
// the mails within half an hour.
const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 30 * 60;

/** The shortest delay before the nth try again: the queue doubles it, and puts it off at random up to twice as long. */
function shortestDelay(nth: number): number {
  return Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** (nth - 1));
}

/** How often to try again, so that the last try is not before the time is over. */
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
