import type { MainThreadEngine } from '#web/newsletter-ui/renderer/main-thread-engine.ts';

/** A block that takes longer than a frame (in milliseconds) this many times in a row is left to the worker. */
const FRAME = 16;
const SLOW_LIMIT = 3;

async function loadLocalEngine(): Promise<MainThreadEngine> {
  return await (await import('#web/newsletter-ui/renderer/main-thread-engine.ts')).loadMainThreadEngine();
}

/** An engine on the main thread, for what one types: its result is painted in the same frame. */
export function createLocalEngine(loadEngine: () => Promise<MainThreadEngine> = loadLocalEngine) {
  const slowRuns = new Map<string, number>();
  let engine: MainThreadEngine | null | 'loading' = null;
  return {
    // At the first keystroke, not with the editor: it is as large as a picture, and preloaded into the cache.
    load(): void {
      if (engine !== null) return;
      engine = 'loading';
      loadEngine().then(
        (loaded) => {
          engine = loaded;
        },
        // Then the worker renders everything, a frame later.
        () => undefined,
      );
    },
    /** Draws at once; null if the worker has to, as the engine is not there or too slow for this block. */
    render(name: string, compile: () => string): string | null {
      if (engine === null || engine === 'loading') return null;
      const runs = slowRuns.get(name) ?? 0;
      if (runs >= SLOW_LIMIT) return null;
      const start = performance.now();
      const html = engine.render(compile());
      // One slow run proves little: the machine may have been busy.
      slowRuns.set(name, performance.now() - start > FRAME ? runs + 1 : 0);
      return html;
    },
  };
}
