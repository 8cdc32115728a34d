import type { RenderReply, RenderRequest } from './protocol.ts';

/** The engine could not render this MJML; `message` says why. */
export class RenderFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RenderFailed';
  }
}

/** The part of a `Worker` that the renderer uses, so that tests can provide a fake. */
export interface RenderWorker {
  postMessage(request: RenderRequest): void;
  onmessage: ((event: { readonly data: RenderReply }) => void) | null;
  onerror: ((event: { readonly message: string }) => void) | null;
  terminate(): void;
}

/** A call, settled once, in the order of the replies: with the document, the failure, or null if nobody waits for it any more. */
interface RenderCall {
  readonly mjml: string;
  readonly settle: (result: string | RenderFailed | null) => void;
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

/** Calls of a dedicated worker, which starts at the first call, and is replaced after a failure. */
export function createWorkerCalls(start: () => RenderWorker = startWorker) {
  let worker: RenderWorker | null = null;
  let lastId = 0;
  const sent = new Map<number, RenderCall>();

  function send(call: RenderCall): void {
    worker ??= listenTo(start());
    lastId += 1;
    sent.set(lastId, call);
    worker.postMessage({ id: lastId, mjml: call.mjml });
  }

  function listenTo(fresh: RenderWorker): RenderWorker {
    fresh.onmessage = ({ data }) => receive(data);
    // The worker's script could not be loaded, or it failed outside a call.
    fresh.onerror = ({ message }) => {
      for (const call of takeFromWorker()) call.settle(new RenderFailed(message));
    };
    return fresh;
  }

  function receive(reply: RenderReply): void {
    const call = sent.get(reply.id);
    if (call === undefined) return;
    sent.delete(reply.id);
    if ('html' in reply) {
      call.settle(reply.html);
      return;
    }
    // After a trap, the WebAssembly module is unusable: a new worker gets the calls that the old one has not answered.
    if (reply.dead) for (const other of takeFromWorker()) send(other);
    call.settle(new RenderFailed(reply.message));
  }

  /** Ends the worker, and returns the calls that it has not answered. */
  function takeFromWorker(): RenderCall[] {
    worker?.terminate();
    worker = null;
    const calls = [...sent.values()];
    sent.clear();
    return calls;
  }

  return {
    send,
    dispose() {
      for (const call of takeFromWorker()) call.settle(null);
    },
  };
}
