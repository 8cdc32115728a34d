import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { z } from 'zod';

/** The memory and resources that a program retains after a garbage collection. */
export interface Retained {
  /** JavaScript's heap, in MB. */
  readonly heap: number;
  /** Timers, sockets and other handles that keep a process alive. */
  readonly handles: number;
  /** Open files and sockets, counted by the system. On Linux only; elsewhere 0. */
  readonly files: number;
}

const evaluated = z
  .object({ result: z.object({ value: z.string() }) })
  .transform(({ result }) => z.tuple([z.number(), z.number()]).parse(JSON.parse(result.value)));

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return address.port;
}

/** Inspects a program that was started with `--inspect`: collects its garbage and counts what it retains. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error } = JSON.parse(String(data));
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) asked?.reject(new Error(error.message));
      else asked?.resolve(result);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The program has ended'));
    });
  }

  static async of(port: number): Promise<Inspector> {
    const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await once(socket, 'open');
    return new Inspector(socket);
  }

  /** Collects garbage and measures the program with this process id. */
  async retained(pid: number | undefined): Promise<Retained> {
    await this.#ask('HeapProfiler.collectGarbage');
    const expression =
      'JSON.stringify([process.memoryUsage().heapUsed, process.getActiveResourcesInfo().length])';
    const [heap, handles] = evaluated.parse(await this.#ask('Runtime.evaluate', { expression }));
    const files = (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
    return { heap: heap / 1_000_000, handles, files };
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string, params: object = {}): Promise<unknown> {
    this.#last += 1;
    const asked = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#last, asked);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params }));
    return asked.promise;
  }
}
