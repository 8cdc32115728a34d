import { isDeepStrictEqual } from 'node:util';
import { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { Database } from '#server/platform/db/client.ts';
import { namedError } from '#server/platform/db/errors.ts';
import { outsideTransactions } from '#server/platform/db/transaction.ts';
import { isHopeless } from '#server/platform/mail/failure.ts';
import { resumeJobsAfterJump, steadyClock } from './clock-jumps.ts';
import type { JobOptions, JobPort, Queue, QueueOptions } from './jobs.ts';
import { lookForDue } from './look-for-due.ts';
import { MAIL_TRIES, triesWithin } from './mail-tries.ts';

/** The queue of jobs that have failed for the last time, with their data. */
export const DEAD_LETTERS = 'dead_letters';

const STOP_TIMEOUT_MS = 8000;
// Sending wakes this process's worker, and after a job it looks for the next one at once. Looking for due jobs is for
// retries and for jobs sent by other processes.
const LOOK_SECONDS = 2;
// The poll of each worker itself, as a safety net.
const POLL_SECONDS = 60;
// After this long without a heartbeat, a job counts as failed and is retried.
const HEARTBEAT_SECONDS = 30;
const MONITOR_SECONDS = 15;
// Job data may contain addresses, so it is kept only for a short time.
const KEEP_DONE_SECONDS = 3600;
const CLEAN_UP_SECONDS = 600;
// Jobs that failed for good are kept only for a short time, too, but long enough for an operator who is away for a week.
const KEPT = { retentionSeconds: 7 * 24 * 3600 };
// Ends the retries of a job: its limit becomes the number it has had.
const LAST_TRY = 'update pgboss.job set retry_limit = retry_count where name = $1 and id = $2';

interface PgBossJob {
  readonly id: string;
  readonly data: Wrapped;
}
const TIMETABLES_SECONDS = 30;

interface Definition {
  readonly queue: Queue;
  readonly options: QueueOptions;
  readonly run: (data: unknown) => Promise<void>;
}

interface Timetable {
  readonly queue: Queue;
  readonly cron: string;
  readonly timeZone: string;
  readonly data: unknown;
}

/** The job port over pg-boss, in the schema `pgboss` of the same database, embedded or a server. */
export class PgBossJobs implements JobPort {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  readonly #boss: PgBoss;
  readonly #definitions = new Map<string, Definition>();
  readonly #timetables: Timetable[] = [];
  readonly #workers = new Map<string, string>();
  readonly #lookSeconds: number;
  readonly #clockSeconds: number;
  #stopLooking: () => Promise<void> = async () => undefined;
  #watchingClock: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  /**
   * `onError` receives each failure of a job or a look. `lookSeconds` is the time between two looks for due jobs,
   * `timetablesSeconds` between two looks at the timetables.
   */
  constructor(
    database: Database,
    onError: (error: unknown) => void,
    lookSeconds = LOOK_SECONDS,
    timetablesSeconds = TIMETABLES_SECONDS,
  ) {
    this.#database = database;
    this.#lookSeconds = lookSeconds;
    // The delay until a jump of either clock is noticed.
    this.#clockSeconds = 2 * timetablesSeconds;
    this.#onError = onError;
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => database.query(text, values) },
      backend: database.kind,
      clock: steadyClock,
      clockMonitorIntervalSeconds: this.#clockSeconds,
      cronMonitorIntervalSeconds: timetablesSeconds,
      monitorIntervalSeconds: MONITOR_SECONDS,
      superviseIntervalSeconds: MONITOR_SECONDS,
      maintenanceIntervalSeconds: CLEAN_UP_SECONDS,
      // The embedded engine has no autovacuum to monitor.
      monitorVacuum: database.kind === 'postgres',
    });
    this.#boss.on('error', (error) => onError(namedError(error)));
  }

  define<S extends z.ZodType>(
    queue: Queue<S>,
    handler: (data: z.output<S>) => Promise<void>,
    options: QueueOptions = {},
  ): void {
    if (this.#starting !== undefined || this.#definitions.has(queue.name))
      throw new Error(`The queue ${queue.name} is defined already, or too late`);
    this.#definitions.set(queue.name, {
      queue,
      options,
      run: async (data) => await handler(queue.data.parse(data)),
    });
  }

  schedule<S extends z.ZodType>(queue: Queue<S>, cron: string, timeZone: string, data: z.input<S>): void {
    if (this.#starting !== undefined) throw new Error(`The queue ${queue.name} is scheduled too late`);
    this.#timetables.push({ queue, cron, timeZone, data });
  }

  async send<S extends z.ZodType>(
    queue: Queue<S>,
    data: z.input<S>,
    { tryFor, within, after, ...options }: JobOptions = {},
  ): Promise<boolean> {
    const body = wrap(queue, data);
    const tries = tryFor === undefined ? {} : { retryLimit: triesWithin(tryFor) };
    const delay = within === undefined ? after : within * Math.random();
    const chosen = delay === undefined ? {} : { startAfter: delay / SECOND_MS };
    const id = await this.#boss.send(queue.name, body, { ...options, ...tries, ...chosen });
    if (id !== null) this.#database.afterCommit(() => this.#wake(queue));
    return id !== null;
  }

  async startSending(): Promise<void> {
    this.#starting ??= outsideTransactions(async () => {
      // Two processes that start together must not both create tables and queues.
      await this.#database.oneProcessAtATime(async () => {
        await this.#boss.start();
        await this.#makeQueues();
      });
    });
    await this.#starting;
  }

  async start(): Promise<void> {
    await this.startSending();
    if (this.#stopped) return;
    this.#running = outsideTransactions(async () => {
      await this.#database.oneProcessAtATime(async () => await this.#setTimetables());
      if (this.#database.kind === 'pglite') await this.#failAbandoned();
      await this.#watchClock();
      for (const definition of this.#definitions.values()) await this.#startWorker(definition);
      this.#stopLooking = lookForDue(this.#database, [...this.#workers.keys()], this.#lookSeconds, {
        wake: (name) => this.#wake({ name }),
        onError: this.#onError,
      });
    });
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    // Waits for a running start, so that all of it is stopped. Its failure is reported to the caller of `start`.
    await this.#running.catch(() => undefined);
    clearInterval(this.#watchingClock);
    await this.#stopLooking();
    await this.#boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }

  // Updates only queues that differ, to save a transaction for each at every start.
  async #makeQueues(): Promise<void> {
    const found = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    const letters = found.get(DEAD_LETTERS);
    if (letters === undefined) await this.#boss.createQueue(DEAD_LETTERS, KEPT);
    else if (!matches(letters, KEPT) && !this.#database.isOfNewerProgram)
      await this.#boss.updateQueue(DEAD_LETTERS, KEPT);
    for (const { queue, options } of this.#definitions.values()) {
      const settings = settingsOf(queue, options);
      const present = found.get(queue.name);
      if (present === undefined)
        await this.#boss.createQueue(queue.name, { ...settings, policy: policyOf(options) });
      else if (!matches(present, settings) && !this.#database.isOfNewerProgram)
        await this.#boss.updateQueue(queue.name, settings);
    }
  }

  async #setTimetables(): Promise<void> {
    const found = new Map((await this.#boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
    for (const { queue, cron, timeZone, data } of this.#timetables) {
      const present = found.get(queue.name);
      found.delete(queue.name);
      const wanted = { cron, timezone: timeZone, data: wrap(queue, data) };
      const isNewer = this.#database.isOfNewerProgram;
      if (present !== undefined && (isNewer || matches(present, wanted))) continue;
      await this.#boss.schedule(queue.name, cron, wanted.data, { tz: timeZone, missed: 'once' });
    }
    // Timetables of a newer version, which runs beside this one, must not be removed or changed.
    if (this.#database.isOfNewerProgram) return;
    for (const name of found.keys()) await this.#boss.unschedule(name);
  }

  async #watchClock(): Promise<void> {
    await resumeJobsAfterJump(this.#database);
    this.#watchingClock = setInterval(() => {
      outsideTransactions(async () => await resumeJobsAfterJump(this.#database)).catch((error: unknown) =>
        this.#onError(namedError(error)),
      );
    }, this.#clockSeconds * 1000);
  }

  // An embedded database has only this process, so jobs that are active at its start were abandoned by an earlier one.
  async #failAbandoned(): Promise<void> {
    const { rows } = await this.#database.query(`select name, id from pgboss.job where state = 'active'`);
    for (const { name, id } of rows)
      await this.#boss.fail(String(name), String(id), { message: 'The process has ended' });
  }

  async #startWorker({ queue, options, run }: Definition): Promise<void> {
    const settings = {
      // A look wakes only the first of several workers.
      pollingIntervalSeconds: (options.concurrency ?? 1) > 1 ? this.#lookSeconds : POLL_SECONDS,
      localConcurrency: options.concurrency ?? 1,
    };
    const worker = await this.#boss.work<Wrapped>(queue.name, settings, async (jobs) => {
      for (const job of jobs) await this.#runJob(queue, run, job);
      // Otherwise it would take only one waiting job per poll.
      this.#wake(queue);
    });
    this.#workers.set(queue.name, worker);
  }

  #wake({ name }: Pick<Queue, 'name'>): void {
    const worker = this.#workers.get(name);
    if (worker !== undefined) this.#boss.notifyWorker(worker);
  }

  async #runJob(queue: Queue, run: Definition['run'], { id, data }: PgBossJob): Promise<void> {
    try {
      await run(data.data);
    } catch (caught) {
      if (queue.sendsMail && isHopeless(caught)) await this.#database.query(LAST_TRY, [queue.name, id]);
      // Drizzle's errors contain the query's parameters, and pg-boss stores errors.
      const error = namedError(caught);
      this.#onError(new Error(`A job of ${queue.name} failed`, { cause: error }));
      throw error;
    }
  }
}

// pg-boss accepts only objects, but a job's data may be any JSON.
interface Wrapped {
  readonly data: unknown;
}

function wrap(queue: Queue, data: unknown): Wrapped {
  // Fails at the sender, not when the job runs.
  queue.data.parse(data);
  return { data };
}

const policyOf = ({ exclusive, oneWaiting }: QueueOptions) =>
  exclusive ? 'exclusive' : oneWaiting ? 'short' : 'standard';

const settingsOf = ({ sendsMail }: Queue, options: QueueOptions) => ({
  deadLetter: DEAD_LETTERS,
  ...triesOf(sendsMail ? MAIL_TRIES : options),
  retryBackoff: true,
  expireInSeconds: options.timeLimit ?? 300,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: KEEP_DONE_SECONDS,
});

const triesOf = ({ retries = 10, retryDelay = 5, retryDelayMax = 300 }: QueueOptions) => ({
  retryLimit: retries,
  retryDelay,
  retryDelayMax,
});

const matches = (present: object, wanted: object) =>
  Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(Reflect.get(present, key), value));
