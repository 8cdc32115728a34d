import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { learnOutbox } from './outbox.ts';

/** A machine that is busy with other things takes its time. */
export const START_MS = 180_000;
const STOP_MS = 15_000;
/** What a program needs of its surroundings; nothing that would lead it to somebody's database or mail server. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

/**
 * Starts the real program on an empty data folder, once for all journeys, and resolves to what stops it.
 * Its output goes to .reports/server.log.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  return (await startProgram(process.env.JOURNEY_PORT ?? '', 'server')).stop;
}

/** A program that runs by itself, with a clock that can be put forward. */
export interface OwnProgram {
  readonly url: string;
  /** Lets so many days pass at once, for the program alone. */
  passDays(days: number): Promise<void>;
  /** Ends it at once, as a power cut does; its data stay. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a program of its own for journeys in which time passes: the others' sessions would not survive that. */
export async function startOwnProgram(
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnProgram> {
  const port = String(await freePort());
  const { server, ...program } = await startProgram(
    port,
    name,
    ['--import', './e2e/moved-clock.mjs'],
    environment,
  );
  return {
    ...program,
    url: `http://127.0.0.1:${port}`,
    passDays: async (days) => {
      const moved = once(server(), 'message');
      server().send({ advance: days * 86_400_000 });
      await moved;
    },
  };
}

/** A double of Stripe: where its API is, and where a journey asks it to do what a browser or Stripe itself would. */
export interface StripeDouble {
  readonly api: string;
  readonly control: string;
  stop(): Promise<void>;
}

/** Starts the double that the server's tests use, in a process of its own. */
export async function startStripeDouble(): Promise<StripeDouble> {
  const double = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join('test', 'processes', 'stripe-double.ts')],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const [{ api, control }] = await once(double, 'message');
  return { api, control, stop: () => end(double) };
}

async function startProgram(
  port: string,
  name: string,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'journeys-'));
  await mkdir('.reports', { recursive: true });
  const logFile = `.reports/${name}.log`;
  const log = createWriteStream(logFile);
  const begin = () => {
    const started = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...flags, join('src', 'server', 'main.ts')],
      {
        stdio: flags.length === 0 ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...inherited(),
          HOST: '127.0.0.1',
          PORT: port,
          DATA_DIR: join(folder, 'data'),
          ...environment,
        },
      },
    );
    started.stdout?.pipe(log, { end: false });
    started.stderr?.pipe(log, { end: false });
    return { started, outbox: printedOutbox(started) };
  };
  let { started: server, outbox } = begin();
  const ready = async () => {
    await untilHealthy(`http://127.0.0.1:${port}/health`, server);
    learnOutbox(await outbox);
  };
  const stop = async () => {
    await end(server);
    await new Promise((resolve) => log.end(resolve));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready();
  } catch (error) {
    await stop();
    throw new Error(`The server did not start. It said:\n${await readFile(logFile, 'utf8')}`, {
      cause: error,
    });
  }
  return {
    stop,
    server: () => server,
    kill: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
    restart: async () => {
      ({ started: server, outbox } = begin());
      await ready();
    },
  };
}

/** Where a program shows its mails, as it prints at its start. Rejects when it ends before. */
function printedOutbox(server: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const found = /for you to read: (\S+)\n/.exec(said)?.[1];
    if (found !== undefined) resolve(found);
  });
  server.once('exit', (code) => reject(new Error(`It ended with code ${code}.`)));
  // Of interest only once it is healthy.
  promise.catch(() => undefined);
  return promise;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => [[name, process.env[name] ?? '']]).filter(([, value]) => value),
  );
}

async function untilHealthy(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}.`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error(`${url} did not answer within ${START_MS / 1000} seconds.`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const insist = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(insist);
}
