import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rememberOutbox } from './outbox.ts';

/** Time limits of start and stop, long enough for a busy machine. */
export const START_MS = 180_000;
const STOP_MS = 15_000;
const DAY_MS = 86_400_000;
/** The flags of `npm start`. */
const FLAGS = [
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
  '--import',
  './scripts/fast-start.mjs',
];
/** The inherited environment variables: none that could point to a real database or mail server. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

/**
 * Playwright's global setup: starts the server for all journeys on an empty data folder; resolves to a function that
 * stops it. Its output goes to .reports/server.log.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  return (await launchServer(process.env.JOURNEY_PORT ?? '', 'server')).stop;
}

/** A separate server whose clock can be moved forward. */
export interface SeparateServer {
  readonly url: string;
  /** Moves the server's clock forward. */
  passDays(days: number): Promise<void>;
  /** Kills it at once, as a power cut does, and keeps its data. */
  kill(): Promise<void>;
  /** Starts it again on the same data, `daysLater`. */
  restart(daysLater?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a separate server for journeys that kill it or move its clock, which would end other journeys' sessions. */
export async function startSeparateServer(
  name: string,
  environment: Readonly<Record<string, string>> = {},
  /** The host name by which browsers reach it. */
  host = '127.0.0.1',
): Promise<SeparateServer> {
  const port = String(await freePort());
  const url = `http://${host}:${port}`;
  const { server, restart, ...program } = await launchServer(
    port,
    name,
    ['--import', './e2e/adjustable-clock.mjs'],
    {
      PUBLIC_URL: url,
      ...environment,
    },
  );
  let ahead = 0;
  return {
    ...program,
    url,
    passDays: async (days) => {
      ahead += days * DAY_MS;
      const moved = once(server(), 'message');
      server().send({ advance: days * DAY_MS });
      await moved;
    },
    restart: async (daysLater = 0) => {
      ahead += daysLater * DAY_MS;
      await restart({ CLOCK_AHEAD: String(ahead) });
    },
  };
}

/** A test double of Stripe: `api` plays its API, `control` triggers the actions of a browser or of Stripe itself. */
export interface StripeDouble {
  readonly api: string;
  readonly control: string;
  stop(): Promise<void>;
}

/** Starts the test double of the server's tests in a separate process. */
export async function startStripeDouble(): Promise<StripeDouble> {
  const double = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join('test', 'processes', 'stripe-double.ts')],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const [{ api, control }] = await once(double, 'message');
  return { api, control, stop: () => terminate(double) };
}

/** An OpenID provider, and the ways in which a journey controls it. */
export interface ProviderDouble {
  /** The variables that set a server up with it as Google. */
  readonly variables: Readonly<Record<string, string>>;
  /** Lets it begin to answer (`serve` is the address to come back to), or sets the person there, and whether they decline. */
  configure(order: { serve?: string; person?: object; isDenied?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the OpenID provider of the server's tests in a separate process. */
export async function startProvider(): Promise<ProviderDouble> {
  const double = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join('test', 'processes', 'open-id-provider.ts')],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const [variables] = await once(double, 'message');
  return {
    variables,
    configure: async (order) => {
      const done = once(double, 'message');
      double.send(order);
      await done;
    },
    stop: () => terminate(double),
  };
}

async function launchServer(
  port: string,
  name: string,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'journeys-'));
  await mkdir('.reports', { recursive: true });
  const logFile = `.reports/${name}.log`;
  const log = createWriteStream(logFile);
  const spawnServer = (more: Readonly<Record<string, string>> = {}) => {
    const started = spawn(process.execPath, [...FLAGS, ...flags, join('dist', '.server', 'main.mjs')], {
      stdio: flags.length === 0 ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...inherited(),
        HOST: '127.0.0.1',
        PORT: port,
        DATA_DIR: join(folder, 'data'),
        ...environment,
        ...more,
      },
    });
    started.stdout?.pipe(log, { end: false });
    started.stderr?.pipe(log, { end: false });
    return { started, outbox: printedOutbox(started) };
  };
  let { started: server, outbox } = spawnServer();
  const ready = async () => {
    await untilHealthy(`http://127.0.0.1:${port}/health`, server);
    rememberOutbox(await outbox);
  };
  const stop = async () => {
    await terminate(server);
    await new Promise((resolve) => log.end(resolve));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready();
  } catch (error) {
    await stop();
    throw new Error(`The server did not start. Its output:\n${await readFile(logFile, 'utf8')}`, {
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
    restart: async (more: Readonly<Record<string, string>>) => {
      ({ started: server, outbox } = spawnServer(more));
      await ready();
    },
  };
}

/** The address of the outbox that a server prints at its start. Rejects if it exits before. */
function printedOutbox(server: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const found = /for you to read: (\S+)\n/.exec(output)?.[1];
    if (found !== undefined) resolve(found);
  });
  server.once('exit', (code) => reject(new Error(`It ended with code ${code}.`)));
  // `untilHealthy` reports an early exit first.
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

async function terminate(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const forceKill = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(forceKill);
}
