import { MINUTE_MS } from '#newsletter/values/durations.ts';

/** The time, behind a port so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds since an arbitrary moment, for measuring durations. Unlike `now`, it never goes back. */
  monotonic(): number;
}

/**
 * What lies further ahead than anything is put off, and so much more, was written while a machine's clock was ahead: it counts from now.
 * A passing difference between two machines' clocks is less.
 */
export const JUMP_MS = 2 * MINUTE_MS;

/** The system clock. */
export const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() };
