import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import type { Database, Orm } from './client.ts';
import { namedError } from './errors.ts';
import { migrate } from './migrate.ts';
import { type GuardedPool, ignoreLostConnection, type Scope, scopes, type Transaction } from './pool.ts';
import * as schema from './schema.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const LEAVE_ROLE = `select set_config('role', 'none', true), set_config('app.school_id', '', true)`;

function enterSchool(schoolId: string): string {
  // The text goes into the statement that begins the transaction, which takes no parameters.
  if (!UUID.test(schoolId)) throw new Error('Not a school id');
  return `set local role app_tenant; set local app.school_id = '${schoolId}'`;
}

/** Transactions and tenancy over a pool, the same on both engines. */
export class SqlDatabase implements Database {
  readonly kind: Database['kind'];
  readonly #pool: GuardedPool;
  readonly #shutDown: () => Promise<void>;
  readonly #orm: Orm;
  readonly #handles = new WeakMap<PoolClient, Orm>();

  private constructor(kind: Database['kind'], pool: GuardedPool, shutDown: () => Promise<void>) {
    this.kind = kind;
    this.#pool = pool;
    this.#shutDown = shutDown;
    this.#orm = withoutTransaction(drizzle(pool, { schema }));
    pool.on('connect', ignoreLostConnection);
    pool.on('error', () => undefined);
  }

  /** Takes over the pool, migrates, and gives everything back when that fails. */
  static async open(kind: Database['kind'], pool: GuardedPool, shutDown: () => Promise<void>): Promise<SqlDatabase> {
    const database = new SqlDatabase(kind, pool, shutDown);
    try {
      await database.#migrate();
      return database;
    } catch (error) {
      await database.close();
      throw namedError(error);
    }
  }

  orm(): Orm {
    const scope = scopes.getStore();
    return scope === undefined ? this.#orm : this.#handleOf(open(scope).client);
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    const scope = scopes.getStore();
    return scope === undefined ? this.#begin('begin', null, work) : join(scope, work);
  }

  async forSchool<T>(schoolId: string, work: () => Promise<T>): Promise<T> {
    const scope = scopes.getStore();
    const enter = enterSchool(schoolId);
    if (scope === undefined) return await this.#begin(`begin; ${enter}`, schoolId, work);
    if (scope.schoolId === schoolId) return await join(scope, work);
    if (scope.schoolId !== null) throw new Error('A transaction cannot change to another school');
    return await join(scope, async () => {
      const { transaction } = scope;
      await transaction.client.query(enter);
      const result = await scopes.run({ transaction, schoolId }, work);
      await transaction.client.query(LEAVE_ROLE);
      return result;
    });
  }

  async query(text: string, values: readonly unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> {
    const scope = scopes.getStore();
    // The simple protocol, which takes several statements, answers with one result for each.
    const parameters = values.length === 0 ? undefined : [...values];
    if (scope === undefined) return rowsOf(await this.#pool.query(text, parameters));
    const { client } = open(scope);
    if (scope.schoolId === null) return rowsOf(await client.query(text, parameters));
    await client.query(LEAVE_ROLE);
    const result = await client.query(text, parameters);
    await client.query(enterSchool(scope.schoolId));
    return rowsOf(result);
  }

  afterCommit(effect: () => void): void {
    const scope = scopes.getStore();
    if (scope === undefined) effect();
    else open(scope).effects.push(effect);
  }

  async ping(): Promise<boolean> {
    return await scopes.exit(async () => {
      try {
        await this.#pool.query('select 1');
        return true;
      } catch {
        return false;
      }
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#shutDown();
  }

  async #migrate(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await migrate(client);
    } finally {
      client.release();
    }
  }

  async #begin<T>(begin: string, schoolId: string | null, work: () => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw namedError(error);
    });
    const transaction: Transaction = { client, ended: false, failure: null, effects: [] };
    let lost = false;
    try {
      await client.query(begin);
      const result = await scopes.run({ transaction, schoolId }, work);
      if (transaction.failure !== null) throw transaction.failure.error;
      transaction.ended = true;
      const { command } = await client.query('commit');
      // After an error that somebody caught, PostgreSQL rolls back and calls that a success.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back, because one of its statements had failed');
      for (const effect of transaction.effects) effect();
      return result;
    } catch (error) {
      transaction.ended = true;
      lost = await client.query('rollback').then(
        () => false,
        () => true,
      );
      throw namedError(error);
    } finally {
      client.release(lost);
    }
  }

  #handleOf(client: PoolClient): Orm {
    const known = this.#handles.get(client);
    if (known !== undefined) return known;
    const handle = withoutTransaction(drizzle(client, { schema }));
    this.#handles.set(client, handle);
    return handle;
  }
}

function open(scope: Scope): Transaction {
  if (scope.transaction.ended) throw new Error('The transaction has ended: await everything that belongs to it');
  return scope.transaction;
}

async function join<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  const transaction = open(scope);
  try {
    return await work();
  } catch (error) {
    transaction.failure ??= { error };
    throw namedError(error);
  }
}

// Drizzle's own would begin a second one on the same connection, and commit the first.
function withoutTransaction(orm: Orm): Orm {
  return Object.assign(orm, {
    transaction: () => {
      throw new Error('Use database.transaction() or database.forSchool()');
    },
  });
}

type Rows = { rows: Record<string, unknown>[] };

function rowsOf(result: Rows | Rows[]): Rows {
  return Array.isArray(result) ? { rows: result.flatMap((each) => each.rows) } : result;
}
