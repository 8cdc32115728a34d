import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A reporter for Vitest that writes what its JSON reporter leaves out, so that a run that fails without a failed test says
 * why: a line for each error outside a test, and for each test file that never ended (its process died). The variable
 * `UNHANDLED_ERRORS` names the file to write.
 */
export default class UnhandledErrors {
  onTestRunEnd(modules, errors) {
    const unended = modules
      .filter((module) => ['queued', 'pending'].includes(module.state()))
      .map((module) => `${module.relativeModuleId}: not ended`);
    writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify([...errors.map(lineOf), ...unended]));
  }
}

/** The error, with its line in the code, and its test file if that is known. */
function lineOf({ message, cause, stacks = [], VITEST_TEST_PATH }) {
  const own = stacks.find(({ file }) => !file.includes('node_modules')) ?? stacks[0];
  const at = own === undefined ? '' : `at ${relative('', own.file)}:${own.line}`;
  const during = VITEST_TEST_PATH === undefined ? '' : `during ${relative('', VITEST_TEST_PATH)}`;
  return [message, cause?.message, at, during].filter(Boolean).join(' ');
}
