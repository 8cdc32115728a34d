import type { z } from 'zod';

/** A kind of job: its name in the database, and the schema of its data (JSON). */
export interface Queue<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly data: S;
  /** The jobs send a mail: they are tried as long as mails are, unless the mail is refused for good. */
  readonly sendsMail?: true;
}

/** Declares a queue and keeps the exact type of its data. */
export function queue<S extends z.ZodType>(name: string, data: S): Queue<S> {
  return { name, data };
}

/** Declares a queue whose jobs send a mail that is not a newsletter. */
export function mailQueue<S extends z.ZodType>(name: string, data: S): Queue<S> {
  return { name, data, sendsMail: true };
}

/** The settings for running a queue's jobs. Times are in seconds. */
export interface QueueOptions {
  /** At most one waiting or running job for each `singletonKey`. Cannot be changed once the queue exists. */
  readonly exclusive?: boolean;
  /** At most one waiting job for each `singletonKey`, besides running ones. Cannot be changed once the queue exists. */
  readonly oneWaiting?: boolean;
  /** The number of jobs that run at the same time in this process. Default: 1. */
  readonly concurrency?: number;
  /** The number of retries of a failed job, with growing delays. Default: 10; for mails see `mail-tries.ts`. */
  readonly retries?: number;
  /** The delay before the first retry, doubled each time up to `retryDelayMax`. Defaults: 5 and 300. */
  readonly retryDelay?: number;
  readonly retryDelayMax?: number;
  /** A job that takes longer fails. Default: 300. */
  readonly timeLimit?: number;
}

export interface JobOptions {
  readonly singletonKey?: string;
  /** A moment that a person chose. For a delay use `after`, which holds whatever this machine's clock shows. */
  readonly startAfter?: Date;
  /** The delay in milliseconds. */
  readonly after?: number;
  /** How long a mail is useful, in milliseconds. */
  readonly tryFor?: number;
  /** Starts at a random time within this many milliseconds: nobody can tell from the timing of other calls whether it has much to do. */
  readonly within?: number;
}

/**
 * Background jobs, kept in the database. A job runs at least once, after a crash perhaps twice, so handlers must be
 * idempotent. A handler that throws is retried. After the last try the job moves to the queue `dead_letters`.
 */
export interface JobPort {
  /** Sets the handler of a queue. Call it before `start`. */
  define<S extends z.ZodType>(
    queue: Queue<S>,
    handler: (data: z.output<S>) => Promise<void>,
    options?: QueueOptions,
  ): void;
  /** Runs a job at the times of a cron expression, once if any were missed. Call it before `start`. */
  schedule<S extends z.ZodType>(queue: Queue<S>, cron: string, timeZone: string, data: z.input<S>): void;
  /** Adds a job as part of the current transaction. False if the queue already has it: see `QueueOptions`. */
  send<S extends z.ZodType>(queue: Queue<S>, data: z.input<S>, options?: JobOptions): Promise<boolean>;
  /** Creates the queues: jobs can be sent, but do not run yet. Enough if this process runs none. */
  startSending(): Promise<void>;
  /** Runs jobs, calling `startSending` first if needed. */
  start(): Promise<void>;
  /** Waits at most 8 seconds for running jobs. The others run after the next start. */
  stop(): Promise<void>;
}
