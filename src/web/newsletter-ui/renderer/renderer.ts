import type { RenderReply, RenderRequest } from './protocol.ts';

/** The engine could not render this MJML; `message` says why. */
export class RenderFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RenderFailed';
  }
}

/** Renders MJML to HTML in a worker. */
export interface Renderer {
  /**
   * Resolves to the whole HTML document, or to null if a later call with the same key has superseded this one. Rejects
   * with `RenderFailed`.
   */
  render(key: string, mjml: string): Promise<string | null>;
  dispose(): void;
}

/** The part of a `Worker` that the renderer uses, so that tests can provide a fake. */
export interface RenderWorker {
  postMessage(request: RenderRequest): void;
  onmessage: ((event: { readonly data: RenderReply }) => void) | null;
  onerror: ((event: { readonly message: string }) => void) | null;
  terminate(): void;
}

interface PendingRender {
  readonly key: string;
  readonly mjml: string;
  readonly resolve: (html: string | null) => void;
  readonly reject: (error: RenderFailed) => void;
}

function startWorker(): RenderWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const adapter: RenderWorker = {
    postMessage: (request) => worker.postMessage(request),
    onmessage: null,
    onerror: null,
    terminate: () => worker.terminate(),
  };
  worker.addEventListener('message', (event: MessageEvent<RenderReply>) => adapter.onmessage?.(event));
  worker.addEventListener('error', (event) => adapter.onerror?.(event));
  return adapter;
}

/** Creates a renderer with its own worker, which starts at the first call. */
export function createRenderer(start: () => RenderWorker = startWorker): Renderer {
  let worker: RenderWorker | null = null;
  let lastId = 0;
  const sent = new Map<number, PendingRender>();
  // Per key, at most one call is with the worker, and only the newest one waits behind it.
  const busy = new Set<string>();
  const waiting = new Map<string, PendingRender>();

  function send(render: PendingRender): void {
    worker ??= listenTo(start());
    lastId += 1;
    sent.set(lastId, render);
    busy.add(render.key);
    worker.postMessage({ id: lastId, mjml: render.mjml });
  }

  function listenTo(fresh: RenderWorker): RenderWorker {
    fresh.onmessage = ({ data }) => receive(data);
    // The worker's script could not be loaded, or it failed outside a call.
    fresh.onerror = ({ message }) => {
      replaceWorker();
      for (const render of takeSent()) finish(render, () => render.reject(new RenderFailed(message)));
    };
    return fresh;
  }

  function receive(reply: RenderReply): void {
    const render = sent.get(reply.id);
    if (render === undefined) return;
    sent.delete(reply.id);
    if ('html' in reply) {
      finish(render, () => render.resolve(reply.html));
      return;
    }
    if (reply.dead) resendAfterTrap();
    finish(render, () => render.reject(new RenderFailed(reply.message)));
  }

  // After a trap, the WebAssembly module is unusable: a new worker gets the calls that the old one has not answered.
  function resendAfterTrap(): void {
    const others = takeSent();
    replaceWorker();
    for (const render of others) send(render);
  }

  function takeSent(): PendingRender[] {
    const all = [...sent.values()];
    sent.clear();
    return all;
  }

  function replaceWorker(): void {
    worker?.terminate();
    worker = null;
  }

  function finish(render: PendingRender, settle: () => void): void {
    busy.delete(render.key);
    settle();
    const next = waiting.get(render.key);
    if (next === undefined) return;
    waiting.delete(render.key);
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
      replaceWorker();
      for (const render of [...takeSent(), ...waiting.values()]) render.resolve(null);
      waiting.clear();
      busy.clear();
    },
  };
}
