import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const AIM = 20_000;
/** `HISTORIES` reduces the number; `HISTORY_SEED` is the first seed. */
const COUNT = Number(process.env.HISTORIES ?? AIM);
const TEST = 'test/histories';
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/**
 * Histories of two to four people in one newsletter, with delays, duplicates, disconnections and kills: the test of the same
 * name, at length. Throws if writers and server ever end with different newsletters, or something is lost unasked; the test
 * prints the seed.
 */
export default async function measure() {
  const start = performance.now();
  const child = spawn(process.execPath, [VITEST, 'run', '--project', 'server*', TEST], {
    env: { ...process.env, HISTORIES: String(COUNT) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('Histories fail: see above');
  return [
    { name: 'histories with equal ends', value: COUNT, unit: '', aim: '20,000', met: COUNT >= AIM },
    { name: 'one history', value: (performance.now() - start) / COUNT, unit: 'ms' },
  ];
}
