import { GIVE_UP_MS } from '#contract/deliveries.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';

/** The delays before failed attempts are retried. Pure; times in milliseconds. */

// The delays after the first, the second, … temporary refusal of a recipient's mail; the last one repeats. The first is short for servers
// that refuse unknown senders once (greylisting).
const RECIPIENT_DELAYS = [1, 5, 15, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
// The delays while our own mail server is down: short enough that a delivery continues within a minute of its return.
const SERVER_DELAYS = [5_000, 10_000, 20_000, 30_000];

/** The delay after a recipient's nth attempt. */
export function recipientDelay(attempts: number): number {
  return delayOf(RECIPIENT_DELAYS, attempts);
}

/** The delay of a whole delivery after the nth mail server outage in a row. */
export function serverDelay(outages: number): number {
  return delayOf(SERVER_DELAYS, outages);
}

function delayOf(delays: readonly number[], times: number): number {
  return delays[Math.min(Math.max(times, 1), delays.length) - 1] ?? MINUTE_MS;
}

/** Whether a recipient has been tried for so long that no retry follows. */
export function isGivenUp(firstTriedAt: Date, now: Date): boolean {
  return now.getTime() - firstTriedAt.getTime() >= GIVE_UP_MS;
}
