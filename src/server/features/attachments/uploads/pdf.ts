import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { z } from 'zod';

/** Writes PDFs anew in a thread of their own, one at a time, so that many at once take neither all memory nor all processors. */

// 25 MB of small objects take some seconds.
const TIME_LIMIT_MS = 30_000;
const RESOURCES = { maxOldGenerationSizeMb: 768 };

const answer = z.object({ bytes: z.instanceof(Uint8Array), keepsMetadata: z.boolean() }).nullable();
type Cleaned = z.infer<typeof answer>;
const oneAtATime = new PQueue({ concurrency: 1 });

/** A PDF without what it tells of people; null for one that stays as it is: encrypted, signed, damaged, or too elaborate. */
export async function cleanPdf(read: () => Promise<Buffer>): Promise<Cleaned> {
  return await oneAtATime.add(async () => await cleanInWorker(await read()));
}

async function cleanInWorker(bytes: Buffer): Promise<Cleaned> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: RESOURCES,
  });
  try {
    const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    return answer.parse(message);
  } catch (error) {
    if (isTooMuch(error)) return null;
    throw error;
  } finally {
    await worker.terminate();
  }
}

function isTooMuch(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
