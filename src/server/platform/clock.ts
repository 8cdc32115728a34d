/** The time, behind a port so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds since an arbitrary moment, for measuring durations. Unlike `now`, it never goes back. */
  monotonic(): number;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() };
