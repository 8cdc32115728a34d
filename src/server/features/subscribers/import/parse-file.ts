import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { importColumn, importGroupValue } from '#contract/groups/import-groups.ts';
import { IMPORT_MESSAGES } from '#contract/subscribers.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import type { GroupRules } from './group-values.ts';
import type { ParsedFile } from './import-file.ts';

/** Parses import files in a worker thread. */

// The worst file of 5 MB takes two seconds on a slow machine, and about 150 MB.
const TIME_LIMIT_MS = 30_000;
const RESOURCES = { maxOldGenerationSizeMb: 512 };

const workerResult = z.union([
  z.object({
    ignored: z.array(z.string()),
    columns: z.array(importColumn),
    groupValues: z.array(importGroupValue),
    total: z.number(),
    parts: z.array(z.string()),
  }),
  z.object({ refusal: z.string() }),
]);

interface Input {
  readonly bytes: Buffer;
  readonly rules: GroupRules;
  readonly today: string;
}

let last: Promise<unknown> = Promise.resolve();

/** Parses a file, one at a time, to limit memory and CPU use. Throws 400. */
export async function parseFile(bytes: Buffer, rules: GroupRules, now: Date): Promise<ParsedFile> {
  const read = last.then(() => readInWorker({ bytes, rules, today: now.toISOString().slice(0, 10) }));
  last = read.catch(() => undefined);
  const result = await read;
  if ('refusal' in result) throw badRequest(result.refusal);
  return result;
}

async function readInWorker(workerData: Input): Promise<z.infer<typeof workerResult>> {
  const worker = new Worker(new URL('./parse-file-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: RESOURCES,
  });
  try {
    const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    return workerResult.parse(message);
  } catch (error) {
    if (isLimitExceeded(error)) return { refusal: IMPORT_MESSAGES.tooSlow };
    throw error;
  } finally {
    await worker.terminate();
  }
}

function isLimitExceeded(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
