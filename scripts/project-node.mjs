import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './install.mjs';

const NEEDED = [24, 12];

/**
 * Whether this process runs on a new enough Node. If not (the first run on a machine with an older one), runs the
 * script again on the Node that npm has installed into the project; this process then forwards signals and the exit
 * code.
 */
export async function onProjectNode(script) {
  if (isNewEnough(process.versions.node)) return true;
  const [executable] = projectNodes().filter((path) => existsSync(path));
  if (!executable) {
    const { platform, arch, version } = process;
    console.error(
      `This needs Node ${NEEDED.join('.')} or later. Here is ${version}, and npm has none for ${platform} ${arch}: install it from nodejs.org.`,
    );
    process.exit(1);
  }
  const words = [...process.execArgv, fileURLToPath(script), ...process.argv.slice(2)];
  await forwardTo(spawn(executable, words, { stdio: 'inherit' }));
  return false;
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

function projectNodes() {
  const os = process.platform === 'win32' ? 'win' : process.platform;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return [join(root, 'node_modules', `node-${os}-${process.arch}`, 'bin', name)];
}

async function forwardTo(child) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...ending) => resolve(ending));
  });
  process.exit(code ?? 128 + constants.signals[signal]);
}
