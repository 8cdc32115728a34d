import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeDataDir } from '#test/database.ts';
import { type Program, startProgram, temporaryFolder } from '#test/program.ts';

/** Starts the program as a separate process, on the embedded database. */

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function folder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  cleanUps.push(remove);
  return path;
}

/** Makes a folder that already has a database, which starts faster than an empty one. */
async function usedFolder(): Promise<string> {
  const path = await makeDataDir();
  cleanUps.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

// A start in production makes no demo school.
const PRODUCTION = { NODE_ENV: 'production', PAYMENTS: 'sandbox' };

/** The modes of the folders that hold data in a data folder. */
async function modesIn(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const modes = ['database', 'files', 'outbox'].map(async (part) => [
    part,
    ((await stat(join(dataDir, part))).mode & 0o777).toString(8),
  ]);
  return Object.fromEntries(await Promise.all(modes));
}
const PRIVATE = { database: '700', files: '700', outbox: '700' };

function start(environment: Readonly<Record<string, string>>, words: readonly string[] = []): Program {
  const program = startProgram(environment, words);
  cleanUps.push(async () => {
    program.signal('SIGKILL');
    await program.ended;
  });
  return program;
}

async function register(url: string, email: string): Promise<Response> {
  const body = JSON.stringify({ user: { email } });
  return await fetch(`${url}/api/v1/authorization/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

it('starts on an empty folder, writes a mail to the outbox, and stops on a signal', async () => {
  const DATA_DIR = await folder();
  const program = start({ DATA_DIR });
  const url = await program.url;
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' });
  expect((await register(url, 'head@school.example')).status).toBe(201);
  const link = await passwordLink(await program.outbox);
  // The links contain the port that the system chose.
  expect(link).toMatch(new RegExp(`^${url}/change-password\\?token=[\\w-]{43}$`));
  const token = new URL(link).searchParams.get('token');
  const body = JSON.stringify({ password: 'Quill and 1nk', password_confirmation: 'Quill and 1nk' });
  const changed = await fetch(`${url}/api/v1/passwords/change/${token}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(await changed.json()).toMatchObject({ email: 'head@school.example', welcome: true });
  expect((await readdir(join(DATA_DIR, 'outbox'))).some((file) => file.endsWith('.eml'))).toBe(true);
  expect(await modesIn(DATA_DIR)).toEqual(PRIVATE);
  // Two signals at once, as under npm. Two of the same kind could be merged into one.
  program.signal('SIGINT');
  program.signal('SIGTERM');
  const { code, stdout, stderr } = await program.ended;
  expect(code).toBe(0);
  expect(stdout).toContain(`Mails are kept here for you to read: ${url}/dev/outbox/`);
  expect(stdout.match(/^Stopping: .*$/gm)).toHaveLength(1);
  expect(stderr).toBe('');
});

/** Waits for a mail with a password link and returns the link. The demo school's mails have none. */
async function passwordLink(outbox: string): Promise<string> {
  for (;;) {
    const list = await (await fetch(outbox)).text();
    for (const [, mail = ''] of list.matchAll(/href="(\/dev\/outbox\/[^"]+)"/g)) {
      const page = await (await fetch(new URL(mail, outbox))).text();
      const link = /href="([^"]*change-password[^"]*)"/.exec(page)?.[1];
      if (link !== undefined) return link;
    }
  }
}

it('starts without the demo school when the disk has no space for it', async () => {
  const DATA_DIR = await usedFolder();
  const free = join(await folder(), 'free');
  // Enough for saving, too little for an upload.
  await writeFile(free, String(30 * 1024 * 1024));
  const preload = new URL('../../test/processes/small-disk.mjs', import.meta.url).href;
  const program = start({ DATA_DIR, FREE_BYTES: free, NODE_OPTIONS: `--import=${preload}` });
  expect((await register(await program.url, 'head@school.example')).status).toBe(201);
  program.signal('SIGTERM');
  const { code, stderr, stdout } = await program.ended;
  expect(code).toBe(0);
  expect(stderr).toContain('There is no demo school this time');
  expect(stdout).not.toContain('sign in as');
});

it('rejects a folder in use by another process, in one sentence', async () => {
  const DATA_DIR = await usedFolder();
  const first = start({ DATA_DIR, ...PRODUCTION });
  const url = await first.url;
  const second = await start({ DATA_DIR }).ended;
  expect(second.code).toBe(1);
  expect(second.stderr.trim().split('\n')).toHaveLength(1);
  expect(second.stderr).toContain(DATA_DIR);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

it('makes the folders of an older version private to its own user', async () => {
  const DATA_DIR = await usedFolder();
  for (const part of Object.keys(PRIVATE)) {
    await mkdir(join(DATA_DIR, part), { recursive: true });
    await chmod(join(DATA_DIR, part), 0o755);
  }
  await start({ DATA_DIR, ...PRODUCTION }).url;
  expect(await modesIn(DATA_DIR)).toEqual(PRIVATE);
});

it('rejects an unusable data folder, in one sentence', async () => {
  const DATA_DIR = join(await folder(), 'data');
  await writeFile(DATA_DIR, '');
  const { code, stderr } = await start({ DATA_DIR }).ended;
  expect(code).toBe(1);
  expect(stderr).toBe(
    `The folder ${DATA_DIR} cannot be used (EEXIST: file already exists): set DATA_DIR to one that this user may write to.\n`,
  );
});

it('rejects a data folder that the system does not make, in one sentence', async () => {
  const { code, stderr } = await start({ DATA_DIR: '/proc/nope/data' }).ended;
  expect(code).toBe(1);
  expect(stderr).toBe(
    'The folder /proc/nope/data cannot be made (ENOENT: no such file or directory): set DATA_DIR to one that this user may write to.\n',
  );
});

it('rejects a data folder of another user, for root too, in one sentence', async () => {
  const path = await folder();
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) await chown(path, 65_534, 65_534);
  const { code, stderr } = await startProgram({ DATA_DIR: isRoot ? path : '/' }).ended;
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toMatch(
    isRoot ? /belongs to another user \(number 65534\), .* start the program as that user/ : /cannot be used/,
  );
  expect(await readdir(path)).toEqual([]);
});

it('rejects a host that is not an address of this machine, in one sentence and before it makes a database', async () => {
  const DATA_DIR = join(await folder(), 'data');
  // Reserved for documentation by RFC 5737.
  const { code, stderr } = await start({ DATA_DIR, HOST: '203.0.113.5', PORT: '3999' }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^HOST is no address of this machine: [^\n]+\n$/);
  expect(existsSync(DATA_DIR)).toBe(false);
});

it('rejects such a host also where the port is known only once it listens', async () => {
  const DATA_DIR = join(await folder(), 'data');
  const { code, stderr } = await start({ DATA_DIR, HOST: '203.0.113.5', PORT: '0' }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^HOST is no address of this machine: [^\n]+\n$/);
  expect(existsSync(DATA_DIR)).toBe(false);
});

it('rejects an invalid variable, in one line that names it', async () => {
  const { code, stderr, stdout } = await start({ PORT: 'many' }).ended;
  expect({ code, stderr, stdout }).toEqual({
    code: 1,
    stderr: 'PORT takes a whole number from 0 to 65535.\n',
    stdout: '',
  });
});

it.each([{ words: [] }, { words: ['check'] }])(
  'rejects a file that is not there, in one line that names its variable: %j',
  async ({ words }) => {
    const { code, stderr, stdout } = await start({ DATA_DIR: await folder(), GEO_FILE: '/nope' }, words)
      .ended;
    expect({ code, stderr, stdout }).toEqual({
      code: 1,
      stderr: 'GEO_FILE takes the path of an MMDB file: there is none at /nope.\n',
      stdout: '',
    });
  },
);

it('does not start for a word that it does not know', async () => {
  const DATA_DIR = join(await folder(), 'data');
  const program = startProgram(
    { DATA_DIR },
    ['chekc'],
    new URL('../../', import.meta.url),
    'scripts/start.mjs',
  );
  const { code, stderr, stdout } = await program.ended;
  expect({ code, stderr, stdout }).toEqual({
    code: 1,
    stderr:
      '‘npm start’ knows no ‘chekc’: without a word it starts the program, with ‘-- check’ it looks at what production needs.\n',
    stdout: '',
  });
});

it('does not start in production without a payment setting, and says so in one line', async () => {
  const { code, stderr, stdout } = await start({ DATA_DIR: await folder(), NODE_ENV: 'production' }).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^STRIPE_SECRET_KEY is missing: [^\n]+PAYMENTS=sandbox[^\n]+\n$/);
});

it('has no outbox page and no demo school in production, and says where the mails are', async () => {
  const DATA_DIR = await usedFolder();
  const program = start({ DATA_DIR, ...PRODUCTION });
  const url = await program.url;
  expect((await fetch(`${url}/dev/outbox`)).status).toBe(404);
  program.signal('SIGTERM');
  const { stdout } = await program.ended;
  expect(stdout).not.toContain('for you to read');
  expect(stdout).not.toContain('demo school');
  expect(stdout).toContain(`they are in ${DATA_DIR}/outbox`);
});

it.each(['PORT', 'METRICS_PORT'])(
  'rejects a %s in use, in one sentence and before it makes a database',
  async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    cleanUps.push(() => void other.close());
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const DATA_DIR = join(await folder(), 'data');
    const { code, stderr } = await start({ DATA_DIR, [name]: port }).ended;
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Port ${port} is in use by another program: stop it, or set ${name} to another one.\n`,
    );
    expect(existsSync(DATA_DIR)).toBe(false);
  },
);

it('answers every call under way when it stops under load', async () => {
  const program = start({ DATA_DIR: await usedFolder(), ...PRODUCTION });
  const url = await program.url;
  const answered: number[] = [];
  const failed: string[] = [];
  const stopped = new AbortController();
  const busy = Promise.withResolvers<void>();
  let isStopping = false;
  const callers = Array.from({ length: 20 }, async (_, caller) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let at = 0; !stopped.signal.aborted; at += 1) {
      const outcome = await post(agent, url, `caller-${caller}-${at}@school.example`, isStopping);
      if (outcome === 'refused') break;
      if (typeof outcome === 'number') answered.push(outcome);
      else failed.push(outcome.error);
      if (answered.length > 100) busy.resolve();
    }
    agent.destroy();
  });
  await busy.promise;
  isStopping = true;
  program.signal('SIGTERM');
  const { code } = await program.ended;
  stopped.abort();
  await Promise.all(callers);
  expect(failed).toEqual([]);
  expect(new Set(answered)).toEqual(new Set([201]));
  // Exit code 1 would mean that the shutdown timed out.
  expect(code).toBe(0);
});

/**
 * Resolves to the status, to `refused` once the server no longer listens, or to any other error. A connection opened while
 * stopping (`isStopping`) may also be reset: the system accepted it, but the program never saw it.
 */
function post(
  agent: Agent,
  url: string,
  email: string,
  isStopping: boolean,
): Promise<number | 'refused' | { readonly error: string }> {
  const { promise, resolve } = Promise.withResolvers<number | 'refused' | { readonly error: string }>();
  const call = request(
    `${url}/api/v1/authorization/register`,
    { agent, method: 'POST', headers: { 'content-type': 'application/json' } },
    (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error) => resolve({ error: String(error) }));
    },
  );
  call.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined;
    const isUnseen = isStopping && !call.reusedSocket && code === 'ECONNRESET';
    resolve(code === 'ECONNREFUSED' || isUnseen ? 'refused' : { error: String(error) });
  });
  call.end(JSON.stringify({ user: { email } }));
  return promise;
}
