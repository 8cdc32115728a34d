import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { Gathering, sendTo } from './gathering.ts';
import { PROCESS_NUMBER, type ProcessMessage, readMessage, START_SECRET, STOPPING } from './messages.ts';

/** The pause before an ended process is restarted; it doubles until one has run for a while. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const RAN_WELL_MS = 60_000;
/** A process that misses this many pings hangs. They are counted, not timed: a machine that slept missed only one. */
const PING_EVERY_MS = 5000;
const PINGS_MISSED = 6;
/** Longer than a process needs to stop (`serve.ts`). */
const STOP_MS = 11_000;
/** Like in `serve.ts`: under npm one Ctrl-C arrives twice. */
const SAME_REQUEST_MS = 500;

/** One of the processes, over all its restarts. */
interface Place {
  readonly number: number;
  worker: Worker | null;
  isReady: boolean;
  startedAt: number;
  pauseMs: number;
  pings: number;
}

/**
 * Runs `count` equal processes of the script `main` on one port: restarts those that end or hang, and stops all on
 * SIGTERM and SIGINT. They share the queue of the port's connections, so that no connection waits for a process that
 * hangs, or is lost with one that is replaced.
 */
export function supervise(count: number, main: string): void {
  new Supervisor(count).start(main);
}

class Supervisor {
  readonly #places: readonly Place[];
  readonly #gathering = new Gathering();
  #startedAll = false;
  #isUp = false;
  #words = '';
  #stoppingSince: number | null = null;
  #exitCode = 0;

  constructor(count: number) {
    this.#places = Array.from({ length: Math.min(count, 1000) }, (_, index) => ({
      number: index + 1,
      worker: null,
      isReady: false,
      startedAt: 0,
      pauseMs: FIRST_PAUSE_MS,
      pings: 0,
    }));
  }

  start(main: string): void {
    process.env[START_SECRET] = randomBytes(32).toString('base64url');
    // Each process accepts connections itself from the port's one queue: distributing them would lose those on their way to a dying one.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: main, execArgv: flags() });
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => this.#stopRequested());
    setInterval(() => this.#ping(), PING_EVERY_MS).unref();
    // The first starts alone, so that it migrates the database, and reports errors, once.
    const [first] = this.#places;
    if (first !== undefined) this.#fork(first);
  }

  #fork(place: Place): void {
    const worker = cluster.fork({ [PROCESS_NUMBER]: place.number });
    Object.assign(place, { worker, isReady: false, startedAt: performance.now(), pings: 0 });
    worker.on('message', (given: unknown) => {
      const message = readMessage(given);
      if (message !== null) this.#receive(place, worker, message);
    });
    // Without it, a message to a process that is just ending would be an uncaught error.
    worker.on('error', () => undefined);
    worker.once('exit', (code, signal) => this.#ended(place, worker, signal ?? code));
  }

  #receive(place: Place, worker: Worker, message: ProcessMessage): void {
    if (message.kind === 'ready') this.#ready(place, message.text);
    if (message.kind === 'pong') place.pings = 0;
    if (message.kind === 'gather') this.#gathering.begin(message.id, worker, this.#others(worker));
    if (message.kind === 'measured') this.#gathering.add(message.id, worker.id, message.text);
  }

  #others(worker: Worker): readonly Worker[] {
    return this.#places.flatMap((place) =>
      place.worker !== null && place.isReady && place.worker !== worker ? [place.worker] : [],
    );
  }

  #ready(place: Place, text: string): void {
    place.isReady = true;
    if (this.#words === '') this.#words = text;
    if (!this.#startedAll && this.#stoppingSince === null) {
      this.#startedAll = true;
      for (const other of this.#places) if (other.worker === null) this.#fork(other);
    }
    if (this.#isUp || this.#places.some(({ isReady }) => !isReady)) return;
    this.#isUp = true;
    process.stdout.write(`${this.#words}It runs in ${this.#places.length} processes.\n`);
  }

  #ended(place: Place, worker: Worker, how: string | number): void {
    this.#gathering.leave(worker.id);
    Object.assign(place, { worker: null, isReady: false });
    if (this.#stoppingSince !== null) this.#endWithLast(how);
    // It has printed the reason. An error at the start concerns all processes.
    else if (!this.#isUp) this.#stop(1);
    else this.#startAgain(place, how);
  }

  #startAgain(place: Place, how: string | number): void {
    if (performance.now() - place.startedAt > RAN_WELL_MS) place.pauseMs = FIRST_PAUSE_MS;
    const { number, pauseMs } = place;
    process.stderr.write(
      `Process ${number} has ended (${how}). It is started again in ${pauseMs / 1000} seconds.\n`,
    );
    place.pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    setTimeout(() => {
      if (this.#stoppingSince === null) this.#fork(place);
    }, pauseMs);
  }

  #ping(): void {
    for (const place of this.#places) {
      if (place.worker === null || !place.isReady) continue;
      if (place.pings >= PINGS_MISSED) {
        process.stderr.write(`Process ${place.number} does not answer any more and is ended.\n`);
        place.worker.process.kill('SIGKILL');
      }
      place.pings += 1;
      sendTo(place.worker, { kind: 'ping' });
    }
  }

  #stopRequested(): void {
    if (this.#stoppingSince === null) {
      process.stdout.write(STOPPING);
      this.#stop(0);
    }
    // A second signal: stop at once.
    else if (performance.now() - this.#stoppingSince > SAME_REQUEST_MS) this.#killAll();
  }

  #stop(exitCode: number): void {
    this.#stoppingSince = performance.now();
    this.#exitCode = exitCode;
    for (const { worker } of this.#places) worker?.process.kill('SIGTERM');
    setTimeout(() => this.#killAll(), STOP_MS).unref();
    this.#endWithLast(0);
  }

  #endWithLast(how: string | number): void {
    // The signal itself ends a process that was still starting.
    if (how !== 0 && how !== 'SIGTERM') this.#exitCode = 1;
    if (this.#places.every(({ worker }) => worker === null)) process.exit(this.#exitCode);
  }

  #killAll(): void {
    for (const { worker } of this.#places) worker?.process.kill('SIGKILL');
    process.exit(1);
  }
}

/** The flags of this process, with the module that `scripts/start.mjs` loads into it and the warnings that it hides. */
function flags(): string[] {
  const quick = new URL('../../../../scripts/fast-start.mjs', import.meta.url).href;
  const more = [`--import=${quick}`, '--disable-warning=ExperimentalWarning'];
  return [...process.execArgv, ...more];
}
