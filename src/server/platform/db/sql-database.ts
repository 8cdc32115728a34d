import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, type Pool, type PoolClient } from 'pg';
import { type Announcements, LocalAnnouncements } from '#server/platform/db/announcements/announcements.ts';
import { ServerAnnouncements } from '#server/platform/db/announcements/server-announcements.ts';
import { traceStatements } from '#server/platform/tracing/statements.ts';
import type { Database, Orm } from './client.ts';
import { namedError, TookTooLong } from './errors.ts';
import { migrate } from './migrate.ts';
import { type GuardedPool, ignoreLostConnection } from './pool.ts';
import { type Positions, ReadReplica } from './read-replica.ts';
import {
  outsideTransactions,
  replicas,
  scopes,
  smallWrites,
  Transaction,
  type TransactionScope,
  withoutTransactions,
} from './transaction.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// An arbitrary lock number, the same in every version and different from that of the migrations.
const START_LOCK = 7_133_003;

const POSITION = 'select pg_current_wal_insert_lsn()::text as position';

const LEAVE_TENANT = `select set_config('role', 'none', true), set_config('app.school_id', '', true)`;

function enterTenant(schoolId: string): string {
  // The id becomes part of the SQL, because `begin` takes no parameters.
  if (!UUID.test(schoolId)) throw new Error('Not a school id');
  // Compiling a statement takes longer than any of ours: half a second before a count that takes a tenth of that.
  return `set local role app_tenant; set local app.school_id = '${schoolId}'; set local jit = off`;
}

/** The needs of a database besides its pool. */
interface Surroundings {
  readonly shutDown: () => Promise<void>;
  readonly allowsSmallWrites?: () => boolean;
  /** The address at which a connection stays ours for longer than a transaction. Absent: embedded in this process. */
  readonly directUrl?: string;
  /** A replica of the database. */
  readonly readUrl?: string | undefined;
}

/** Transactions and tenancy on a pool, which it owns. Works on both engines. */
export class SqlDatabase implements Database {
  readonly kind: Database['kind'];
  isOfNewerProgram = false;
  readonly announcements: Announcements;
  readonly #pool: GuardedPool;
  readonly #shutDown: () => Promise<void>;
  readonly #allowsSmallWrites: () => boolean;
  readonly #directUrl: string | undefined;
  readonly #replica: ReadReplica | null;
  readonly #orm: Orm;
  /**
   * For small writes outside transactions while the database is read-only: wraps each statement in a read-write
   * transaction.
   */
  readonly #smallWriteOrm: Orm;

  constructor(
    kind: Database['kind'],
    pool: GuardedPool,
    { shutDown, allowsSmallWrites = () => false, directUrl, readUrl }: Surroundings,
  ) {
    this.kind = kind;
    this.#replica =
      readUrl === undefined
        ? null
        : new ReadReplica(readUrl, pool.options.max, {
            position: async () => String((await pool.query(POSITION)).rows[0]?.position),
            received: () => this.announcements.received(),
          });
    this.announcements = announcementsOf(pool, directUrl, this.#replica);
    this.#pool = pool;
    this.#shutDown = shutDown;
    this.#allowsSmallWrites = allowsSmallWrites;
    this.#directUrl = directUrl;
    this.#orm = withoutTransactions(drizzle(pool));
    this.#smallWriteOrm = withoutTransactions(drizzle(this.#inTransactions(pool)));
    pool.on('connect', ignoreLostConnection);
    pool.on('connect', traceStatements);
    pool.on('error', () => undefined);
  }

  /** Migrates the database. Closes everything if that fails. */
  async migrate(): Promise<void> {
    try {
      const { isOlder } = await this.#onConnection((client) => migrate(client));
      this.isOfNewerProgram = isOlder;
    } catch (error) {
      await this.close();
      throw namedError(error);
    }
  }

  orm(): Orm {
    const inTransaction = scopes.getStore()?.transaction.orm;
    if (inTransaction !== undefined) return inTransaction;
    return this.#isSmallWrite() ? this.#smallWriteOrm : (replicas.getStore()?.orm ?? this.#orm);
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    const scope = scopes.getStore();
    return scope === undefined ? this.#begin(null, null, work) : join(scope, work);
  }

  async forSchool<T>(schoolId: string, work: () => Promise<T>): Promise<T> {
    const scope = scopes.getStore();
    const enter = enterTenant(schoolId);
    if (scope === undefined) return await this.#begin(enter, schoolId, work);
    if (scope.schoolId === schoolId) return await join(scope, work);
    if (scope.schoolId !== null) throw new Error('A transaction cannot change to another school');
    const { transaction } = scope;
    return await join(scope, async () => {
      await transaction.exclusively((client) => client.query(enter));
      const result = await scopes.run({ transaction, schoolId }, work);
      await transaction.exclusively((client) => client.query(LEAVE_TENANT));
      return result;
    });
  }

  async query(text: string, values: readonly unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> {
    const scope = scopes.getStore();
    // Without values the simple protocol is used, which allows several statements.
    const parameters = values.length === 0 ? undefined : [...values];
    if (scope === undefined && this.#isSmallWrite())
      return await this.transaction(() => this.query(text, values));
    if (scope === undefined) return rowsOf(await this.#poolNow.query(text, parameters));
    const { transaction, schoolId } = scope;
    return await transaction.exclusively(async (client) => {
      if (schoolId === null) return rowsOf(await client.query(text, parameters));
      await client.query(LEAVE_TENANT);
      const result = await client.query(text, parameters);
      await client.query(enterTenant(schoolId));
      return rowsOf(result);
    });
  }

  async readForPublic<T>(work: () => Promise<T>): Promise<T> {
    const replica = this.#replica;
    if (replica === null || scopes.getStore() !== undefined || !replica.isCurrent) return await work();
    try {
      return await replicas.run(replica, work);
    } catch (error) {
      if (namedError(error) instanceof TookTooLong) throw error;
      replica.distrust();
      return await work();
    }
  }

  smallWrites<T>(work: () => Promise<T>): Promise<T> {
    return smallWrites.run(true, work);
  }

  afterCommit(effect: () => void): void {
    const scope = scopes.getStore();
    if (scope === undefined) effect();
    else scope.transaction.effects.push(effect);
  }

  async oneProcessAtATime<T>(work: () => Promise<T>): Promise<T> {
    // The embedded database has only this process, and no second connection to hold a lock.
    if (this.#directUrl === undefined) return await work();
    const client = new Client({ connectionString: this.#directUrl, keepAlive: true });
    ignoreLostConnection(client);
    try {
      await client.connect();
      // The lock ends with the connection.
      await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    } catch (error) {
      throw namedError(error);
    }
    return await work().finally(() => client.end().catch(() => undefined));
  }

  async ping(): Promise<boolean> {
    const answered = outsideTransactions(() => this.#pool.query('select 1'));
    return await answered.then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    await this.announcements.close();
    await this.#replica?.close();
    await this.#pool.end();
    await this.#shutDown();
  }

  get #poolNow(): Pool {
    return replicas.getStore()?.pool ?? this.#pool;
  }

  #isSmallWrite(): boolean {
    return smallWrites.getStore() === true && this.#allowsSmallWrites();
  }

  #inTransactions(pool: GuardedPool): GuardedPool {
    const query = (...given: unknown[]) =>
      this.transaction(async () =>
        scopes.getStore()?.transaction.exclusively((client) => Reflect.apply(client.query, client, given)),
      );
    return new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) });
  }

  async #begin<T>(enter: string | null, schoolId: string | null, work: () => Promise<T>): Promise<T> {
    const begin = this.#isSmallWrite() ? 'begin read write' : 'begin';
    try {
      return await this.#onConnection(async (client) => {
        const transaction = new Transaction(client);
        await client.query(enter === null ? begin : `${begin}; ${enter}`);
        const result = await scopes
          .run({ transaction, schoolId }, async () => await work())
          .finally(async () => await transaction.end());
        if (transaction.failure !== null) throw transaction.failure.error;
        const { command } = await client.query('commit');
        // After a statement failed, PostgreSQL answers COMMIT with a successful ROLLBACK.
        if (command !== 'COMMIT') throw new Error('One of the transaction’s statements had failed');
        for (const effect of transaction.effects) effect();
        return result;
      });
    } catch (error) {
      throw namedError(error);
    }
  }

  // After a failure the connection returns to the pool only if its transaction could be rolled back.
  async #onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#poolNow.connect();
    let usable = true;
    try {
      return await work(client);
    } catch (error) {
      usable = await client.query('rollback').then(
        () => true,
        () => false,
      );
      throw error;
    } finally {
      client.release(!usable);
    }
  }
}

async function join<T>({ transaction }: TransactionScope, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    transaction.failure ??= { error };
    throw namedError(error);
  }
}

function announcementsOf(
  pool: GuardedPool,
  directUrl: string | undefined,
  positions: Positions | null,
): Announcements {
  if (directUrl === undefined) return new LocalAnnouncements();
  const query = (text: string, values: unknown[]) => outsideTransactions(() => pool.query(text, values));
  return new ServerAnnouncements(directUrl, query, positions);
}

type Rows = { rows: Record<string, unknown>[] };

// node-postgres returns one result for each of several statements.
function rowsOf(result: Rows | Rows[]): Rows {
  return { rows: Array.isArray(result) ? result.flatMap((each) => each.rows) : result.rows };
}
