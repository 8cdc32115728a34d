import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { z } from 'zod';

/** Rewrites PDFs in a worker thread, one at a time, to limit memory and CPU use. */

// A PDF of 25 MB with many small objects takes a few seconds.
const TIME_LIMIT_MS = 30_000;
const RESOURCES = { maxOldGenerationSizeMb: 768 };

const workerResult = z
  .object({ bytes: z.instanceof(Uint8Array), keepsMetadata: z.boolean(), isScan: z.boolean() })
  .nullable();
type CleanedPdf = z.infer<typeof workerResult>;
const rewriting = new PQueue({ concurrency: 1 });

/** A PDF without personal metadata; null for one that cannot be rewritten: encrypted, signed, damaged or too complex. */
export async function cleanPdf(read: () => Promise<Buffer>): Promise<CleanedPdf> {
  return await rewriting.add(async () => await cleanInWorker(await read()));
}

async function cleanInWorker(bytes: Buffer): Promise<CleanedPdf> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: RESOURCES,
  });
  try {
    const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    return workerResult.parse(message);
  } catch (error) {
    if (isLimitExceeded(error)) return null;
    throw error;
  } finally {
    await worker.terminate();
  }
}

function isLimitExceeded(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
