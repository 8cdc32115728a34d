import type { RenderReply, RenderRequest } from './protocol.ts';

/** The engine could not draw this; what is shown already stays. */
export class RenderFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RenderFailed';
  }
}

/** Draws MJML in a worker. */
export interface Renderer {
  /**
   * The whole HTML document, or null when a later call for the same slot has overtaken this one. Rejects with
   * `RenderFailed`.
   */
  render(slot: string, mjml: string): Promise<string | null>;
  dispose(): void;
}

/** The part of a `Worker` that the client needs, so that tests can stand in for one. */
export interface RenderWorker {
  postMessage(request: RenderRequest): void;
  onmessage: ((event: { readonly data: RenderReply }) => void) | null;
  onerror: ((event: { readonly message: string }) => void) | null;
  terminate(): void;
}

interface Wanted {
  readonly slot: string;
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

/** Starts a renderer with a worker of its own. */
export function createRenderer(start: () => RenderWorker = startWorker): Renderer {
  let worker: RenderWorker | null = null;
  let lastId = 0;
  const sent = new Map<number, Wanted>();
  // At most one call of each slot is with the worker; only the newest one waits behind it.
  const busy = new Set<string>();
  const waiting = new Map<string, Wanted>();

  function send(wanted: Wanted): void {
    worker ??= listenTo(start());
    lastId += 1;
    sent.set(lastId, wanted);
    busy.add(wanted.slot);
    worker.postMessage({ id: lastId, mjml: wanted.mjml });
  }

  function listenTo(fresh: RenderWorker): RenderWorker {
    fresh.onmessage = ({ data }) => receive(data);
    // Its script could not be loaded, or it failed outside of a call.
    fresh.onerror = ({ message }) => {
      replaceWorker();
      for (const wanted of takeSent()) settle(wanted, () => wanted.reject(new RenderFailed(message)));
    };
    return fresh;
  }

  function receive(reply: RenderReply): void {
    const wanted = sent.get(reply.id);
    if (wanted === undefined) return;
    sent.delete(reply.id);
    if ('html' in reply) {
      settle(wanted, () => wanted.resolve(reply.html));
      return;
    }
    if (reply.dead) resendAfterTrap();
    settle(wanted, () => wanted.reject(new RenderFailed(reply.message)));
  }

  // After a trap the module is dead: a new worker takes over what the old one had not answered.
  function resendAfterTrap(): void {
    const others = takeSent();
    replaceWorker();
    for (const wanted of others) send(wanted);
  }

  function takeSent(): Wanted[] {
    const all = [...sent.values()];
    sent.clear();
    return all;
  }

  function replaceWorker(): void {
    worker?.terminate();
    worker = null;
  }

  function settle(wanted: Wanted, answer: () => void): void {
    busy.delete(wanted.slot);
    answer();
    const next = waiting.get(wanted.slot);
    if (next === undefined) return;
    waiting.delete(wanted.slot);
    send(next);
  }

  return {
    render: (slot, mjml) =>
      new Promise((resolve, reject) => {
        const wanted = { slot, mjml, resolve, reject };
        if (!busy.has(slot)) return send(wanted);
        waiting.get(slot)?.resolve(null);
        waiting.set(slot, wanted);
      }),
    dispose() {
      replaceWorker();
      for (const wanted of [...takeSent(), ...waiting.values()]) wanted.resolve(null);
      waiting.clear();
      busy.clear();
    },
  };
}
