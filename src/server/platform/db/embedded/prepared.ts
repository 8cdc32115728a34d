import { bindTo, closeStatement, namedStatement, unnamedStatement } from './wire.ts';

/** After so many uses a statement is prepared. */
const USES_BEFORE = 5;
/** Of what takes longer, planning is the smaller part. In milliseconds. */
const SHORT_MS = 5;
/** A prepared statement is slow if it takes so much longer than it did before, so often in a row. */
const SLOWER = { times: 2, ms: 5 };
const SLOW_RUNS = 3;
/** So often a slow one is used before it is tried again: a busy machine makes all of them slow. */
const USES_AFTER_SLOW = 1000;
/** How many statements are kept prepared: each takes memory in the engine. */
const MOST_PREPARED = 200;
/** How many texts are known, to count their uses. */
const MOST_KNOWN = 1000;

interface Statement {
  /** How many uses are left until it is prepared. */
  usesLeft: number;
  /** Its name in the engine; null: it is not prepared. */
  name: string | null;
  /** The shortest time that it took before it was prepared. */
  best: number;
  slowRuns: number;
}

/** How a batch went. */
interface Run {
  readonly isFailure: boolean;
  /** In milliseconds. */
  readonly took: number;
}

/**
 * Prepares the short statements that are often used, as most of their time is planning. The clients know nothing of it: they send
 * unnamed ones, and share the engine. A plan for all values may be a bad one for some, or for a table that has grown: a
 * statement that takes longer than before is planned each time again. Call `rewrite` with each batch of messages, and `learn`
 * after it.
 */
export class PreparedStatements {
  /** By their Parse message, the one used longest ago first. */
  readonly #known = new Map<string, Statement>();
  #prepared = 0;
  #count = 0;
  #last: Statement | null = null;
  /** Names that the engine may forget. */
  readonly #dropped: string[] = [];

  /** The same batch, with the statement prepared or as a prepared one. */
  rewrite(messages: Uint8Array): Uint8Array {
    this.#last = null;
    const given = unnamedStatement(messages);
    if (given === null) return messages;
    const statement = this.#find(given.key);
    this.#last = statement;
    if (statement.name !== null) return bindTo(statement.name, given);
    if (statement.usesLeft > 0 || statement.best > SHORT_MS) return messages;
    statement.name = this.#newName();
    const closing = this.#dropped.splice(0).map(closeStatement);
    return Buffer.concat([...closing, namedStatement(statement.name, given), bindTo(statement.name, given)]);
  }

  /** What became of the batch. A statement that has failed may not be prepared, or its tables may have changed. */
  learn({ isFailure, took }: Run): void {
    const statement = this.#last;
    if (statement === null) return;
    if (statement.name === null) {
      statement.usesLeft -= 1;
      statement.best = Math.min(statement.best, took);
    } else if (isFailure) this.#drop(statement, USES_BEFORE);
    else if (took <= statement.best * SLOWER.times + SLOWER.ms) statement.slowRuns = 0;
    else {
      statement.slowRuns += 1;
      if (statement.slowRuns === SLOW_RUNS) this.#drop(statement, USES_AFTER_SLOW);
    }
  }

  #find(key: string): Statement {
    const statement = this.#known.get(key) ?? {
      usesLeft: USES_BEFORE,
      name: null,
      best: Number.POSITIVE_INFINITY,
      slowRuns: 0,
    };
    this.#known.delete(key);
    this.#known.set(key, statement);
    if (this.#known.size > MOST_KNOWN) this.#forgetOldest();
    return statement;
  }

  #newName(): string {
    this.#count += 1;
    this.#prepared += 1;
    if (this.#prepared > MOST_PREPARED) this.#dropOldest();
    return `s${this.#count}`;
  }

  #forgetOldest(): void {
    for (const [key, statement] of this.#known) {
      if (statement.name !== null) this.#drop(statement, USES_BEFORE);
      this.#known.delete(key);
      return;
    }
  }

  #dropOldest(): void {
    const oldest = [...this.#known.values()].find(({ name }) => name !== null);
    if (oldest !== undefined) this.#drop(oldest, USES_BEFORE);
  }

  #drop(statement: Statement, usesLeft: number): void {
    if (statement.name !== null) this.#dropped.push(statement.name);
    this.#prepared -= 1;
    Object.assign(statement, { usesLeft, name: null, best: Number.POSITIVE_INFINITY, slowRuns: 0 });
  }
}
