import { connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { schools } from '#server/platform/db/schema/core.ts';
import { findPostgres, startPostgres, startReplica, type TestPostgres } from '#test/postgres.ts';
import type { Database } from './client.ts';
import { DatabaseUnavailable, namedError } from './errors.ts';
import { hasDatabase, openDatabase } from './open-database.ts';

// Needs an installed PostgreSQL. A run of the whole suite reports whether there is one.
if (findPostgres() !== null) describe('a PostgreSQL server', serverTests);

test('A server whose socket is not in the file system is away', async () => {
  const asked = hasDatabase({ url: 'postgres://inkwell@%2Fnope/inkwell' });
  await expect(asked).rejects.toThrow(new DatabaseUnavailable('connect ENOENT /nope/.s.PGSQL.5432'));
});

function serverTests(): void {
  let postgres: TestPostgres;
  let proxy: SilentProxy;
  let database: Database;
  beforeAll(async () => {
    const started = await startPostgres();
    if (started === null) throw new Error('PostgreSQL is not installed');
    postgres = started;
  });
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    proxy = await SilentProxy.to(Number(new URL(postgres.url).port));
    const url = new URL(postgres.url);
    url.port = String(proxy.port);
    database = await openDatabase({ url: url.href });
  });
  afterEach(async () => {
    await database.close();
    proxy.close();
  });

  const school = { name: 'School', email: 'school@school.example', phone: '1' };
  const read = () => database.orm().$count(schools);
  const write = () => database.transaction(() => database.orm().insert(schools).values(school));

  // Calls must fail while the database is still down. One that waits for it would exceed the test's time limit.
  async function expectUnavailable(call: () => Promise<unknown>): Promise<void> {
    const error: unknown = await call().then(() => null, namedError);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
  }

  test('that stops: calls fail, and succeed again after it is back', async () => {
    await write();
    const before = await read();
    // Some connections are idle and one is in a transaction.
    const interrupted = database.transaction(async () => {
      await database.orm().insert(schools).values(school);
      await postgres.pause();
      await database.orm().insert(schools).values(school);
    });
    await expect(interrupted).rejects.toThrow(DatabaseUnavailable);
    await Promise.all([expectUnavailable(read), expectUnavailable(write), expectUnavailable(write)]);
    expect(await database.ping()).toBe(false);
    await postgres.resume();
    await expect.poll(() => database.ping()).toBe(true);
    await write();
    expect(await read()).toBe(before + 1);
  });

  test('that stops answering: calls fail on open and on new connections', async () => {
    await Promise.all([read(), read(), read()]);
    proxy.silent = true;
    await Promise.all(Array.from({ length: 12 }, () => expectUnavailable(read)));
    await expectUnavailable(write);
    proxy.silent = false;
    await write();
  });

  test('that runs a slow query is not treated as unresponsive', async () => {
    expect((await database.query('select pg_sleep(2.5)::text')).rows).toEqual([{ pg_sleep: '' }]);
  });

  test('that answers a busy process is not treated as unresponsive', async () => {
    const opening = Promise.all(Array.from({ length: 12 }, read));
    block(1600);
    expect(await opening).toHaveLength(12);
    let isDone = false;
    const slow = database.query('select pg_sleep(3)::text').finally(() => {
      isDone = true;
    });
    // Long enough for the server to be probed meanwhile.
    while (!isDone) {
      block(800);
      await immediate();
    }
    expect((await slow).rows).toEqual([{ pg_sleep: '' }]);
  });

  test('that lets processes notify each other, also after a connection broke', async () => {
    const other = await openDatabase({ url: postgres.url });
    const received: string[] = [];
    const stop = database.announcements.listen((text) => received.push(text));
    const sure = async () => {
      await expect.poll(() => database.announcements.received()).not.toBeNull();
      return database.announcements.received();
    };
    const send = (text: string) => () => {
      other.announcements.send(text);
      return received;
    };
    database.announcements.send('one');
    expect(received).toEqual(['one']);
    await expect.poll(send('two')).toContain('two');
    const before = await sure();
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'`);
    await expect.poll(send('three')).toContain('three');
    expect(await sure()).toBeGreaterThan(Number(before));
    expect(received.filter((text) => text === 'one')).toHaveLength(1);
    proxy.silent = true;
    await expect.poll(() => database.announcements.received()).toBeNull();
    proxy.silent = false;
    await sure();
    stop();
    await other.close();
  });

  test('with a replica: readers are answered by it, unless it lacks what they must see', async () => {
    const replica = await startReplica(postgres);
    const following = await openDatabase({ url: postgres.url, readUrl: replica.url });
    const other = await openDatabase({ url: postgres.url, readUrl: replica.url });
    for (const each of [following, other]) each.announcements.listen(() => undefined);
    const onReplica = new Client({ connectionString: replica.url });
    await onReplica.connect();
    const seen = () =>
      following.readForPublic(async () => {
        const { rows } = await following.query('select pg_is_in_recovery() as of_replica');
        return { ofReplica: rows[0]?.of_replica, schools: await following.orm().$count(schools) };
      });
    const add = () => other.orm().insert(schools).values(school);
    const before = await read();
    await expect.poll(seen).toEqual({ ofReplica: true, schools: before });
    // Another process changes something and announces it, while the replica does not follow.
    await onReplica.query('select pg_wal_replay_pause()');
    await add();
    other.announcements.send('changed', { isPublic: true });
    await expect.poll(seen).toEqual({ ofReplica: false, schools: before + 1 });
    await onReplica.query('select pg_wal_replay_resume()');
    await expect.poll(seen).toEqual({ ofReplica: true, schools: before + 1 });
    // After this process's own announcements the primary is asked at once.
    await onReplica.query('select pg_wal_replay_pause()');
    await add();
    following.announcements.send('changed', { isPublic: true });
    expect(await seen()).toEqual({ ofReplica: false, schools: before + 2 });
    await onReplica.query('select pg_wal_replay_resume()');
    await expect.poll(seen).toEqual({ ofReplica: true, schools: before + 2 });
    // Nothing is announced, and the replica falls behind.
    await onReplica.query('select pg_wal_replay_pause()');
    await add();
    await expect.poll(seen).toEqual({ ofReplica: false, schools: before + 3 });
    await onReplica.end();
    await replica.stop();
    expect(await seen()).toEqual({ ofReplica: false, schools: before + 3 });
    for (const each of [following, other]) await each.close();
  });

  test('that is busy: callers without a free connection wait', async () => {
    const slow = () => database.query('select pg_sleep(2)::text');
    expect(await Promise.all(Array.from({ length: 12 }, slow))).toHaveLength(12);
  });

  test('that has no free connection: running work continues, and further callers wait', async () => {
    await database.query('create role few login connection limit 3');
    await database.query('grant app_tenant to few with admin option');
    await database.query('create database few owner few');
    const url = new URL(postgres.url);
    url.username = 'few';
    url.pathname = '/few';
    const small = await openDatabase({ url: url.href });
    const others = await takeRemaining(url);
    // Longer than `SUSPICIOUS_MS` of the server.
    const slow = small.transaction(() => small.query('select pg_sleep(2.5)::text'));
    const more = Array.from({ length: 5 }, () => small.orm().$count(schools));
    expect(await Promise.all(more)).toEqual([0, 0, 0, 0, 0]);
    expect((await slow).rows).toEqual([{ pg_sleep: '' }]);
    await Promise.all(others.map((client) => client.end()));
    await small.close();
  });

  test('that does not run at the start', async () => {
    const url = new URL(postgres.url);
    url.port = String(proxy.port);
    proxy.close();
    await expectUnavailable(() => openDatabase({ url: url.href }));
  });
}

/** Blocks this process. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Opens connections until the server refuses one. Their number depends on how many the pool has kept. */
async function takeRemaining(url: URL): Promise<Client[]> {
  const taken: Client[] = [];
  for (;;) {
    const refused = await openClient(url).then(
      (client) => taken.push(client) && null,
      (error: unknown) => error,
    );
    if (refused === null) continue;
    expect(String(refused)).toContain('too many connections');
    return taken;
  }
}

async function openClient(url: URL): Promise<Client> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}

/** A proxy that can silently drop everything in both directions, without closing connections. */
class SilentProxy {
  silent = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(targetPort: number) {
    this.#server = createServer((client) => {
      const target = connect({ port: targetPort, host: '127.0.0.1' });
      for (const [from, to] of [
        [client, target],
        [target, client],
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

  static async to(targetPort: number): Promise<SilentProxy> {
    const proxy = new SilentProxy(targetPort);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
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
