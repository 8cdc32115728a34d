import { connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { schools } from '#server/platform/db/schema/core.ts';
import { findPostgres, startPostgres, type TestPostgres } from '#test/postgres.ts';
import type { Database } from './client.ts';
import { DatabaseAway, namedError } from './errors.ts';
import { openDatabase } from './open-database.ts';

// Only where the machine has one; the run of the whole suite says whether it has.
if (findPostgres() !== null) describe('a PostgreSQL server', serverTests);

function serverTests(): void {
  let postgres: TestPostgres;
  let wire: SilentWire;
  let database: Database;
  beforeAll(async () => {
    const started = await startPostgres();
    if (started === null) throw new Error('It has gone');
    postgres = started;
  });
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    wire = await SilentWire.to(Number(new URL(postgres.url).port));
    const url = new URL(postgres.url);
    url.port = String(wire.port);
    database = await openDatabase({ url: url.href });
  });
  afterEach(async () => {
    await database.close();
    wire.close();
  });

  const school = { name: 'School', email: 'school@school.example', phone: '1' };
  const read = () => database.orm().$count(schools);
  const write = () => database.transaction(() => database.orm().insert(schools).values(school));

  // A call must fail while the database is still away: what waits for it ends in the test's own limit.
  async function expectAway(call: () => Promise<unknown>): Promise<void> {
    const error: unknown = await call().then(() => null, namedError);
    expect(error).toBeInstanceOf(DatabaseAway);
  }

  test('that is stopped: calls fail, and work again when it is back', async () => {
    await write();
    const before = await read();
    // Some connections are idle, one is in the middle of a transaction.
    const interrupted = database.transaction(async () => {
      await database.orm().insert(schools).values(school);
      await postgres.pause();
      await database.orm().insert(schools).values(school);
    });
    await expect(interrupted).rejects.toThrow(DatabaseAway);
    await Promise.all([expectAway(read), expectAway(write), expectAway(write)]);
    expect(await database.ping()).toBe(false);
    await postgres.resume();
    await expect.poll(() => database.ping()).toBe(true);
    await write();
    expect(await read()).toBe(before + 1);
  });

  test('that has gone silent: calls fail, on open connections as on new ones', async () => {
    await Promise.all([read(), read(), read()]);
    wire.silent = true;
    await Promise.all(Array.from({ length: 12 }, () => expectAway(read)));
    await expectAway(write);
    wire.silent = false;
    await write();
  });

  test('that takes long for one query is not taken for a silent one', async () => {
    expect((await database.query('select pg_sleep(2.5)::text')).rows).toEqual([{ pg_sleep: '' }]);
  });

  test('that is busy: more callers than connections wait for their turn', async () => {
    const slow = () => database.query('select pg_sleep(2)::text');
    expect(await Promise.all(Array.from({ length: 12 }, slow))).toHaveLength(12);
  });

  test('that has no connection free: work under way goes on, and more callers wait for it', async () => {
    await database.query('create role few login connection limit 3');
    await database.query('grant app_tenant to few with admin option');
    await database.query('create database few owner few');
    const url = new URL(postgres.url);
    url.username = 'few';
    url.pathname = '/few';
    const small = await openDatabase({ url: url.href });
    const others = await Promise.all([openClient(url), openClient(url)]);
    // Longer than what makes a connection suspicious.
    const slow = small.transaction(() => small.query('select pg_sleep(2.5)::text'));
    const more = Array.from({ length: 5 }, () => small.orm().$count(schools));
    await expect(openClient(url)).rejects.toThrow(/too many connections/);
    expect(await Promise.all(more)).toEqual([0, 0, 0, 0, 0]);
    expect((await slow).rows).toEqual([{ pg_sleep: '' }]);
    await Promise.all(others.map((client) => client.end()));
    await small.close();
  });

  test('that is not there at the start', async () => {
    const url = new URL(postgres.url);
    url.port = String(wire.port);
    wire.close();
    await expectAway(() => openDatabase({ url: url.href }));
  });
}

async function openClient(url: URL): Promise<Client> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}

/** A network that can go silent: what is sent is kept back, in both directions, and nobody is told. */
class SilentWire {
  silent = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: number) {
    this.#server = createServer((near) => {
      const far = connect({ port: target, host: '127.0.0.1' });
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => {
          if (!this.silent) to.write(bytes);
        });
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
    });
  }

  static async to(target: number): Promise<SilentWire> {
    const wire = new SilentWire(target);
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
