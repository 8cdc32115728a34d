import { STREAM_BEAT_MS, type TogetherEvent, togetherRoutes } from '#contract/together.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { follow } from '#web/api/follow.ts';

/** The time without a sign after which a stream counts as dead, in milliseconds. */
const SILENT_MS = 3 * STREAM_BEAT_MS;
/** Pauses before the stream is opened again, in milliseconds, after it ended and after it failed. */
const AGAIN_MS = [500, 2000, 5000, 15_000, 30_000] as const;
/** The delay before others learn the place of this window, and the interval of its signs of life, in milliseconds. */
const MOVE_MS = 250;
const SIGN_EVERY_MS = 30_000;

/** A window's connection with the others who have the same newsletter open. */
export interface Connection {
  /** Says which block this window is in; null: none. */
  move(block: string | null): void;
  stop(): void;
}

/** Opens the connection and keeps it open, also after a sleep. Each opening begins with a `stored` event. */
export function openConnection(
  id: string,
  window: string,
  onEvent: (event: TogetherEvent) => void,
): Connection {
  return new KeptConnection(id, window, onEvent);
}

class KeptConnection implements Connection {
  readonly #params: { readonly id: string };
  readonly #window: string;
  readonly #onEvent: (event: TogetherEvent) => void;
  #stream: AbortController | null = null;
  #receivedAt = 0;
  #failures = 0;
  /** Set by a refusal that retries cannot mend. The person's return to the window may. */
  #isRefused = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #moving: ReturnType<typeof setTimeout> | undefined;
  /** The block that this window is in, and the one that the others know. */
  #block: string | null = null;
  #sentBlock: string | null = null;
  readonly #stopping = new AbortController();

  constructor(id: string, window: string, onEvent: (event: TogetherEvent) => void) {
    this.#params = { id };
    this.#window = window;
    this.#onEvent = onEvent;
    this.#watchPage();
    this.#open();
  }

  move(to: string | null): void {
    if (this.#block === to) return;
    this.#block = to;
    clearTimeout(this.#moving);
    this.#moving = setTimeout(() => this.#stream !== null && this.#sendPlace(), MOVE_MS);
  }

  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#moving);
    this.#close();
  }

  #watchPage(): void {
    const { signal } = this.#stopping;
    const wake = () => this.#wake();
    document.addEventListener('visibilitychange', wake, { signal });
    for (const type of ['focus', 'online', 'pageshow']) globalThis.addEventListener(type, wake, { signal });
    // A page in the back/forward cache would go on listening.
    globalThis.addEventListener('pagehide', () => this.#close(), { signal });
    const watch = setInterval(() => this.#isDead() && this.#reopen(), STREAM_BEAT_MS);
    const sign = setInterval(() => this.#stream !== null && this.#sendPlace(), SIGN_EVERY_MS);
    signal.addEventListener('abort', () => {
      clearInterval(watch);
      clearInterval(sign);
    });
  }

  #open(): void {
    clearTimeout(this.#again);
    if (this.#stopping.signal.aborted || this.#stream !== null) return;
    const own = new AbortController();
    this.#stream = own;
    this.#isRefused = false;
    this.#receivedAt = performance.now();
    void this.#follow(own.signal).then((wait) => {
      if (this.#stream === own) this.#openAgain(wait);
    });
  }

  /** Resolves once the stream has ended, to the time that the server wants no requests, in milliseconds. */
  async #follow(signal: AbortSignal): Promise<number> {
    try {
      await follow(togetherRoutes.followNewsletter, {
        params: this.#params,
        query: { window: this.#window },
        signal,
        onSign: () => {
          this.#receivedAt = performance.now();
        },
        onEvent: (event) => this.#receive(event),
      });
      return 0;
    } catch (error) {
      this.#failures += 1;
      this.#isRefused ||= isApiError(error, 401, 402, 403, 404);
      if (isApiError(error, 404)) this.#onEvent({ event: 'gone' });
      return isApiError(error) ? (error.retryAfter ?? 0) * 1000 : 0;
    }
  }

  #receive(event: TogetherEvent): void {
    if (event.event === 'stored') {
      this.#failures = 0;
      if (this.#sentBlock !== this.#block) this.#sendPlace();
    }
    if (event.event === 'gone' || event.event === 'replaced') this.#isRefused = true;
    this.#onEvent(event);
  }

  #openAgain(wait: number): void {
    this.#stream = null;
    // The next stream begins with no place.
    this.#sentBlock = null;
    if (this.#stopping.signal.aborted || this.#isRefused) return;
    const pause = AGAIN_MS[Math.min(this.#failures, AGAIN_MS.length - 1)] ?? 0;
    // Spreads the requests of all windows after a restart of the server.
    this.#again = setTimeout(() => this.#open(), Math.max(wait, pause * (1 + Math.random())));
  }

  #close(): void {
    clearTimeout(this.#again);
    this.#stream?.abort();
    this.#stream = null;
    this.#sentBlock = null;
  }

  #reopen(): void {
    this.#close();
    this.#open();
  }

  #isDead = () => this.#stream !== null && performance.now() - this.#receivedAt > SILENT_MS;

  // The page may have been asleep: its stream is dead, and the pause before the next one long.
  #wake(): void {
    if (document.visibilityState === 'hidden') return;
    if (this.#isDead()) this.#reopen();
    else this.#open();
  }

  #sendPlace(): void {
    clearTimeout(this.#moving);
    this.#sentBlock = this.#block;
    const body = { window: this.#window, block: this.#block };
    // The next sign says it again.
    call(togetherRoutes.moveInNewsletter, { params: this.#params, body, handles: () => true }).catch(
      () => undefined,
    );
  }
}
