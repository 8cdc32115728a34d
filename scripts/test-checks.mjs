import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { run } from './run.mjs';

const AT_A_TIME = 2;
const LINT = [
  ['lint', ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['no unused code', ['knip/bin/knip.js']],
  ['measurements of the code', ['../scripts/structure.mjs', '--check']],
  ['walls', ['../scripts/walls.mjs', '--check']],
];

/** Checks lint, unused code, the measurements in the docs, walls, and types. Each check counts as one test. */
export async function checks(wanted) {
  const wants = [...(wanted.has('types') ? types() : []), ...(wanted.has('lint') ? LINT : [])];
  const outcomes = [];
  const waiting = wants.entries();
  // The workers share one iterator.
  const worker = async () => {
    for (const [place, [name, program]] of waiting) outcomes[place] = await check(name, program);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return wanted.has('lint') ? [...outcomes, ...alerts()] : outcomes;
}

/** Builds the program for the journeys. Counts as one test. */
export async function buildCheck() {
  return check('build', ['../scripts/build-pages.mjs']);
}

/** Tests the operator's alerts in made-up weeks. Without Prometheus's tool, nothing is tested or counted. */
function alerts() {
  const { error, status, stdout, stderr } = spawnSync(
    'promtool',
    ['test', 'rules', join(root, 'docs/running/alerts.test.yml')],
    { encoding: 'utf8' },
  );
  if (error !== undefined) {
    console.log('The alerts are not tried: promtool (Debian: prometheus) is not here.');
    return [];
  }
  return [outcomeOf('alerts', status === 0, `${stdout}${stderr}`)];
}

/** Checks the types of each room of the code. */
function types() {
  const rooms = [...readdirSync(join(root, 'src')).map((room) => `src/${room}`), 'e2e', 'test/histories'];
  return rooms
    .filter((room) => existsSync(join(root, room, 'tsconfig.json')))
    .map((room) => [`types of ${room}`, ['typescript/bin/tsc', '-p', room]]);
}

async function check(name, program) {
  const { code, output } = await run(program, { quiet: true });
  return outcomeOf(name, code === 0, output);
}

function outcomeOf(name, ok, output) {
  console.log(ok ? `ok      ${name}` : `FAILED  ${name}\n${output}`);
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}
