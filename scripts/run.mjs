import { spawn } from 'node:child_process';
import { root } from './install.mjs';

const running = new Set();

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
}

/**
 * Runs a JavaScript program: its path in node_modules and its arguments. Resolves to its exit code and, with `quiet`,
 * its output, which is otherwise printed directly.
 */
export async function run(program, { quiet = false, env = process.env } = {}) {
  const [path, ...words] = program;
  const child = spawn(process.execPath, [`${root}/node_modules/${path}`, ...words], {
    cwd: root,
    env,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  running.delete(child);
  return { code, output };
}
