import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { run } from './run.mjs';

const AT_A_TIME = 2;

/** Lint, unused code, the measurements in the docs, and types. Each check counts as one test. */
export async function checks(wanted) {
  const outcomes = [];
  if (wanted.has('lint'))
    outcomes.push(await check('lint', ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']));
  if (wanted.has('lint')) outcomes.push(await check('no unused code', ['knip/bin/knip.js']));
  if (wanted.has('lint'))
    outcomes.push(await check('measurements of the code', ['../scripts/structure.mjs', '--check']));
  if (wanted.has('types')) outcomes.push(...(await typeChecks()));
  return outcomes;
}

/** Builds the browser's part for the journeys. Counts as one test. */
export async function buildCheck() {
  return check('build', ['vite/bin/vite.js', 'build', '--logLevel', 'warn']);
}

async function typeChecks() {
  const rooms = [
    ...readdirSync(join(root, 'src')).map((room) => `src/${room}`),
    'e2e',
    'test/histories',
  ].filter((room) => existsSync(join(root, room, 'tsconfig.json')));
  const waiting = rooms.entries();
  const outcomes = [];
  // The workers share one iterator.
  const worker = async () => {
    for (const [place, room] of waiting)
      outcomes[place] = await check(`types of ${room}`, ['typescript/bin/tsc', '-p', room]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return outcomes;
}

async function check(name, program) {
  const { code, output } = await run(program, { quiet: true });
  const ok = code === 0;
  console.log(ok ? `ok      ${name}` : `FAILED  ${name}\n${output}`);
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}
