import { writeFileSync } from 'node:fs';

/**
 * A reporter for Vitest: writes what its JSON reporter leaves out, so that a run that fails without a failed test says
 * why. A line for each error outside a test, and for each file that was begun but never ended (its process died). The
 * file is named by `UNHANDLED_ERRORS`.
 */
export default class UnhandledErrors {
  onTestRunEnd(modules, errors) {
    const unended = modules
      .filter((module) => ['queued', 'pending'].includes(module.state()))
      .map((module) => `${module.relativeModuleId}: not ended`);
    const lines = [...errors.map(({ message, cause }) => [message, cause?.message].join(' ')), ...unended];
    writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(lines));
  }
}
