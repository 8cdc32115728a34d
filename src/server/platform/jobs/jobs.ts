import type { z } from 'zod';

/** A kind of work: its name in the database, and the shape of the data that a job of it carries (JSON). */
export interface Queue<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly data: S;
}

/** Declares a queue and keeps the exact type of its data. */
export function queue<S extends z.ZodType>(name: string, data: S): Queue<S> {
  return { name, data };
}

/** How the jobs of a queue are run. Times are in seconds. */
export interface QueueOptions {
  /** At most one job that waits or runs, for each `singletonKey`. Cannot be changed once the queue exists. */
  readonly exclusive?: boolean;
  /** At most one job that waits, for each `singletonKey`, besides those that run. As unchangeable. */
  readonly oneWaiting?: boolean;
  /** How many run at the same time in this process; 1 unless given. */
  readonly concurrency?: number;
  /** How often a failed job is tried again, with growing delays, before it counts as dead; 10 unless given. */
  readonly retries?: number;
  /** Delay before the first retry, doubled each time up to the longest; 5 and 300 unless given. */
  readonly retryDelay?: number;
  readonly retryDelayMax?: number;
  /** A job that takes longer has failed; 300 unless given. */
  readonly timeLimit?: number;
}

export interface SendOptions {
  readonly singletonKey?: string;
  readonly startAfter?: Date;
}

/**
 * Work for later, kept in the database. A job runs at least once, seldom twice (after a crash): handlers are idempotent.
 * One that throws is tried again; after the last try it lies in the queue `dead_letters` and is reported.
 */
export interface JobPort {
  /** Says how a queue's jobs are done. Before `start`. */
  define<S extends z.ZodType>(
    queue: Queue<S>,
    handler: (data: z.output<S>) => Promise<void>,
    options?: QueueOptions,
  ): void;
  /** Has a job done at the times of a cron expression in a time zone, once if any were missed. Before `start`. */
  schedule<S extends z.ZodType>(queue: Queue<S>, cron: string, timeZone: string, data: z.input<S>): void;
  /** Joins the current transaction: rolled back, the job never runs. False when the queue has it already: see `QueueOptions`. */
  send<S extends z.ZodType>(queue: Queue<S>, data: z.input<S>, options?: SendOptions): Promise<boolean>;
  start(): Promise<void>;
  /** Lets running jobs finish, for at most 8 seconds; the others run after the next start. */
  stop(): Promise<void>;
}
