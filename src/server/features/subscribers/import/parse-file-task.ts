import { answerTask } from '#server/platform/processes/child-task.ts';
import { readImportFile } from './import-file.ts';
import { parseInput } from './parse-input.ts';

/** Parses a file in a child process, so that other calls are not blocked. See `parse-file.ts`. */
answerTask(async (input) => {
  const { name, bytes: sent, rules, today } = parseInput.parse(input);
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  return await readImportFile({ name, bytes }, rules, today);
});
