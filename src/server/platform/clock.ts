/** The time, behind a port so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds since some moment: for how long something has been. Unlike `now`, nobody can set it back. */
  monotonic(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() };
