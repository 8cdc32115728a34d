import { createWorkerCalls, RenderFailed, type RenderWorker } from './worker-calls.ts';

/** Renders MJML to HTML in a worker. */
export interface Renderer {
  /**
   * Resolves to the whole HTML document, or to null if a later call with the same key has superseded this one. Rejects
   * with `RenderFailed`.
   */
  render(key: string, mjml: string): Promise<string | null>;
  dispose(): void;
}

interface PendingRender {
  readonly key: string;
  readonly mjml: string;
  readonly resolve: (html: string | null) => void;
  readonly reject: (error: RenderFailed) => void;
}

/** Creates a renderer with its own worker, which starts at the first call. */
export function createRenderer(start?: () => RenderWorker): Renderer {
  const calls = createWorkerCalls(start);
  // Per key, at most one call is with the worker, and only the newest one waits behind it.
  const busy = new Set<string>();
  const waiting = new Map<string, PendingRender>();

  function send(render: PendingRender): void {
    busy.add(render.key);
    calls.send({ mjml: render.mjml, settle: (result) => finish(render, result) });
  }

  function finish({ key, resolve, reject }: PendingRender, result: string | RenderFailed | null): void {
    busy.delete(key);
    if (result instanceof RenderFailed) reject(result);
    else resolve(result);
    const next = waiting.get(key);
    if (next === undefined) return;
    waiting.delete(key);
    send(next);
  }

  return {
    render: (key, mjml) =>
      new Promise((resolve, reject) => {
        const render = { key, mjml, resolve, reject };
        if (!busy.has(key)) return send(render);
        waiting.get(key)?.resolve(null);
        waiting.set(key, render);
      }),
    dispose() {
      for (const render of waiting.values()) render.resolve(null);
      waiting.clear();
      calls.dispose();
    },
  };
}
