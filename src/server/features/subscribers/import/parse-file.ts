import { z } from 'zod';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { importColumn, importGroupValue } from '#contract/groups/import-groups.ts';
import { emailColumn, letters, unknownWord } from '#contract/groups/import-questions.ts';
import type { ListFile } from '#server/features/subscribers/import/file/people.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import { runTask, TaskEnded } from '#server/platform/processes/child-task.ts';
import type { GroupRules } from './group-values.ts';
import type { ParsedFile } from './import-file.ts';

/** Parses import files in a child process. */

// The worst file of 5 MB takes two seconds on a slow machine, and about 150 MB.
const LIMITS = { timeMs: 30_000, memoryMb: 512 };
const TASK = new URL('./parse-file-task.ts', import.meta.url);

const taskResult = z.union([
  z.object({
    ignored: z.array(z.string()),
    columns: z.array(importColumn),
    groupValues: z.array(importGroupValue),
    emailColumns: z.array(emailColumn),
    unknownWords: z.array(unknownWord),
    doubts: z.array(z.string()),
    letters: letters.nullable(),
    total: z.number(),
    parts: z.array(z.string()),
  }),
  z.object({ refusal: z.string() }),
]);

interface Input extends ListFile {
  readonly rules: GroupRules;
  readonly today: string;
}

let last: Promise<unknown> = Promise.resolve();

/** Parses a file, one at a time, to limit memory and CPU use. Throws 400. */
export async function parseFile(
  { name, bytes }: ListFile,
  rules: GroupRules,
  now: Date,
): Promise<ParsedFile> {
  const read = last.then(() => readInChild({ name, bytes, rules, today: now.toISOString().slice(0, 10) }));
  last = read.catch(() => undefined);
  const result = await read;
  if ('refusal' in result) throw badRequest(result.refusal);
  return result;
}

async function readInChild(input: Input): Promise<z.infer<typeof taskResult>> {
  try {
    return taskResult.parse(await runTask(TASK, input, LIMITS));
  } catch (error) {
    if (error instanceof TaskEnded) return { refusal: IMPORT_MESSAGES.tooSlow };
    throw error;
  }
}
