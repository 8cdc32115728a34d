import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from './program.ts';

/** `npm start` with packages that do not match package-lock.json. */

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

it('installs nothing while its port is in use, and says so', async () => {
  const { port, close } = await listen();
  const before = await started(port);
  expect(before.stderr).toBe(
    `Something answers at port ${port}, perhaps this program: stop it and start again, as packages have to be installed (zod is missing).\n`,
  );
  expect(before).toMatchObject({ code: 1, stdout: '' });
  await close();
  expect((await started(port)).stdout).toContain('Installing the packages (npm ci), as zod is missing');
});

async function listen() {
  const server = createServer().listen(0, '127.0.0.1');
  const close = () => new Promise((resolve) => server.close(resolve));
  cleanUps.push(close);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on a port');
  return { port: address.port, close };
}

/** Runs the start script with a missing package and without npm. */
async function started(port: number) {
  const { path, remove } = await temporaryFolder();
  cleanUps.push(remove);
  await cp(fileURLToPath(new URL('../scripts', import.meta.url)), join(path, 'scripts'), { recursive: true });
  await mkdir(join(path, 'node_modules'));
  const zod = { 'node_modules/zod': { version: '1.0.0', integrity: 'x' } };
  await writeFile(join(path, 'package-lock.json'), JSON.stringify({ packages: zod }));
  await writeFile(join(path, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }));
  const env = { PATH: path, HOST: '127.0.0.1', PORT: String(port) };
  const child = execFile(process.execPath, [join(path, 'scripts/start.mjs')], { env });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (text) => {
    output.stdout += text;
  });
  child.stderr?.on('data', (text) => {
    output.stderr += text;
  });
  await once(child, 'close');
  return { code: child.exitCode, ...output };
}
