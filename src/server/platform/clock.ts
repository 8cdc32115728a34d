import { MINUTE_MS } from '#newsletter/values/durations.ts';

/** The time, behind a port so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds since an arbitrary moment, for measuring durations. Unlike `now`, it never goes back. */
  monotonic(): number;
}

/**
 * A stored time that lies this much further ahead than anything is ever put off comes from a clock that was ahead: it
 * counts from now. Passing differences between two machines' clocks are smaller.
 */
export const JUMP_MS = 2 * MINUTE_MS;

/** The system clock. */
export const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() };
