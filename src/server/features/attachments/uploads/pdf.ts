import { z } from 'zod';
import { ActiveContent } from '#server/features/attachments/uploads/metadata/active-content.ts';
import { Malformed } from '#server/features/attachments/uploads/metadata/bytes.ts';
import type { Requester } from '#server/platform/gate/gate.ts';
import { runTask, TaskEnded } from '#server/platform/processes/child-task.ts';
import { rewriting } from './gates.ts';

/** Rewrites PDFs in a child process, one at a time, to limit memory and CPU use. */

// A PDF of 25 MB with many small objects takes a few seconds.
const LIMITS = { timeMs: 30_000, memoryMb: 768 };
const TASK = new URL('./pdf-task.ts', import.meta.url);

const cleanedPdf = z
  .object({
    bytes: z.instanceof(Uint8Array),
    keepsMetadata: z.boolean(),
    isScan: z.boolean(),
    losesFiles: z.boolean(),
    hasComments: z.boolean(),
  })
  .nullable();
type CleanedPdf = z.infer<typeof cleanedPdf>;
const taskResult = z.union([cleanedPdf, z.literal('active')]);

/** Readers look for a PDF's end mark within this many bytes. Source: ISO 32000-1, Annex H.3, note 18. */
const END_WITHIN = 1024;

/**
 * A PDF without personal metadata or anything that runs; null if it cannot be rewritten: encrypted, signed, damaged or too complex. Throws
 * `ActiveContent` if such a file runs something, and `Malformed` if it ends early, as after a broken download.
 */
export async function cleanPdf(requester: Requester, read: () => Promise<Buffer>): Promise<CleanedPdf> {
  return await rewriting.run(requester, async () => {
    const bytes = await read();
    const cleaned = await cleanInChild(bytes);
    if (cleaned === null && !bytes.subarray(-END_WITHIN).includes('%%EOF'))
      throw new Malformed('It ends early');
    return cleaned;
  });
}

async function cleanInChild(bytes: Buffer): Promise<CleanedPdf> {
  try {
    const result = taskResult.parse(await runTask(TASK, bytes, LIMITS));
    if (result === 'active') throw new ActiveContent('It runs something and cannot be changed');
    return result;
  } catch (error) {
    if (error instanceof TaskEnded) return null;
    throw error;
  }
}
