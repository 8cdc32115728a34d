import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const EDITS = 500;
const SEEDS = [11, 12, 13, 14];
const TEST = 'src/web/features/editor/random-edits';
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/**
 * 2,000 random edits in the editor: the test of the same name, at length. Throws if document, canvas, journal and server ever
 * differ; the test prints the seed, which `VITE_RANDOM_SEEDS` repeats.
 */
export default async function measure() {
  const start = performance.now();
  const child = spawn(process.execPath, [VITEST, 'run', '--project', 'browser', TEST], {
    env: { ...process.env, VITE_RANDOM_EDITS: String(EDITS), VITE_RANDOM_SEEDS: SEEDS.join() },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('Document, canvas, journal and server differ: see above');
  const edits = EDITS * SEEDS.length;
  return [
    {
      name: 'random edits with equal results',
      value: edits,
      unit: 'edits',
      aim: '2,000',
      met: edits >= 2000,
    },
    { name: 'one random edit', value: (performance.now() - start) / edits, unit: 'ms' },
  ];
}
