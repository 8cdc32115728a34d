import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import type { Database, Orm } from './client.ts';
import { namedError } from './errors.ts';
import { migrate } from './migrate.ts';
import { type GuardedPool, ignoreLostConnection } from './pool.ts';
import {
  outsideTransactions,
  type Scope,
  scopes,
  smallWrites,
  Transaction,
  withoutTransactions,
} from './transaction.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// Any number, the same in every version of the program; not that of the migrations.
const START_LOCK = 7_133_003;

const LEAVE_SCHOOL = `select set_config('role', 'none', true), set_config('app.school_id', '', true)`;

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
  readonly #takesSmallWrites: () => boolean;
  readonly #orm: Orm;
  /** Outside of transactions, while only small writes are taken: each statement in a transaction that says it is one. */
  readonly #smallOrm: Orm;

  private constructor(
    kind: Database['kind'],
    pool: GuardedPool,
    shutDown: () => Promise<void>,
    takesSmallWrites: () => boolean,
  ) {
    this.kind = kind;
    this.#pool = pool;
    this.#shutDown = shutDown;
    this.#takesSmallWrites = takesSmallWrites;
    this.#orm = withoutTransactions(drizzle(pool));
    this.#smallOrm = withoutTransactions(drizzle(this.#inTransactions(pool)));
    pool.on('connect', ignoreLostConnection);
    pool.on('error', () => undefined);
  }

  /** Takes over the pool, migrates, and gives everything back when that fails. */
  static async open(
    kind: Database['kind'],
    pool: GuardedPool,
    shutDown: () => Promise<void>,
    takesSmallWrites: () => boolean = () => false,
  ): Promise<SqlDatabase> {
    const database = new SqlDatabase(kind, pool, shutDown, takesSmallWrites);
    try {
      await database.#onConnection(migrate);
      return database;
    } catch (error) {
      await database.close();
      throw namedError(error);
    }
  }

  orm(): Orm {
    return scopes.getStore()?.transaction.orm ?? (this.#writesSmall() ? this.#smallOrm : this.#orm);
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    const scope = scopes.getStore();
    return scope === undefined ? this.#begin(null, null, work) : join(scope, work);
  }

  async forSchool<T>(schoolId: string, work: () => Promise<T>): Promise<T> {
    const scope = scopes.getStore();
    const enter = enterSchool(schoolId);
    if (scope === undefined) return await this.#begin(enter, schoolId, work);
    if (scope.schoolId === schoolId) return await join(scope, work);
    if (scope.schoolId !== null) throw new Error('A transaction cannot change to another school');
    const { transaction } = scope;
    return await join(scope, async () => {
      await transaction.alone((client) => client.query(enter));
      const result = await scopes.run({ transaction, schoolId }, work);
      await transaction.alone((client) => client.query(LEAVE_SCHOOL));
      return result;
    });
  }

  async query(text: string, values: readonly unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> {
    const scope = scopes.getStore();
    // Without values it goes by the simple protocol, which takes several statements at once.
    const parameters = values.length === 0 ? undefined : [...values];
    if (scope === undefined && this.#writesSmall())
      return await this.transaction(() => this.query(text, values));
    if (scope === undefined) return rowsOf(await this.#pool.query(text, parameters));
    const { transaction, schoolId } = scope;
    return await transaction.alone(async (client) => {
      if (schoolId === null) return rowsOf(await client.query(text, parameters));
      await client.query(LEAVE_SCHOOL);
      const result = await client.query(text, parameters);
      await client.query(enterSchool(schoolId));
      return rowsOf(result);
    });
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
    // Nobody else can have opened the embedded one, and it has no second connection to hold a lock.
    if (this.kind === 'pglite') return await work();
    return await this.#onConnection(async (client) => {
      await client.query('select pg_advisory_lock($1)', [START_LOCK]);
      try {
        return await work();
      } finally {
        await client.query('select pg_advisory_unlock($1)', [START_LOCK]);
      }
    });
  }

  async ping(): Promise<boolean> {
    const answered = outsideTransactions(() => this.#pool.query('select 1'));
    return await answered.then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#shutDown();
  }

  #writesSmall(): boolean {
    return smallWrites.getStore() === true && this.#takesSmallWrites();
  }

  #inTransactions(pool: GuardedPool): GuardedPool {
    const query = (...given: unknown[]) =>
      this.transaction(async () =>
        scopes.getStore()?.transaction.alone((client) => Reflect.apply(client.query, client, given)),
      );
    return new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) });
  }

  async #begin<T>(enter: string | null, schoolId: string | null, work: () => Promise<T>): Promise<T> {
    const begin = this.#writesSmall() ? 'begin read write' : 'begin';
    try {
      return await this.#onConnection(async (client) => {
        const transaction = new Transaction(client);
        await client.query(enter === null ? begin : `${begin}; ${enter}`);
        const result = await scopes
          .run({ transaction, schoolId }, async () => await work())
          .finally(async () => await transaction.end());
        if (transaction.failure !== null) throw transaction.failure.error;
        const { command } = await client.query('commit');
        // After an error that somebody caught, PostgreSQL rolls back and calls that a success.
        if (command !== 'COMMIT') throw new Error('One of the transaction’s statements had failed');
        for (const effect of transaction.effects) effect();
        return result;
      });
    } catch (error) {
      throw namedError(error);
    }
  }

  // After a failure, the connection goes back to the pool only if it is out of any transaction.
  async #onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
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

async function join<T>({ transaction }: Scope, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    transaction.failure ??= { error };
    throw namedError(error);
  }
}

type Rows = { rows: Record<string, unknown>[] };

// node-postgres answers several statements with one result each.
function rowsOf(result: Rows | Rows[]): Rows {
  return { rows: Array.isArray(result) ? result.flatMap((each) => each.rows) : result.rows };
}
