import { Duplex } from 'node:stream';
import type { Backend } from './backend.ts';
import { NO_ENCRYPTION, type Request, RequestReader, WELCOME } from './wire.ts';

/** Stands where node-postgres expects a socket, and speaks the wire protocol to an embedded backend. */
export class BackendStream extends Duplex {
  readonly #backend: Backend;
  readonly #reader = new RequestReader();
  #work: Promise<void> = Promise.resolve();

  constructor(backend: Backend) {
    // Nothing to ask for: answers come by themselves.
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

  // node-postgres corks the messages of one query: they arrive together.
  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    this.#leave().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#leave().then(() => done(error), done);
  }

  // A statement may still be waiting for its turn or running; what it has begun is rolled back after it.
  async #leave(): Promise<void> {
    await this.#work.catch(() => undefined);
    await this.#backend.leave(this);
  }

  async #answerAll(bytes: Buffer): Promise<void> {
    for (const request of this.#reader.read(bytes)) await this.#answer(request);
  }

  async #answer(request: Request): Promise<void> {
    if (request.kind === 'encryption') this.push(NO_ENCRYPTION);
    else if (request.kind === 'startup') this.push(WELCOME);
    else if (request.kind === 'execute') this.push(await this.#backend.execute(this, request.messages));
  }

  // What a socket has and a stream in the same process does not need.
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
