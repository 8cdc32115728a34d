import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/platform/db/client.ts';
import { processNumber } from '#server/platform/processes/supervised.ts';
import { VERSION } from '#server/version.ts';
import { Gauges } from './gauges.ts';

// In seconds: a cached page takes less than a millisecond, an import half a minute.
const DURATIONS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const OPEN_JOBS = `select name as queue,
    case when start_after > now() then 'later' else state::text end as state, count(*)::int as jobs
  from pgboss.job where state in ('created', 'retry', 'active') group by 1, 2`;

// By the database's clock, which set both times.
const TIMETABLES = `select abs(extract(epoch from now() - cron_on))::float8 as age from pgboss.version where cron_on is not null`;

/**
 * The operator's metrics, in the format of Prometheus. Labels contain no id, address or name: each has a handful of
 * values. Durations are in seconds. The numbers count from the start of this process, except for the open jobs, which
 * are those of the whole database. One of several processes has its number as a label.
 */
export class Metrics {
  readonly #registry = new Registry();
  /** Answered calls, by method, route (its pattern) and status. */
  readonly calls = new Histogram({
    name: 'inkwell_http_request_duration_seconds',
    help: 'Answered calls, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [this.#registry],
  });
  /** Public pages from memory, which never reach the framework. */
  readonly cachedPages = new Counter({
    name: 'inkwell_cached_pages_total',
    help: 'Public pages answered from memory.',
    registers: [this.#registry],
  });
  readonly renders = new Histogram({
    name: 'inkwell_render_duration_seconds',
    help: 'Newsletters turned into HTML, by outcome.',
    labelNames: ['outcome'],
    buckets: DURATIONS,
    registers: [this.#registry],
  });
  readonly scans = new Counter({
    name: 'inkwell_scans_total',
    help: 'Uploads that the virus scanner looked through, by outcome: clean, found, or away if it could not.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly mails = new Histogram({
    name: 'inkwell_mail_duration_seconds',
    help: 'Mails handed over, by what became of them and by who receives them.',
    labelNames: ['outcome', 'receiver'],
    buckets: DURATIONS,
    registers: [this.#registry],
  });
  readonly jobs = new Histogram({
    name: 'inkwell_job_duration_seconds',
    help: 'Background jobs that ran, by queue and outcome.',
    labelNames: ['queue', 'outcome'],
    buckets: DURATIONS,
    registers: [this.#registry],
  });
  readonly #openJobs = new Gauge({
    name: 'inkwell_open_jobs',
    help: 'Jobs that wait, run or are for later, by queue, of all processes. Those in dead_letters have failed for good.',
    labelNames: ['queue', 'state'],
    registers: [this.#registry],
  });
  readonly #timetables = new Gauge({
    name: 'inkwell_timetable_age_seconds',
    help: 'How long ago the timetables of background jobs were last looked at, by any process: each half minute.',
    registers: [this.#registry],
  });
  readonly #database = new Gauge({
    name: 'inkwell_database_up',
    help: '1 while the database answers within two seconds.',
    registers: [this.#registry],
  });
  readonly #gauges: Gauges;
  #watchesProcess = false;

  constructor(dataDir: string) {
    new Gauge({
      name: 'inkwell_info',
      help: 'Always 1: its label says which version runs.',
      labelNames: ['version'],
      registers: [this.#registry],
    }).set({ version: VERSION }, 1);
    this.#gauges = new Gauges(this.#registry, dataDir);
    // A restarted process counts from zero again under its old number, like a single process.
    if (processNumber !== null) this.#registry.setDefaultLabels({ process: processNumber });
  }

  /** All metrics as text. The database is queried at each call; while it is unavailable, its jobs are left out. */
  async text(database: Database, now: Date): Promise<string> {
    if (!this.#watchesProcess) collectDefaultMetrics({ register: this.#registry });
    this.#watchesProcess = true;
    const isUp = await database.ping();
    this.#database.set(isUp ? 1 : 0);
    this.#openJobs.reset();
    if (isUp) await this.#countJobs(database);
    await this.#gauges.ask(isUp ? database : null, now);
    return await this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async #countJobs(database: Database): Promise<void> {
    const { rows } = await database.query(OPEN_JOBS);
    for (const { queue, state, jobs } of rows)
      this.#openJobs.set({ queue: String(queue), state: String(state) }, Number(jobs));
    const { rows: looks } = await database.query(TIMETABLES);
    for (const { age } of looks) this.#timetables.set(Number(age));
  }
}

/** Runs work and observes its duration, with the outcome that `outcomeOf` assigns to an error; 'ok' without one. */
export async function timed<T>(
  work: () => Promise<T>,
  observe: (outcome: string, seconds: number) => void,
  outcomeOf: (error: unknown) => string = () => 'failed',
): Promise<T> {
  const start = performance.now();
  const done = (outcome: string) => observe(outcome, (performance.now() - start) / 1000);
  try {
    const result = await work();
    done('ok');
    return result;
  } catch (error) {
    done(outcomeOf(error));
    throw error;
  }
}
