import type { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import { outsideTransactions } from '#server/platform/db/transaction.ts';
import type { JobOptions, JobPort, Queue } from '#server/platform/jobs/jobs.ts';

/**
 * The job port for tests. Jobs run in this process after their transaction has committed, one after the other. `settled`
 * waits for them and throws their failures; there are no retries. Jobs for later run when the test advances the clock and
 * calls `due`.
 */
export class TestJobs implements JobPort {
  readonly #database: Database;
  /** All queues, as defined. */
  readonly queues: Queue[] = [];
  /** The stored data of all jobs, which the real port keeps for days. */
  readonly stored: string[] = [];
  readonly #handlers = new Map<string, (data: unknown) => Promise<void>>();
  readonly #failures: unknown[] = [];
  readonly #clock: Clock;
  #later: { readonly name: string; readonly data: unknown; readonly at: Date }[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  define<S extends z.ZodType>(queue: Queue<S>, handler: (data: z.output<S>) => Promise<void>): void {
    this.queues.push(queue);
    this.#handlers.set(queue.name, async (data) => await handler(queue.data.parse(data)));
  }

  schedule(): void {
    // Tests run scheduled jobs with `run`.
  }

  async send<S extends z.ZodType>(
    queue: Queue<S>,
    data: z.input<S>,
    { startAfter, after }: JobOptions = {},
  ): Promise<boolean> {
    const stored = JSON.stringify(data);
    this.stored.push(stored);
    queue.data.parse(data);
    const { name } = queue;
    const at = after === undefined ? startAfter : new Date(this.#clock.now().getTime() + after);
    this.#database.afterCommit(() => {
      if (at !== undefined && at > this.#clock.now())
        this.#later.push({ name, data: JSON.parse(stored), at });
      else this.#enqueue(name, JSON.parse(stored));
    });
    return true;
  }

  /** Runs the jobs whose time has come. */
  async due(): Promise<void> {
    const now = this.#clock.now();
    const due = this.#later.filter(({ at }) => at <= now);
    this.#later = this.#later.filter(({ at }) => at > now);
    for (const { name, data } of due) this.#enqueue(name, data);
    await this.settled();
  }

  /** Runs a job now, as its schedule would. */
  async run(name: string, data: unknown = {}): Promise<void> {
    this.#enqueue(name, data);
    await this.settled();
  }

  /** Waits for all jobs. Throws the first failure since the last call. */
  async settled(): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.#work; ) {
      seen = this.#work;
      await seen;
    }
    const failed = this.#failures.splice(0)[0];
    if (failed !== undefined) throw failed;
  }

  #enqueue(name: string, data: unknown): void {
    const handler = this.#handlers.get(name);
    this.#work = this.#work.then(async () => {
      if (handler === undefined) throw new Error(`No such queue: ${name}`);
      await outsideTransactions(() => handler(data));
    });
    this.#work = this.#work.catch((error: unknown) => {
      this.#failures.push(error);
    });
  }

  async start(): Promise<void> {
    // Nothing to start.
  }

  async startSending(): Promise<void> {
    // Nothing to start.
  }

  async stop(): Promise<void> {
    await this.settled();
  }
}
