import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type ErrorBody, errorBodySchema } from '#contract/errors.ts';
import { pathOf, type Route } from '#contract/route.ts';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { proveKeys } from '#server/data/keys/prove-keys.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import { openDiskFiles } from '#server/platform/files/disk.ts';
import { clamdAt } from '#server/platform/files/scanner/clamd.ts';
import { KeyRing } from '#server/platform/keys/key-ring.ts';
import { keySourceOf } from '#server/platform/keys/key-source.ts';
import type { Mail, MailPort } from '#server/platform/mail/mail.ts';
import { Metrics } from '#server/platform/metrics/metrics.ts';
import { SandboxPayments } from '#server/platform/payments/sandbox.ts';
import { NO_PLACES } from '#server/platform/places/places.ts';
import { createEmbeddedRenderer } from '#server/platform/renderer/embedded.ts';
import { openTestDatabase } from './database.ts';
import { TestJobs } from './jobs.ts';
import { testKeys } from './keys.ts';

/** A clock that tests control. It starts at the present, because the database's defaults use the real time. */
export class TestClock implements Clock {
  #now = Date.now();
  #passed = 0;
  now(): Date {
    return new Date(this.#now);
  }
  monotonic(): number {
    return this.#passed;
  }
  /** Moves forward. */
  advance(ms: number): void {
    this.#now += ms;
    this.#passed += ms;
  }
  /** Simulates correcting the system clock: the wall clock goes back, but no time passes. */
  setBack(ms: number): void {
    this.#now -= ms;
  }
}

/** Keeps sent mails, newest last. */
class TestMail implements MailPort {
  readonly sent: Mail[] = [];
  async send(mail: Mail): Promise<void> {
    this.sent.push(mail);
  }
  async check(): Promise<void> {
    // Always succeeds.
  }
  async forget(addresses: readonly string[]): Promise<void> {
    const kept = this.sent.filter((mail) => !addresses.includes(mail.to.address));
    this.sent.splice(0, this.sent.length, ...kept);
  }
  async close(): Promise<void> {
    // Holds no resources.
  }
  /** The mails to an address. */
  to(address: string): readonly Mail[] {
    return this.sent.filter((mail) => mail.to.address === address);
  }
}

/** The input of a call. `body` is sent as JSON; a string or Buffer is sent unchanged. */
export interface TestCall {
  readonly token?: string | undefined;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
}

/** The answer to a call. */
export interface TestAnswer<Reply> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The parsed reply. Throws with the answer's text if the call failed. */
  ok(): Reply;
  /** The parsed error body. Throws if the call succeeded. */
  error(): ErrorBody;
}

interface MakeCall {
  <S extends z.ZodType>(
    row: Route & { readonly reply: S },
    call?: TestCall,
  ): Promise<TestAnswer<z.output<S>>>;
  (row: Route, call?: TestCall): Promise<TestAnswer<undefined>>;
}

/** A server on a fresh database, with test implementations of the ports. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly clock: TestClock;
  readonly mail: TestMail;
  readonly jobs: TestJobs;
  /** The payment port, unless the test has replaced it. */
  readonly sandbox: SandboxPayments;
  /** All log lines. */
  readonly log: readonly string[];
  /** Calls a route of the contract, without a network. */
  readonly call: MakeCall;
  /** The subjects of the mails to an address, once all jobs are done. */
  subjectsTo(address: string): Promise<readonly string[]>;
  /** Listens on a free port and resolves to the URL. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Builds a server for tests. `environment` holds the program's variables, `replaced` overrides parts of its context.
 */
export async function buildTestApp(
  environment: Readonly<Record<string, string>> = {},
  replaced: Partial<AppContext> = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-test-'));
  const database = replaced.database ?? (await openTestDatabase());
  const clock = new TestClock();
  const mail = new TestMail();
  const jobs = new TestJobs(database, clock);
  const log: string[] = [];
  const config = readConfig({ DATA_DIR: folder, ...environment });
  const sandbox = new SandboxPayments(database, clock);
  const context: AppContext = {
    config,
    clock,
    database,
    mail,
    files: await openDiskFiles(join(folder, 'files')),
    scanner: config.clamd === undefined ? null : clamdAt(config.clamd.place),
    renderer: createEmbeddedRenderer(),
    payments: sandbox,
    keys: environment.DATA_DIR === undefined ? testKeys() : await keysOf(config, database),
    places: NO_PLACES,
    jobs,
    metrics: new Metrics(config.dataDir),
    report: (error) => app.log.error({ err: error }, 'failed in the background'),
    warn: (about, message) => app.log.warn(about, message),
    ...replaced,
  };
  const app = buildApp(context, { write: (line) => log.push(line) });
  await app.ready();
  return {
    app,
    context,
    clock,
    mail,
    jobs,
    sandbox,
    log,
    call: callsOf(app),
    subjectsTo: async (address) => {
      await jobs.settled();
      return mail.to(address).map(({ subject }) => subject);
    },
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      try {
        await jobs.settled();
      } finally {
        await app.close();
        await database.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

// A data folder that programs use as well has keys of its own.
async function keysOf(config: Config, database: Database): Promise<KeyRing> {
  const keys = new KeyRing(keySourceOf(config));
  await proveKeys(database, keys);
  return keys;
}

function callsOf(app: FastifyInstance): MakeCall {
  function call<S extends z.ZodType>(
    row: Route & { readonly reply: S },
    given?: TestCall,
  ): Promise<TestAnswer<z.output<S>>>;
  function call(row: Route, given?: TestCall): Promise<TestAnswer<undefined>>;
  function call(row: Route, given: TestCall = {}): Promise<TestAnswer<unknown>> {
    return inject(app, row, given);
  }
  return call;
}

async function firstPart(stream: Readable): Promise<string> {
  for await (const part of stream) return String(part);
  return '';
}

async function inject(app: FastifyInstance, row: Route, call: TestCall): Promise<TestAnswer<unknown>> {
  const { body } = call;
  const stop = new AbortController();
  const response = await app.inject({
    // A stream of events would not end.
    ...(row.events && { payloadAsStream: true, signal: stop.signal }),
    method: row.method,
    url: pathOf(row, call.params),
    ...(call.query && { query: { ...call.query } }),
    ...(body !== undefined && {
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
      ...call.headers,
    },
    remoteAddress: call.ip ?? '127.0.0.1',
  });
  const { statusCode: status, headers } = response;
  const text = row.events ? await firstPart(response.stream()) : response.payload;
  if (row.events) stop.abort();
  const summary = `${row.method} ${row.path} answered ${status}: ${text.slice(0, 500)}`;
  return {
    status,
    headers,
    text,
    ok: () => {
      if (status !== row.status) throw new Error(summary);
      return row.reply?.parse(JSON.parse(text));
    },
    error: () => {
      if (status < 400) throw new Error(summary);
      return errorBodySchema.parse(JSON.parse(text));
    },
  };
}
