import { answerTask } from '#server/platform/processes/child-task.ts';
import { readImportFile } from './import-file.ts';
import { parseInput } from './parse-input.ts';

/** Parses a file in a child process, so that other calls are not blocked. See `parse-file.ts`. */
answerTask(async (input) => {
  const { bytes, rules, today } = parseInput.parse(input);
  return await readImportFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rules, today);
});
