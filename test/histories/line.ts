import { togetherRoutes } from '#contract/together.ts';
import { type Fetch, outside, type Page } from './page.ts';
import type { Answer, Server } from './servers.ts';

/** A call that is on its way: to the server, or back with the answer. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly resolve: (answer: Response) => void;
  readonly reject: (error: unknown) => void;
  answer: Answer | null;
}

/** An open stream, and the events that have not arrived yet. */
interface Stream {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly page: Page;
  readonly server: Server;
  /** Null: the server has ended it. */
  readonly waiting: (string | null)[];
  version: number;
  isOver: boolean;
  close(): void;
}

/** The calls with which a line reports saves. */
export interface Listener {
  onStored(body: string, version: number): Promise<void>;
}

/** A writer's connection. Nothing moves on it by itself: its owner decides when a call arrives, and when its answer does. */
export class Line {
  isOnline = true;
  stream: Stream | null = null;
  #calls: Call[] = [];
  /** Copies of saves that a network delivers once more. */
  #copies: Call[] = [];
  #page: Page | null = null;

  readonly token: string;
  readonly server: () => Server;
  readonly listener: Listener;

  constructor(token: string, server: () => Server, listener: Listener) {
    this.token = token;
    this.server = server;
    this.listener = listener;
  }

  /** The `fetch` of a page on this line. */
  fetchOf(page: () => Page): Fetch {
    return async (address, { method = 'GET', body, signal }) => {
      const here = page();
      if (here !== this.#page) return await never();
      if (!this.isOnline) throw new TypeError('Offline');
      if (address.includes('/events?')) return await this.#open(here, address, signal ?? null);
      if (method === 'PUT') return new Response(null, { status: 204 });
      // Notes and the history play no part here.
      if (!/\/news_letters\/[^/]+$/.test(address)) return await never();
      return await new Promise((resolve, reject) => {
        const text = typeof body === 'string' ? body : undefined;
        this.#calls.push({ method, path: address, body: text, resolve, reject, answer: null });
      });
    };
  }

  /** Connects the line to this page from now on. Saves of the page before may still arrive. */
  connect(page: Page | null): void {
    this.#page = page;
    for (const call of this.#calls)
      if (call.answer === null && call.method === 'PATCH') this.#copies.push(call);
    this.#calls = [];
    this.dropStream();
    this.stream = null;
  }

  get isBusy(): boolean {
    return this.hasCalls || this.hasEvents;
  }
  get hasEvents(): boolean {
    return this.stream?.isOver === false && this.stream.waiting.length > 0;
  }
  get hasCalls(): boolean {
    return this.#calls.length > 0;
  }
  /** The calls under way, for error messages. */
  openCalls(): string {
    return this.#calls.map(({ method, answer }) => `${method} ${answer?.status ?? ''}`).join();
  }
  get hasCopies(): boolean {
    return this.#copies.length > 0;
  }

  /** Moves one call on. With `again`, the network will deliver it once more. */
  async moveCall(index: number, again: boolean): Promise<void> {
    const call = this.#calls[index % this.#calls.length];
    if (call === undefined) return;
    if (call.answer === null) {
      if (again && call.method === 'PATCH') this.#copies.push(call);
      call.answer = await this.#send(call);
      return;
    }
    this.#calls = this.#calls.filter((each) => each !== call);
    const { status, text } = call.answer;
    call.resolve(new Response(text, { status, headers: { 'content-type': 'application/json' } }));
  }

  /**
   * Kills a server at the first save that has not reached one. Returns the body of that save; null if there is none.
   */
  async killAtSave(server: Server, chance: number): Promise<string | null> {
    const call = this.#calls.find(({ method, answer }) => method === 'PATCH' && answer === null);
    if (call?.body === undefined) return null;
    const { method, path, body } = call;
    this.#calls = this.#calls.filter((each) => each !== call);
    await outside(() => server.dieAt({ method, path, body, token: this.token }, chance));
    call.reject(new TypeError('The connection broke'));
    return body;
  }

  /** Loses the stream if this server has it. */
  leave(server: Server): void {
    if (this.stream?.server === server) this.dropStream();
  }

  /** Delivers a save that was delivered before, or one that had not arrived when its page was closed. */
  async deliverCopy(): Promise<void> {
    const call = this.#copies.shift();
    if (call !== undefined) await this.#send(call);
  }
  loseCopies(): void {
    this.#copies = [];
  }

  /** Fails all calls: those that have not arrived never do, and no answer comes back. */
  goOffline(): void {
    this.isOnline = false;
    const calls = this.#calls;
    this.#calls = [];
    for (const call of calls) call.reject(new TypeError('The connection broke'));
  }

  dropStream(): void {
    const { stream } = this;
    if (stream === null || stream.isOver) return;
    stream.isOver = true;
    outside(() => stream.close());
    stream.page.inside(() => stream.controller.error(new TypeError('The connection broke')));
  }

  /** Lets the next event arrive; without one, a sign of life. */
  moveEvent(): void {
    const { stream } = this;
    if (stream === null || stream.isOver || !this.isOnline) return;
    const event = stream.waiting.shift();
    if (event === null) {
      stream.isOver = true;
      stream.page.inside(() => stream.controller.close());
      return;
    }
    const text = event === undefined ? ':\n\n' : `data: ${event}\n\n`;
    stream.page.inside(() => stream.controller.enqueue(new TextEncoder().encode(text)));
  }

  /** Whether the server has announced a version; true without an open stream. */
  knows(version: number): boolean {
    return this.stream === null || this.stream.isOver || this.stream.version >= version;
  }

  async #send({ method, path, body }: Call): Promise<Answer> {
    const { token } = this;
    const answer = await outside(() => this.server().ask({ method, path, body, token }));
    if (method === 'PATCH' && answer.status === 200 && body !== undefined)
      await this.listener.onStored(body, JSON.parse(answer.text).news_letter.data.attributes.version);
    return answer;
  }

  async #open(page: Page, path: string, signal: AbortSignal | null): Promise<Response> {
    let stream: Stream | null = null;
    const begun = Promise.withResolvers<undefined>();
    const waiting: (string | null)[] = [];
    let version = 0;
    const hear = (json: string) => {
      const event = togetherRoutes.followNewsletter.events.parse(JSON.parse(json));
      // Presence does not matter here, and comes at any time.
      if (event.event === 'here') return;
      waiting.push(json);
      if (event.event === 'stored') version = event.version;
      if (stream !== null) stream.version = version;
      begun.resolve(undefined);
    };
    const end = () => {
      version = Number.POSITIVE_INFINITY;
      if (stream !== null) stream.version = version;
      waiting.push(null);
      begun.resolve(undefined);
    };
    const { token } = this;
    const server = this.server();
    const opened = await outside(() => server.follow({ method: 'GET', path, token }, hear, end));
    if (typeof opened !== 'function') return new Response(opened.text, { status: opened.status });
    await begun.promise;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = { controller, page, server, waiting, version, isOver: false, close: opened };
        this.stream = stream;
      },
    });
    signal?.addEventListener('abort', () => {
      if (stream === null || stream.isOver) return;
      stream.isOver = true;
      outside(opened);
      stream.controller.error(new DOMException('Aborted', 'AbortError'));
    });
    return new Response(body, { status: 200 });
  }
}

function never(): Promise<Response> {
  return new Promise(() => undefined);
}
