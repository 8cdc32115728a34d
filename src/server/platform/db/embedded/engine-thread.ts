import { writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { DataFolderRefused } from '#server/platform/db/errors.ts';
import { openFolder } from './durable-folder.ts';
import { ANSWER, CLOSE, type EngineFailure, FAILED, type ThreadData } from './engine-letters.ts';
import { Incoming, Outgoing } from './mailbox.ts';
import { holdOptimiser } from './optimiser.ts';
import { PgliteEngine } from './pglite-engine.ts';

/** The thread of `ThreadedEngine`: opens its folder, then executes requests until it has to close. */

// After this long without work the event loop gets a turn, for pending work of V8.
const IDLE_MS = 1000;

// The start continues after the database is open, with jobs and queues.
const letOptimise = holdOptimiser();
const HELD_UNTIL = performance.now() + 10_000;

const { folder, requests, answers, port }: ThreadData = workerData;
const incoming = new Incoming(requests, port);
const outgoing = new Outgoing(answers, port);

/** Answers a letter. `about`: the number of that letter. */
async function answer(about: number, work: () => Promise<Uint8Array>): Promise<boolean> {
  try {
    outgoing.send(ANSWER, await work(), about);
    return true;
  } catch (error) {
    outgoing.send(FAILED, Buffer.from(JSON.stringify(failureOf(error))), about);
    return false;
  }
}

async function serve(engine: PgliteEngine): Promise<void> {
  for (let isOpen = true; isOpen; ) {
    const letter = incoming.waitFor(IDLE_MS);
    if (letter === null || performance.now() > HELD_UNTIL) letOptimise();
    if (letter === null) {
      await nextTurn();
      continue;
    }
    isOpen = letter.kind !== CLOSE;
    await answer(letter.number, () => (isOpen ? engine.run(letter.bytes) : close(engine)));
  }
}

async function close(engine: PgliteEngine): Promise<Uint8Array> {
  await engine.close();
  return Buffer.alloc(0);
}

function failureOf(error: unknown): EngineFailure {
  if (!(error instanceof Error)) return { isRefused: false, message: String(error) };
  return {
    isRefused: error instanceof DataFolderRefused,
    message: error.message,
    stack: error.stack,
    code: 'code' in error ? error.code : undefined,
  };
}

/** Ends the thread, and with it the process, with a message for the operator. */
function exit(reason: string): never {
  // Synchronous, because a stream would not flush before the exit.
  writeSync(
    2,
    `The embedded database cannot go on: ${reason}. Nothing that was saved is lost. Look at the disk, then start again.\n`,
  );
  process.exit(1);
}

const opening = openFolder(folder).then((pglite) => new PgliteEngine(pglite, exit));
if (await answer(0, () => opening.then(() => Buffer.alloc(0)))) await serve(await opening);
