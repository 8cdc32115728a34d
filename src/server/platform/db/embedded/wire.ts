/** The part of PostgreSQL's wire protocol that an embedded backend needs. */

const HEADER = 5;
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const PARSE = code('P');
const BIND = code('B');
const QUERY = code('Q');
const SYNC = code('S');
const TERMINATE = code('X');
const ERROR = code('E');
const ROW = code('D');
const COMPLETE = code('C');
const IDLE = code('I');

function code(letter: string): number {
  return letter.charCodeAt(0);
}

/** A client's request: start, execute messages, or terminate. */
export type Request =
  | { readonly kind: 'encryption' | 'startup' | 'terminate' }
  | { readonly kind: 'execute'; readonly messages: Buffer };

/** Assembles a client's bytes into requests. A batch of messages ends with a Sync or a simple Query. */
export class RequestReader {
  #pending: Buffer = Buffer.alloc(0);
  #started = false;
  /** The length of the complete messages in `#pending`. */
  #whole = 0;

  /** Throws for named prepared statements: all clients share one backend, so their names would collide. */
  read(bytes: Buffer): Request[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const requests: Request[] = [];
    for (let request = this.#next(); request !== null; request = this.#next()) requests.push(request);
    return requests;
  }

  #next(): Request | null {
    if (!this.#started) return this.#first();
    while (this.#pending.length >= this.#whole + HEADER) {
      const type = this.#pending[this.#whole];
      const end = this.#whole + 1 + this.#pending.readUInt32BE(this.#whole + 1);
      if (this.#pending.length < end) return null;
      if (type === PARSE && this.#pending[this.#whole + HEADER] !== 0)
        throw new Error('Named prepared statements cannot be used');
      this.#whole = end;
      if (type === TERMINATE) return { kind: 'terminate' };
      if (type === QUERY || type === SYNC) return { kind: 'execute', messages: this.#take() };
    }
    return null;
  }

  // The first message has no type.
  #first(): Request | null {
    if (this.#pending.length < 8) return null;
    this.#whole = this.#pending.readUInt32BE(0);
    if (this.#pending.length < this.#whole) return null;
    const wanted = this.#take().readUInt32BE(4);
    if (wanted === SSL_REQUEST || wanted === GSS_REQUEST) return { kind: 'encryption' };
    this.#started = true;
    return { kind: 'startup' };
  }

  #take(): Buffer {
    const taken = this.#pending.subarray(0, this.#whole);
    this.#pending = this.#pending.subarray(this.#whole);
    this.#whole = 0;
    return taken;
  }
}

/** A batch that parses an unnamed statement and binds the unnamed portal to it. */
export interface UnnamedStatement {
  /** The text and the types of its parameters: equal for equal statements. */
  readonly key: string;
  readonly parse: Buffer;
  /** The Bind message and all messages after it. */
  readonly rest: Buffer;
}

/** The unnamed statement of a batch; null if it is another kind of batch. */
export function unnamedStatement(bytes: Uint8Array): UnnamedStatement | null {
  const messages = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (messages[0] !== PARSE || messages[HEADER] !== 0) return null;
  const end = 1 + messages.readUInt32BE(1);
  const rest = messages.subarray(end);
  if (rest[0] !== BIND || rest[HEADER] !== 0 || rest[HEADER + 1] !== 0) return null;
  const parse = messages.subarray(0, end);
  return { key: parse.toString('latin1', HEADER + 1), parse, rest };
}

/** The Parse message of a statement under a name. */
export function namedStatement(name: string, { parse }: UnnamedStatement): Buffer {
  return message('P', Buffer.concat([Buffer.from(name), parse.subarray(HEADER)]));
}

/** The messages from Bind on, for the statement with this name. */
export function bindTo(name: string, { rest }: UnnamedStatement): Buffer {
  const end = 1 + rest.readUInt32BE(1);
  const bind = message('B', Buffer.concat([Buffer.from(`\0${name}`), rest.subarray(HEADER + 1, end)]));
  return Buffer.concat([bind, rest.subarray(end)]);
}

/** A message that closes a statement. */
export function closeStatement(name: string): Buffer {
  return message('C', Buffer.from(`S${name}\0`));
}

/** The outcome of an answer's statements. */
interface Outcome {
  readonly isFailure: boolean;
  /** The most rows that one statement inserted. */
  readonly inserted: number;
}

/** Reads an answer's outcome. */
export function outcomeOf(answer: Buffer): Outcome {
  let inserted = 0;
  for (let at = 0; at + HEADER <= answer.length; at += 1 + answer.readUInt32BE(at + 1)) {
    if (answer[at] === ERROR) return { isFailure: true, inserted };
    if (answer[at] === COMPLETE) inserted = Math.max(inserted, insertedRows(answer, at + HEADER));
  }
  return { isFailure: false, inserted };
}

// The tag of an insert is `INSERT 0 rows`.
function insertedRows(answer: Buffer, at: number): number {
  const tag = answer.toString('latin1', at, answer.indexOf(0, at));
  return tag.startsWith('INSERT') ? Number(tag.split(' ').at(-1)) : 0;
}

/** Searches a backend's answer for an error that it does not survive. */
export class PanicDetector {
  #pending: Buffer = Buffer.alloc(0);
  /** The bytes still to skip of the current message. */
  #skip = 0;

  /** Returns the text of a PANIC or FATAL error once it is complete, otherwise null. */
  read(bytes: Buffer): string | null {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    for (;;) {
      const skipped = Math.min(this.#skip, this.#pending.length);
      this.#pending = this.#pending.subarray(skipped);
      this.#skip -= skipped;
      if (this.#pending.length < HEADER) return null;
      const length = 1 + this.#pending.readUInt32BE(1);
      if (this.#pending[0] !== ERROR) {
        this.#skip = length;
        continue;
      }
      if (this.#pending.length < length) return null;
      const fields = errorFields(this.#pending.subarray(HEADER, length));
      this.#skip = length;
      const severity = fields.get('V');
      if (severity === 'PANIC' || severity === 'FATAL') return fields.get('M') ?? severity;
    }
  }
}

/** Whether a session is in a transaction after this answer, which ends in ReadyForQuery. */
export function isInTransaction(answer: Buffer): boolean {
  return answer.at(-1) !== IDLE;
}

/** The first value of an answer's first row, as text. Null if there is no row, or the value is null. */
export function firstValue(answer: Buffer): string | null {
  for (let at = 0; at + HEADER <= answer.length; at += 1 + answer.readUInt32BE(at + 1)) {
    if (answer[at] !== ROW) continue;
    // After the number of columns comes the length of the first one: -1 if it is null.
    const length = answer.readInt32BE(at + HEADER + 2);
    const from = at + HEADER + 6;
    return length < 0 ? null : answer.toString('utf8', from, from + length);
  }
  return null;
}

// Each field is a letter and a text, terminated by a zero byte.
function errorFields(body: Buffer): ReadonlyMap<string, string> {
  return new Map(
    body
      .toString('utf8')
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  );
}

/** The answer that declines encryption; the client is in the same process. */
export const NO_ENCRYPTION = Buffer.from('N');

/** The answer to a start-up message: authenticated, some settings, ready. */
export const STARTUP_RESPONSE = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('S', Buffer.from('standard_conforming_strings\0on\0')),
  message('Z', Buffer.from('I')),
]);

/** A simple Query message. */
export function simpleQuery(sql: string): Buffer {
  return message('Q', Buffer.from(`${sql}\0`));
}

function message(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(HEADER + body.length);
  bytes.write(type, 0);
  bytes.writeUInt32BE(4 + body.length, 1);
  body.copy(bytes, HEADER);
  return bytes;
}
