import { GIVE_UP_MS } from '#contract/deliveries.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';

/** When something that failed is tried again. Pure; times in milliseconds. */

// After the first, the second, … refusal of one recipient's mail; then always the last. The first is for servers that
// turn strangers away once, to see whether they come back.
const RECIPIENT_DELAYS = [1, 5, 15, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
// While our own mail server is away; short enough that a sending goes on within a minute of its return.
const SERVER_DELAYS = [5_000, 10_000, 20_000, 30_000];

/** How long a recipient waits after this many tries. */
export function recipientDelay(attempts: number): number {
  return delayOf(RECIPIENT_DELAYS, attempts);
}

/** How long a whole delivery waits after this many times in a row that the mail server was away. */
export function serverDelay(outages: number): number {
  return delayOf(SERVER_DELAYS, outages);
}

function delayOf(delays: readonly number[], times: number): number {
  return delays[Math.min(Math.max(times, 1), delays.length) - 1] ?? MINUTE_MS;
}

/** Whether a mail that was first tried then has been tried for long enough. */
export function isHopeless(firstTriedAt: Date, now: Date): boolean {
  return now.getTime() - firstTriedAt.getTime() >= GIVE_UP_MS;
}
