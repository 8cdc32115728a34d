import { AsyncLocalStorage } from 'node:async_hooks';
import { loadMerging } from '#web/features/editor/merging/session-saver.ts';

/**
 * Browser pages without a browser: the parts of `window`, timers and `fetch` that the editor needs, several at once in one process.
 * The asynchronous context says which page runs. Their time passes only by `Clock`; their randomness comes from a seed.
 */

/** The address of the servers in the pages. */
export const ORIGIN = 'http://school.example';

const running = new AsyncLocalStorage<Page>();

/** Runs work that belongs to no page, such as a server's work on an answer. */
export function outside<Result>(work: () => Result): Result {
  return running.exit(work);
}

export type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** The handle of a page's timer. */
class Handle {
  readonly page: Page;
  readonly run: () => void;
  readonly every: number | null;

  constructor(page: Page, run: () => void, every: number | null) {
    this.page = page;
    this.run = run;
    this.every = every;
  }
  unref(): this {
    return this;
  }
}

/** The time of all pages of a history, in milliseconds. */
export class Clock {
  now = 0;
  #timers = new Map<Handle, number>();

  set(handle: Handle, delay: number): Handle {
    this.#timers.set(handle, this.now + Math.max(0, delay));
    return handle;
  }

  clear(handle: Handle): void {
    this.#timers.delete(handle);
  }

  forget(page: Page): void {
    for (const handle of this.#timers.keys()) if (handle.page === page) this.#timers.delete(handle);
  }

  /** Lets time pass; `settle` is awaited after each timer. */
  async pass(milliseconds: number, settle: () => Promise<void>): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      const due = [...this.#timers]
        .filter(([, at]) => at <= end)
        .sort(([, one], [, other]) => one - other)[0];
      if (due === undefined) break;
      const [handle, at] = due;
      this.now = Math.max(this.now, at);
      this.#timers.delete(handle);
      if (handle.every !== null) this.set(handle, handle.every);
      handle.page.inside(handle.run);
      await settle();
    }
    this.now = end;
  }
}

/** A page that is open until it is killed. */
export class Page {
  readonly window = Object.assign(new EventTarget(), {
    location: { origin: ORIGIN },
    localStorage: new Map(),
    sessionStorage: new Map(),
  });
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    querySelector: () => null,
    querySelectorAll: () => [],
  });

  readonly clock: Clock;
  readonly random: () => number;
  readonly fetch: Fetch;

  constructor(clock: Clock, random: () => number, fetch: Fetch) {
    this.clock = clock;
    this.random = random;
    this.fetch = fetch;
  }

  inside<Result>(work: () => Result): Result {
    return running.run(this, work);
  }

  /** Stops the page: its timers no longer run, but work that has begun goes on. */
  kill(): void {
    this.clock.forget(this);
  }
}

/** Loads the modules that pages load later: within a page, loading would wait for its time to pass. */
export async function loadPages(): Promise<void> {
  await loadMerging();
}

type Callback = (...given: unknown[]) => void;

/** Replaces the process's globals by the pages', for code that runs in a page. Returns the function that restores them. */
export function openBrowser(): () => void {
  const page = () => running.getStore();
  const own = { setTimeout, clearTimeout, setInterval, clearInterval, fetch, crypto, performance };
  const timer =
    (real: (run: Callback, delay?: number, ...given: unknown[]) => unknown, repeats: boolean) =>
    (run: Callback, delay = 0, ...given: unknown[]) => {
      const here = page();
      if (here === undefined) return real(run, delay, ...given);
      return here.clock.set(new Handle(here, () => run(...given), repeats ? delay : null), delay);
    };
  const clear = (real: (id: never) => void) => (handle: never) => {
    const given: unknown = handle;
    if (given instanceof Handle) given.page.clock.clear(given);
    else real(handle);
  };
  const put: Readonly<Record<string, PropertyDescriptor>> = {
    setTimeout: { value: timer(own.setTimeout, false) },
    setInterval: { value: timer(own.setInterval, true) },
    clearTimeout: { value: clear(own.clearTimeout) },
    clearInterval: { value: clear(own.clearInterval) },
    window: { get: () => page()?.window },
    document: { get: () => page()?.document },
    addEventListener: {
      value: (...given: Parameters<EventTarget['addEventListener']>) =>
        page()?.window.addEventListener(...given),
    },
    fetch: {
      value: (address: string, options: RequestInit = {}) => (page()?.fetch ?? own.fetch)(address, options),
    },
    performance: {
      value: new Proxy(own.performance, {
        get: (real, key) => {
          if (key === 'now') return () => page()?.clock.now ?? real.now();
          const member: unknown = Reflect.get(real, key);
          return typeof member === 'function' ? member.bind(real) : member;
        },
      }),
    },
    crypto: {
      value: new Proxy(own.crypto, {
        get: (real, key) => {
          const here = page();
          if (key === 'getRandomValues' && here !== undefined)
            return (bytes: Uint8Array) => bytes.map(() => Math.floor(here.random() * 256));
          const member: unknown = Reflect.get(real, key);
          return typeof member === 'function' ? member.bind(real) : member;
        },
      }),
    },
    // Connects the tabs of one browser; each writer here has a browser of their own.
    BroadcastChannel: { value: SilentChannel },
  };
  const before = Object.keys(put).map(
    (key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)] as const,
  );
  for (const [key, descriptor] of Object.entries(put))
    Object.defineProperty(globalThis, key, { configurable: true, ...descriptor });
  const chance = Math.random;
  Math.random = () => page()?.random() ?? chance();
  return () => {
    Math.random = chance;
    for (const [key, descriptor] of before)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, key);
      else Object.defineProperty(globalThis, key, descriptor);
  };
}

class SilentChannel {
  onmessage: unknown = null;
  postMessage(): void {}
  close(): void {}
}
