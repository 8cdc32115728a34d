import { STREAM_BEAT_MS, type TogetherEvent, togetherRoutes } from '#contract/together.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { follow } from '#web/api/follow.ts';

/** A stream without a sign for so long is dead, in milliseconds. */
const SILENT_MS = 3 * STREAM_BEAT_MS;
/** Pauses before the stream is opened again, in milliseconds, after it ended and after it failed. */
const AGAIN_MS = [500, 2000, 5000, 15_000, 30_000] as const;
/** How soon the others hear where this window is, and how often it says that it is there, in milliseconds. */
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
  const params = { id };
  let stream: AbortController | null = null;
  let heardAt = 0;
  let failures = 0;
  // After a refusal that no trying again helps. Another look at the window may.
  let isRefused = false;
  let isStopped = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let moving: ReturnType<typeof setTimeout> | undefined;
  let block: string | null = null;
  let told: string | null = null;

  function open(): void {
    clearTimeout(again);
    if (isStopped || stream !== null) return;
    const own = new AbortController();
    stream = own;
    isRefused = false;
    heardAt = performance.now();
    const over = follow(togetherRoutes.followNewsletter, {
      params,
      query: { window },
      signal: own.signal,
      onSign: () => {
        heardAt = performance.now();
      },
      onEvent: (event) => {
        if (event.event === 'stored') {
          failures = 0;
          if (told !== block) sayPlace();
        }
        if (event.event === 'gone' || event.event === 'replaced') isRefused = true;
        onEvent(event);
      },
    }).catch((error: unknown) => {
      failures += 1;
      isRefused ||= isApiError(error, 401, 402, 403, 404);
      if (isApiError(error, 404)) onEvent({ event: 'gone' });
      return isApiError(error) ? (error.retryAfter ?? 0) * 1000 : 0;
    });
    void over.then((wait) => {
      if (stream !== own) return;
      stream = null;
      // The next stream begins with no place.
      told = null;
      if (isStopped || isRefused) return;
      const pause = AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)] ?? 0;
      // Not everybody at once when a server has started anew.
      again = setTimeout(open, Math.max(wait ?? 0, pause * (1 + Math.random())));
    });
  }

  function close(): void {
    clearTimeout(again);
    stream?.abort();
    stream = null;
    told = null;
  }

  function sayPlace(): void {
    clearTimeout(moving);
    told = block;
    // The next sign says it again.
    call(togetherRoutes.moveInNewsletter, { params, body: { window, block }, handles: () => true }).catch(
      () => undefined,
    );
  }

  // The page may have been asleep: its stream is dead, and the pause before the next one long.
  function wake(): void {
    if (document.visibilityState === 'hidden') return;
    if (stream !== null && performance.now() - heardAt > SILENT_MS) close();
    open();
  }

  const watch = setInterval(() => {
    if (stream !== null && performance.now() - heardAt > SILENT_MS) {
      close();
      open();
    }
  }, STREAM_BEAT_MS);
  const sign = setInterval(() => {
    if (stream !== null) sayPlace();
  }, SIGN_EVERY_MS);
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('visibilitychange', wake, { signal });
  globalThis.addEventListener('focus', wake, { signal });
  globalThis.addEventListener('online', wake, { signal });
  globalThis.addEventListener('pageshow', wake, { signal });
  // A page that is kept for the way back would go on listening.
  globalThis.addEventListener('pagehide', close, { signal });
  open();
  return {
    move(to) {
      if (block === to) return;
      block = to;
      clearTimeout(moving);
      moving = setTimeout(() => stream !== null && sayPlace(), MOVE_MS);
    },
    stop() {
      isStopped = true;
      stop.abort();
      clearInterval(watch);
      clearInterval(sign);
      clearTimeout(moving);
      close();
    },
  };
}
