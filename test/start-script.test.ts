import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from './program.ts';

/** `npm start` with packages that do not match package-lock.json, and with an incomplete build. */

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

it('asks for another npm where this one cannot install', async () => {
  const { port, close } = await listen();
  await close();
  const { code, stdout, stderr } = await started(port, '9.2.0');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    'This needs npm 10 or later, here is 9.2.0: run ‘npm install --global npm@11’, then start again.\n',
  );
});

it('builds again what was emptied or deleted', async () => {
  const path = await builtProgram();
  const bundle = join(path, 'dist/.server/main.mjs');
  const pages = 'Building the pages for the browser (vite build).\ndatabase made\n';
  expect((await run(path)).stdout).toBe(`${pages}server bundled\nstarted\n`);
  expect(await run(path)).toEqual({ code: 0, stdout: 'started\n', stderr: '' });
  await truncate(bundle);
  expect(await run(path)).toEqual({ code: 0, stdout: 'server bundled\nstarted\n', stderr: '' });
  await rm(bundle);
  expect(await run(path)).toEqual({ code: 0, stdout: 'server bundled\nstarted\n', stderr: '' });
  await truncate(join(path, 'dist/index.html'));
  expect((await run(path)).stdout).toBe(`${pages}started\n`);
});

describe('in production', () => {
  /** A built program with an npm that records its arguments. */
  async function builtWith(installed: readonly string[]) {
    const path = await builtProgram();
    await run(path);
    await writeFile(
      join(path, 'npm'),
      '#!/bin/sh\n[ "$1" = --version ] && echo 11.0.0 || echo "$@" >> "$0.asked"\n',
      { mode: 0o755 },
    );
    const wanted = {
      'node_modules/zod': { version: '1.0.0' },
      'node_modules/vite': { version: '1.0.0', dev: true },
    };
    const has = Object.entries(wanted).filter(([name]) => installed.some((each) => name.endsWith(each)));
    await writeFile(join(path, 'package-lock.json'), JSON.stringify({ packages: wanted }));
    // The build was made with this list of packages.
    const lock = join(path, 'node_modules/.package-lock.json');
    await writeFile(lock, JSON.stringify({ packages: wanted }));
    await run(path);
    await writeFile(lock, JSON.stringify({ packages: Object.fromEntries(has) }));
    return path;
  }
  const asked = async (path: string) =>
    (await readFile(join(path, 'npm.asked'), 'utf8').catch(() => '')).split('\n').slice(0, -1);
  // The shell is found by its path, npm next to the program.
  const PRODUCTION = { NODE_ENV: 'production' };

  it('installs nothing for development where it is built, and no package runs a script', async () => {
    const path = await builtWith(['zod']);
    expect((await run(path, PRODUCTION)).stdout).toBe('started\n');
    expect(await asked(path)).toEqual([]);
    const without = await builtWith(['vite']);
    expect((await run(without, PRODUCTION)).stdout).toContain('Installing the packages');
    expect(await asked(without)).toEqual(['ci --ignore-scripts --omit=dev --include=optional']);
  });

  it('removes what it has installed in order to build', async () => {
    const path = await builtWith(['zod']);
    await rm(join(path, 'dist/index.html'));
    expect((await run(path, PRODUCTION)).stdout).toMatch(/Installing .*Building .*started\n$/s);
    expect(await asked(path)).toEqual([
      'ci --ignore-scripts --include=dev --include=optional',
      'prune --no-save --ignore-scripts --omit=dev --include=optional',
    ]);
  });
});

it('says in a sentence that it cannot build in its folder', async () => {
  const path = await builtProgram();
  // Keeps even root from writing there.
  await writeFile(join(path, 'dist'), '');
  const { code, stdout, stderr } = await run(path);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^The program has not been built, or has changed since, and its folder cannot be written \(EEXIST: [^\n]+\): run ‘npm run build’ as a user who may, then start again\.\n$/,
  );
});

/** A program with our scripts, whose parts are quick to build. */
async function builtProgram(): Promise<string> {
  const path = await withScripts();
  const at = (name: string) => join(path, name);
  await mkdir(at('node_modules/vite/bin'), { recursive: true });
  await writeFile(at('package.json'), JSON.stringify({ type: 'module', imports: {} }));
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
    await writeFile(at(lock), JSON.stringify({ packages: {} }));
  const writer = (file: string, text: string, output = '') =>
    `import { mkdirSync, writeFileSync } from 'node:fs';
    import { dirname } from 'node:path';
    mkdirSync(dirname('${file}'), { recursive: true });
    writeFileSync('${file}', ${JSON.stringify(text)});
    process.stdout.write('${output}');`;
  await writeFile(at('node_modules/vite/bin/vite.js'), writer(at('dist/index.html'), 'page'));
  await writeFile(at('node_modules/vite/package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(
    at('scripts/new-database.ts'),
    writer(at('dist/.database.tar.gz'), 'database', 'database made\\n'),
  );
  const main = "process.stdout.write('started\\n')";
  await writeFile(
    at('scripts/bundle-server.mjs'),
    writer(at('dist/.server/main.mjs'), main, 'server bundled\\n'),
  );
  return path;
}

async function listen() {
  const server = createServer().listen(0, '127.0.0.1');
  const close = () => new Promise((resolve) => server.close(resolve));
  cleanUps.push(close);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on a port');
  return { port: address.port, close };
}

/** Runs the start script with a missing package, and without npm or with one that can only say its version. */
async function started(port: number, npm?: string) {
  const path = await withScripts();
  if (npm !== undefined) await writeFile(join(path, 'npm'), `#!/bin/sh\necho ${npm}\n`, { mode: 0o755 });
  await mkdir(join(path, 'node_modules'));
  const zod = { 'node_modules/zod': { version: '1.0.0', integrity: 'x' } };
  await writeFile(join(path, 'package-lock.json'), JSON.stringify({ packages: zod }));
  await writeFile(join(path, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }));
  return await run(path, { HOST: '127.0.0.1', PORT: String(port) });
}

async function withScripts(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  cleanUps.push(remove);
  await cp(fileURLToPath(new URL('../scripts', import.meta.url)), join(path, 'scripts'), { recursive: true });
  return path;
}

async function run(path: string, environment: Readonly<Record<string, string>> = {}) {
  const env = { PATH: path, ...environment };
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
