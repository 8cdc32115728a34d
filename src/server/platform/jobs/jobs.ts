import type { z } from 'zod';

/** A kind of job: its name in the database, and the schema of its data (JSON). */
export interface Queue<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly data: S;
  /** Its jobs send a mail: they are tried as long as mails are, unless the mail is refused for good. */
  readonly sendsMail?: true;
}

/** Declares a queue and keeps the exact type of its data. */
export function queue<S extends z.ZodType>(name: string, data: S): Queue<S> {
  return { name, data };
}

/** Declares a queue whose jobs send a mail that is no newsletter. */
export function mailQueue<S extends z.ZodType>(name: string, data: S): Queue<S> {
  return { name, data, sendsMail: true };
}

/** How the jobs of a queue are run. Times are in seconds. */
export interface QueueOptions {
  /** At most one waiting or running job for each `singletonKey`. Cannot be changed once the queue exists. */
  readonly exclusive?: boolean;
  /** At most one waiting job for each `singletonKey`, besides running ones. Cannot be changed once the queue exists. */
  readonly oneWaiting?: boolean;
  /** How many jobs run at the same time in this process. Default: 1. */
  readonly concurrency?: number;
  /** How often a failed job is retried, with growing delays. Default: 10; for mails see `mail-tries.ts`. */
  readonly retries?: number;
  /** The delay before the first retry, doubled each time up to `retryDelayMax`. Defaults: 5 and 300. */
  readonly retryDelay?: number;
  readonly retryDelayMax?: number;
  /** A job that takes longer fails. Default: 300. */
  readonly timeLimit?: number;
}

export interface JobOptions {
  readonly singletonKey?: string;
  /** A moment that somebody has chosen. A delay is `after`: it holds whatever this machine's clock shows. */
  readonly startAfter?: Date;
  /** So many milliseconds from now. */
  readonly after?: number;
  /** For a mail that is of use only so long, in milliseconds. */
  readonly tryFor?: number;
  /** It begins within so many milliseconds, when chance chooses: nobody sees from other calls' times whether it has much to do. */
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
  /** Makes the queues: jobs can be sent, and none is run yet. Enough where none is run at all. */
  startSending(): Promise<void>;
  /** Runs jobs, after `startSending` if that was not called. */
  start(): Promise<void>;
  /** Waits at most 8 seconds for running jobs. The others run after the next start. */
  stop(): Promise<void>;
}
