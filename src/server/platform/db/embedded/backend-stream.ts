import { Duplex } from 'node:stream';
import type { Backend } from './backend.ts';
import { NO_ENCRYPTION, type Request, RequestReader, STARTUP_RESPONSE } from './wire.ts';

/** Replaces the socket of node-postgres: passes the wire protocol to an embedded backend. */
export class BackendStream extends Duplex {
  readonly #backend: Backend;
  readonly #reader = new RequestReader();
  #work: Promise<void> = Promise.resolve();

  constructor(backend: Backend) {
    // The backend pushes its answers, so there is nothing to read on demand.
    super({ read: () => undefined });
    this.#backend = backend;
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#work = this.#answerAll(bytes);
    this.#work.then(() => done(), done);
  }

  // node-postgres corks the messages of one query, so they arrive together.
  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    this.#disconnect().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#disconnect().then(() => done(error), done);
  }

  // A statement may still be queued or running. Waits for it, then rolls back its transaction.
  async #disconnect(): Promise<void> {
    await this.#work.catch(() => undefined);
    await this.#backend.disconnect(this);
  }

  async #answerAll(bytes: Buffer): Promise<void> {
    for (const request of this.#reader.read(bytes)) await this.#answer(request);
  }

  async #answer(request: Request): Promise<void> {
    if (request.kind === 'encryption') this.push(NO_ENCRYPTION);
    else if (request.kind === 'startup') this.push(STARTUP_RESPONSE);
    else if (request.kind === 'execute') this.push(await this.#backend.execute(this, request.messages));
  }

  // Methods of a socket that an in-process stream does not need.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
