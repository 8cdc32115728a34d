import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { CHECKPOINT_BYTES } from './checkpoint.ts';
import { PanicDetector, simpleQuery } from './wire.ts';

/** Ends the process, because the backend can only be trusted again after a restart. */
export type Exit = (reason: string) => never;

// PGlite's own way of leaving a failed statement; every other exception is the end of the backend.
const STATEMENT_FAILED = 100;

// As long as others can wait unnoticed.
const BUSY_MS = 5;

const ROOM_CHECK_MS = 100;
// Less than uploads leave free, so that they stop first, and more than a piece of the log (16 MB) takes.
const RESERVE_BYTES = 24 * 1024 * 1024;

// What is left of the log for small writes: hundreds of them. Past the end, the engine gives up.
const SMALL_RESERVE_BYTES = 1024 * 1024;
// Of the piece that is written now, and of those that lie ready after it.
const LOG_LEFT = `with log as (
    select pg_current_wal_insert_lsn() as at, pg_size_bytes(current_setting('wal_segment_size')) as piece
  )
  select (piece - (at - '0/0') % piece + piece * (
    select count(*) from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(at)
  ))::float8 as left from log`;

/** The embedded database's one backend, lent to one client at a time and kept by it while it is in a transaction. */
export class Backend {
  readonly #pglite: PGlite;
  readonly #hasRoom: (bytes: number) => boolean;
  readonly #exit: Exit;
  #readOnly = false;
  /** While there is too little room: how many bytes of the log are on the disk already, still to be written. */
  #logLeft = 0;
  #checkedAt = 0;
  /** Since when there have been statements in this turn of the event loop; null before the first. */
  #busySince: number | null = null;
  #holder: object | null = null;
  readonly #waiting: { readonly client: object; readonly resume: () => void }[] = [];

  /** `hasRoom` tells whether the disk has room for so many bytes. While it has too little, there are only reads. */
  constructor(pglite: PGlite, hasRoom: (bytes: number) => boolean, exit: Exit) {
    this.#pglite = pglite;
    this.#hasRoom = hasRoom;
    this.#exit = exit;
    this.#exitOnTrap();
  }

  /** Whether there are only reads, but for small writes that say so: the log has room for them. */
  get takesSmallWrites(): boolean {
    return this.#readOnly && this.#logLeft > SMALL_RESERVE_BYTES;
  }

  /** Executes a batch of messages that ends in a Sync or is a simple Query. Waits while another client is at work. */
  async execute(client: object, messages: Uint8Array): Promise<Buffer> {
    if (this.#holder !== client) await this.#borrow(client);
    try {
      if (!this.#pglite.isInTransaction()) await this.#followRoom();
      return await this.#run(messages);
    } finally {
      if (!this.#pglite.isInTransaction()) this.#lendOn();
    }
  }

  /** A client has gone; a transaction that it leaves behind is rolled back. */
  async leave(client: object): Promise<void> {
    if (this.#holder === client) await this.execute(client, simpleQuery('rollback'));
  }

  /** Closes once the last client is done. */
  async close(): Promise<void> {
    await this.#borrow(this);
    await this.#pglite.close();
  }

  async #borrow(client: object): Promise<void> {
    if (this.#holder === null) this.#holder = client;
    else await new Promise<void>((resume) => this.#waiting.push({ client, resume }));
  }

  #lendOn(): void {
    const next = this.#waiting.shift();
    // Passed on directly, so that nobody steps in between.
    this.#holder = next?.client ?? null;
    next?.resume();
  }

  async #run(messages: Uint8Array): Promise<Buffer> {
    const answer: Buffer[] = [];
    const panic = new PanicDetector();
    const onRawData = (bytes: Uint8Array) => {
      // The bytes are a view of memory that the next statement overwrites.
      const copy = Buffer.from(bytes);
      answer.push(copy);
      const reason = panic.read(copy);
      // From here PGlite would spin for ever without answering.
      if (reason !== null) this.#exit(reason);
    };
    this.#noteTurn();
    await this.#pglite.execProtocolRawStream(messages, { onRawData, syncToFs: false });
    await this.#giveWay();
    return Buffer.concat(answer);
  }

  // A statement blocks the thread; without turns of the event loop in between, queries would starve the timers. A turn
  // after each of them would be dear, though, where a thousand readers are served in it: a save has eight statements.
  async #giveWay(): Promise<void> {
    if (this.#busySince !== null && performance.now() - this.#busySince >= BUSY_MS) await nextTurn();
  }

  #noteTurn(): void {
    if (this.#busySince !== null) return;
    this.#busySince = performance.now();
    setImmediate(() => {
      this.#busySince = null;
    });
  }

  // Refusing writes in time: without room for the next piece of its log, the engine gives up altogether.
  async #followRoom(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedAt < ROOM_CHECK_MS) return;
    this.#checkedAt = now;
    // A checkpoint gives back what the log has taken, if there is room for it.
    if (!this.#readOnly && !this.#hasRoom(RESERVE_BYTES) && this.#hasRoom(CHECKPOINT_BYTES))
      await this.#run(simpleQuery('checkpoint'));
    const readOnly = !this.#hasRoom(RESERVE_BYTES);
    if (readOnly) this.#logLeft = await this.#readLogLeft();
    if (readOnly === this.#readOnly) return;
    await this.#run(simpleQuery(`set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`));
    this.#readOnly = readOnly;
  }

  async #readLogLeft(): Promise<number> {
    const { rows } = await this.#pglite.query<{ left: number }>(LOG_LEFT);
    return rows[0]?.left ?? 0;
  }

  #exitOnTrap(): void {
    const module = this.#pglite.Module;
    const step = module._PostgresMainLoopOnce;
    module._PostgresMainLoopOnce = () => {
      try {
        step();
      } catch (error) {
        if (!isStatementFailure(error)) this.#exit(String(error));
        throw error;
      }
    };
  }
}

// Emscripten throws a plain object, not an Error.
function isStatementFailure(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'status' in error && error.status === STATEMENT_FAILED
  );
}
