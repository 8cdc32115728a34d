import { bindTo, closeStatement, namedStatement, unnamedStatement } from './wire.ts';

/** The uses after which a statement is prepared. */
const USES_BEFORE = 5;
/** Statements that take longer are not prepared, as planning is the smaller part of their time. In milliseconds. */
const SHORT_MS = 5;
/** A run of a prepared statement is slow above `times` its former time plus `ms`; after `SLOW_RUNS` in a row the statement is dropped. */
const SLOWER = { times: 2, ms: 5 };
const SLOW_RUNS = 3;
/** The uses before a dropped slow statement is tried again: on a busy machine all of them are slow. */
const USES_AFTER_SLOW = 1000;
/** The most prepared statements: each takes memory in the engine. */
const MOST_PREPARED = 200;
/** The most texts whose uses are counted. */
const MOST_KNOWN = 1000;

interface Statement {
  /** The uses left until the statement is prepared. */
  usesLeft: number;
  /** The statement's name in the engine; null: it is not prepared. */
  name: string | null;
  /** The shortest run before it was prepared. */
  best: number;
  slowRuns: number;
}

/** The outcome of a batch. */
interface Run {
  readonly isFailure: boolean;
  /** In milliseconds. */
  readonly took: number;
}

/**
 * Prepares short statements that are used often, since most of their time is planning. The clients do not notice: they
 * send unnamed ones, and share the engine. One plan for all values may be bad for some, or for a table that has grown,
 * so a statement that gets slower is planned each time again. Call `rewrite` with each batch of messages, and `learn`
 * after it.
 */
export class PreparedStatements {
  /** The statements by their Parse message, the least recently used first. */
  readonly #known = new Map<string, Statement>();
  #prepared = 0;
  #count = 0;
  #last: Statement | null = null;
  /** Names that the engine may forget. */
  readonly #dropped: string[] = [];

  /** Returns the batch with the statement prepared, or bound to the prepared one. */
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

  /** Notes the outcome of the batch. After a failure the statement may not be prepared, or its tables may have changed. */
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
