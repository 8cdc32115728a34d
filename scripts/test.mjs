import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { moveToMemory } from './memory-folder.mjs';
import { onProjectNode } from './project-node.mjs';

/**
 * `npm test`: runs all checks and tests in this order, even after failures. Arguments select a part: steps (`npm test
 * -- lint types build`), Vitest projects (`npm test -- server`), `journeys`, or paths of tests (`npm test --
 * src/newsletter e2e/sending.spec.ts`). `long`, or CI_LONG=1, runs all tests of the server on both databases, like paths. Reports
 * go to .reports/; the last line is the sum.
 */

const LONG = 'long';

ensureInstalled();
if (await onProjectNode(import.meta.url)) {
  const { checks } = await import('./test-checks.mjs');
  const { journeys, units } = await import('./test-runners.mjs');
  moveToMemory();
  mkdirSync(join(root, '.reports'), { recursive: true });
  for (const report of ['units', 'units-errors', 'postgres', 'postgres-errors', 'journeys']) {
    rmSync(join(root, '.reports', `${report}.json`), { force: true });
  }
  const wanted = wantedOf(process.argv.slice(2));
  const outcomes = [...(await checks(wanted)), ...(await units(wanted)), ...(await journeys(wanted))];
  summarise(outcomes);
}

/** The selection of the command line, as `has(step)` and paths of tests. */
function wantedOf(words) {
  const paths = words.filter((word) => /[/.]/.test(word));
  const steps = words.filter((word) => !paths.includes(word) && word !== LONG);
  return {
    has: (step) => steps.length + paths.length === 0 || steps.includes(step),
    isLong: words.includes(LONG) || process.env.CI_LONG === '1' || paths.length > 0,
    unitPaths: paths.filter((path) => !path.startsWith('e2e')),
    journeyPaths: paths.filter((path) => path.startsWith('e2e')),
  };
}

function summarise(outcomes) {
  const failed = outcomes.filter((outcome) => outcome.failed > 0);
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(
    `\n${outcomes.map(({ name, passed, failed }) => `${name}: ${passed} passed, ${failed} failed`).join('\n')}`,
  );
  for (const { name, hint, failures = [] } of failed) {
    console.log(`FAILED: ${name}${hint ? ` (${hint})` : ''}`);
    for (const failure of failures) console.log(`  ${failure}`);
  }
  process.exitCode = failed.length > 0 || sum('passed') === 0 ? 1 : 0;
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}
