import type { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import { outsideTransactions } from '#server/platform/db/transaction.ts';
import type { JobPort, Queue, SendOptions } from '#server/platform/jobs/jobs.ts';

/**
 * Jobs for tests: run in this process as soon as their transaction has committed, one after the other, and waited for
 * with `settled`; what is for later waits until the test has moved the clock and calls `due`. No retries: what fails is thrown there. The real port has its own tests.
 */
export class TestJobs implements JobPort {
  readonly #database: Database;
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
    this.#handlers.set(queue.name, async (data) => await handler(queue.data.parse(data)));
  }

  schedule(): void {
    // Tests run what is scheduled with `run`.
  }

  async send<S extends z.ZodType>(
    queue: Queue<S>,
    data: z.input<S>,
    { startAfter: at }: SendOptions = {},
  ): Promise<boolean> {
    const stored = JSON.stringify(data);
    queue.data.parse(data);
    const { name } = queue;
    this.#database.afterCommit(() => {
      if (at !== undefined && at > this.#clock.now())
        this.#later.push({ name, data: JSON.parse(stored), at });
      else this.#enqueue(name, JSON.parse(stored));
    });
    return true;
  }

  /** Does what was sent for a time that the clock has reached by now. */
  async due(): Promise<void> {
    const now = this.#clock.now();
    const due = this.#later.filter(({ at }) => at <= now);
    this.#later = this.#later.filter(({ at }) => at > now);
    for (const { name, data } of due) this.#enqueue(name, data);
    await this.settled();
  }

  /** Runs a job now, as its time table would. */
  async run(name: string, data: unknown = {}): Promise<void> {
    this.#enqueue(name, data);
    await this.settled();
  }

  /** Waits until everything is done; throws the first failure since the last time. */
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
    // There is nothing to wait for.
  }

  async stop(): Promise<void> {
    await this.settled();
  }
}
