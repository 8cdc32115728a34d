import { z } from 'zod';
import { MAIL_REPORTS } from '#contract/mail/bounces.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { runTask, TaskEnded } from '#server/platform/processes/child-task.ts';
import type { ReadMail } from './read-report.ts';

/** Reads reports in a child process: anybody can send mail to the address of reports, and some forms take seconds to parse. */

const LIMITS = { timeMs: 10 * SECOND_MS, memoryMb: 256 };
const TASK = new URL('./read-report-task.ts', import.meta.url);

const taskResult = z
  .union([
    z.object({
      kind: z.literal('report'),
      report: z.enum(MAIL_REPORTS).nullable(),
      response: z.string(),
      own: z.string(),
      about: z.string(),
    }),
    z.object({ kind: z.literal('unsubscribe'), token: z.string() }),
  ])
  .nullable();

/** Like `readReport`, but also null for a mail that takes too long. */
export async function readReportApart(source: Uint8Array): Promise<ReadMail | null> {
  try {
    return taskResult.parse(await runTask(TASK, source, LIMITS));
  } catch (error) {
    if (error instanceof TaskEnded) return null;
    throw error;
  }
}
