import { CHECKPOINT_BYTES } from './checkpoint.ts';
import type { Engine } from './engine.ts';
import { firstValue, isInTransaction, outcomeOf, simpleQuery } from './wire.ts';

const SPACE_CHECK_MS = 100;
/** A table that grows by this many rows at once needs new statistics. */
const MANY_ROWS = 1000;
// Less than uploads leave free, so that they stop first, and more than a WAL segment (16 MB).
const RESERVE_BYTES = 24 * 1024 * 1024;

// WAL space that is never used: the engine crashes when it runs out.
const SMALL_RESERVE_BYTES = 1024 * 1024;
// The bytes left in the current WAL segment and in the preallocated ones after it.
const WAL_BYTES_LEFT = `with log as (
    select pg_current_wal_insert_lsn() as at, pg_size_bytes(current_setting('wal_segment_size')) as piece
  )
  select (piece - (at - '0/0') % piece + piece * (
    select count(*) from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(at)
  ))::float8 as left from log`;

/** The only backend of the embedded database. One client at a time uses it, for a whole transaction. */
export class Backend {
  readonly #engine: Engine;
  /** Called after a statement that has inserted many rows. */
  onManyRows: () => void = () => undefined;
  readonly #hasDiskSpace: (bytes: number) => boolean;
  #isReadOnly = false;
  /** The preallocated WAL bytes that are still unwritten. Only measured while the disk is full. */
  #walBytesLeft = 0;
  #checkedAt = 0;
  #isInTransaction = false;
  #holder: object | null = null;
  readonly #waiting: { readonly client: object; readonly resume: () => void }[] = [];

  /**
   * `hasDiskSpace` says whether the disk has space for a number of bytes. Without enough space, the backend is read-only.
   */
  constructor(engine: Engine, hasDiskSpace: (bytes: number) => boolean) {
    this.#engine = engine;
    this.#hasDiskSpace = hasDiskSpace;
  }

  /** Whether the backend is read-only but the WAL still has space for small writes. */
  get allowsSmallWrites(): boolean {
    return this.#isReadOnly && this.#walBytesLeft > SMALL_RESERVE_BYTES;
  }

  /**
   * Executes a batch of messages that ends in a Sync or is a simple Query. Waits while another client uses the backend.
   */
  async execute(client: object, messages: Uint8Array): Promise<Buffer> {
    if (this.#holder !== client) await this.#acquire(client);
    try {
      if (!this.#isInTransaction) await this.#updateReadOnly();
      return await this.#run(messages);
    } finally {
      if (!this.#isInTransaction) this.#passOn();
    }
  }

  /** Rolls back the open transaction of a client that has disconnected. */
  async disconnect(client: object): Promise<void> {
    if (this.#holder === client) await this.execute(client, simpleQuery('rollback'));
  }

  /** Closes after the last waiting client. */
  async close(): Promise<void> {
    await this.#acquire(this);
    await this.#engine.close();
  }

  async #acquire(client: object): Promise<void> {
    if (this.#holder === null) this.#holder = client;
    else await new Promise<void>((resume) => this.#waiting.push({ client, resume }));
  }

  #passOn(): void {
    const next = this.#waiting.shift();
    // Handed over directly, so that no other client can acquire it in between.
    this.#holder = next?.client ?? null;
    next?.resume();
  }

  async #run(messages: Uint8Array): Promise<Buffer> {
    const answer = await this.#engine.run(messages);
    if (outcomeOf(answer).inserted >= MANY_ROWS) this.onManyRows();
    this.#isInTransaction = isInTransaction(answer);
    return answer;
  }

  // Turns read-only in time: the engine crashes when it has no space for the next WAL segment.
  async #updateReadOnly(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedAt < SPACE_CHECK_MS) return;
    this.#checkedAt = now;
    // A checkpoint frees WAL space, if there is enough space for the checkpoint itself.
    if (!this.#isReadOnly && !this.#hasDiskSpace(RESERVE_BYTES) && this.#hasDiskSpace(CHECKPOINT_BYTES))
      await this.#run(simpleQuery('checkpoint'));
    const readOnly = !this.#hasDiskSpace(RESERVE_BYTES);
    if (readOnly) this.#walBytesLeft = await this.#readWalBytesLeft();
    if (readOnly === this.#isReadOnly) return;
    await this.#run(simpleQuery(`set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`));
    this.#isReadOnly = readOnly;
  }

  async #readWalBytesLeft(): Promise<number> {
    return Number(firstValue(await this.#run(simpleQuery(WAL_BYTES_LEFT))));
  }
}
