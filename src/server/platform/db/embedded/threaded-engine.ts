import { writeSync } from 'node:fs';
import { MessageChannel, Worker } from 'node:worker_threads';
import { DataFolderRefused } from '#server/platform/db/errors.ts';
import type { Engine } from './engine.ts';
import { CLOSE, type EngineFailure, EXECUTE, FAILED, type ThreadData } from './engine-letters.ts';
import { lockFolder } from './folder-lock.ts';
import { Incoming, newMailboxMemory, Outgoing } from './mailbox.ts';

const NOTHING = Buffer.alloc(0);

/**
 * The engine in a thread of its own: a statement, and its waits for the disk, block only that thread, while this one
 * answers other calls. If the thread ends by itself, the process ends: the engine is reliable only after a restart.
 */
class ThreadedEngine implements Engine {
  readonly #worker: Worker;
  readonly #outgoing: Outgoing;
  readonly #incoming: Incoming;
  /** Resolves once the engine is open; rejects with `DataFolderRefused` if the folder is of another version. */
  readonly opened: Promise<unknown>;

  /** The caller must hold the folder's lock. */
  constructor(folder: string) {
    const { port1, port2: port } = new MessageChannel();
    const [requests, answers] = [newMailboxMemory(), newMailboxMemory()];
    this.#outgoing = new Outgoing(requests, port1);
    this.#incoming = new Incoming(answers, port1);
    const data: ThreadData = { folder, requests, answers, port };
    this.#worker = new Worker(new URL('./engine-thread.ts', import.meta.url), {
      workerData: data,
      transferList: [port],
    });
    // The thread has already printed the reason.
    this.#worker.on('exit', (code) => code !== 0 && process.exit(1));
    this.opened = this.#answerTo(0);
  }

  async run(messages: Uint8Array): Promise<Buffer> {
    return await this.#answerTo(this.#outgoing.send(EXECUTE, messages));
  }

  async close(): Promise<void> {
    await this.#answerTo(this.#outgoing.send(CLOSE, NOTHING));
  }

  async #answerTo(number: number): Promise<Buffer> {
    // Only pending requests keep the process alive.
    this.#worker.ref();
    const { kind, about, bytes } = await this.#incoming.next();
    this.#worker.unref();
    if (about !== number) outOfStep();
    if (kind === FAILED) throw errorOf(JSON.parse(bytes.toString()));
    return bytes;
  }
}

/** Ends the process: the next caller would get the answer to another call, perhaps of another school. */
function outOfStep(): never {
  writeSync(
    2,
    'The embedded database cannot go on: an answer was to another question. Nothing that was saved is lost. Start again.\n',
  );
  process.exit(1);
}

function errorOf({ isRefused, message, stack, code }: EngineFailure): Error {
  if (isRefused) return new DataFolderRefused(message);
  return Object.assign(new Error(message), { stack, ...(code !== undefined && { code }) });
}

/** Engines that were opened before they were needed, by folder. */
const early = new Map<string, Promise<Engine>>();

/** Opens the engine of a folder for a later call of `openEngine`, which also reports a failure. */
export function openEngineEarly(folder: string): void {
  const opening = openNow(folder);
  early.set(folder, opening);
  opening.catch(() => undefined);
}

/** Opens the engine of a folder. Throws `DataFolderRefused` if the folder is in use or of another version. */
export async function openEngine(folder: string): Promise<Engine> {
  const opening = early.get(folder) ?? openNow(folder);
  early.delete(folder);
  return await opening;
}

async function openNow(folder: string): Promise<Engine> {
  const lock = lockFolder(folder);
  try {
    const engine = new ThreadedEngine(folder);
    await engine.opened;
    return {
      run: (messages) => engine.run(messages),
      close: () => engine.close().finally(() => lock.release()),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
