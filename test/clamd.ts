import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** The file that every virus scanner knows, put together so that no scanner finds it here. Source: https://www.eicar.org. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST', '-FILE!$H+H*'].join(
  '',
);

/** A server that speaks the protocol of ClamAV's daemon. */
export interface TestClamd {
  readonly url: string;
  /** The contents that it has scanned, as text. */
  readonly seen: readonly string[];
  /** Its behaviour: silent ends the connection without an answer. */
  mode: 'works' | 'silent' | 'noise';
  close(): Promise<void>;
}

const STREAM_MAX = 3 * 1024 * 1024;
/** Larger files are not scanned but reported, as `AlertExceedsMax` asks. Observed with ClamAV 1.4.6. */
const FILE_MAX = 2 * 1024 * 1024;

/** Starts the server on a free port, or at a path. */
export async function startClamd(path?: string): Promise<TestClamd> {
  const seen: string[] = [];
  const open = new Set<Socket>();
  const state: { mode: TestClamd['mode'] } = { mode: 'works' };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    if (state.mode === 'silent') socket.destroy();
    else if (state.mode === 'noise') socket.end('HTTP/1.1 400 Bad Request\0');
    else void answer(socket, seen).catch(() => socket.destroy());
  });
  server.listen(path === undefined ? { port: 0, host: '127.0.0.1' } : { path });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: path === undefined ? `tcp://127.0.0.1:${port}` : `unix://${path}`,
    seen,
    get mode() {
      return state.mode;
    },
    set mode(mode) {
      state.mode = mode;
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

async function answer(socket: Socket, seen: string[]): Promise<void> {
  const bytes = new Bytes(socket);
  const command = await bytes.until(0);
  if (command === 'zPING') socket.end('PONG\0');
  else if (command !== 'zINSTREAM') socket.end('UNKNOWN COMMAND\0');
  else {
    const parts: Buffer[] = [];
    for (let size = 0; ; ) {
      const length = (await bytes.take(4)).readUInt32BE();
      if (length === 0) break;
      size += length;
      if (size > STREAM_MAX) {
        socket.end('INSTREAM size limit exceeded. ERROR\0');
        return;
      }
      parts.push(await bytes.take(length));
    }
    const text = Buffer.concat(parts).toString('latin1');
    seen.push(text);
    if (text.length > FILE_MAX) socket.end('stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0');
    else socket.end(text.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
  }
}

/** Incoming bytes, read on demand. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #kept = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#chunks = socket.iterator({ destroyOnReturn: false });
  }

  async take(count: number): Promise<Buffer> {
    while (this.#kept.length < count) await this.#more();
    const taken = this.#kept.subarray(0, count);
    this.#kept = this.#kept.subarray(count);
    return taken;
  }

  async until(end: number): Promise<string> {
    while (!this.#kept.includes(end)) await this.#more();
    const text = await this.take(this.#kept.indexOf(end));
    await this.take(1);
    return text.toString();
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done === true) throw new Error('The connection has ended');
    this.#kept = Buffer.concat([this.#kept, value]);
  }
}
