import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { API_BASE, type Route } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { runCommand } from '#server/operator/commands.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import type { TestSchool } from './factories.ts';
import { MULTIPART, multipartBody } from './multipart.ts';
import { findPostgres, freePort, startPostgres } from './postgres.ts';
import { startProgram, temporaryFolder } from './program.ts';
import { call, kill, type RunningProgram, startAndWait, textOf } from './running-program.ts';
import { migratedInstallation, seedSchool, type TestInstallation } from './seed.ts';

/** Accident R22: backup and restore as described in the README keep all data of all schools. */

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

// All runs use the same port, because the compared pages contain the URL.
let port: number;
beforeAll(async () => {
  port = await freePort();
});

const at = (folder: string, rest: Readonly<Record<string, string>> = {}): TestInstallation => ({
  folder,
  environment: { DATA_DIR: folder, PORT: String(port), ...rest },
  remove: async () => undefined,
});

async function newFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  cleanUps.push(remove);
  return path;
}

async function startIn(installation: TestInstallation): Promise<RunningProgram> {
  const running = await startAndWait(installation);
  cleanUps.push(() => kill(running));
  return running;
}

async function get(running: RunningProgram, path: string, token?: string): Promise<string> {
  const answer = await fetch(running.url + path, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  const content = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return `${answer.status} ${content}`;
}

async function callAs(
  running: RunningProgram,
  row: Route,
  { token }: { token: string },
  given: object,
): Promise<string> {
  return (await textOf(await call(running, row, { token, ...given }))) ?? '';
}

/** Gives a school a subscriber, a published newsletter and a file. Resolves to the two public paths. */
async function fill(
  running: RunningProgram,
  { owner }: TestSchool,
  mark: string,
): Promise<readonly string[]> {
  const subscriber = { first_name: mark, last_name: 'Q', email: `${mark}@families.example` };
  await callAs(running, subscriberRoutes.createSubscriber, owner, { body: { subscriber } });
  const code = [{ name: 'a', type: 'heading', value: { text: `News of ${mark}` } }];
  const fields = { news_letter: { title: mark, layout_type: 'one_column', code } };
  const draft = await callAs(running, newsletterRoutes.createNewsletter, owner, { body: fields });
  const { id } = newsletterRoutes.getNewsletter.reply.parse(JSON.parse(draft)).news_letter.data;
  const published = await callAs(running, newsletterRoutes.publishNewsletter, owner, {
    params: { id },
    body: {},
  });
  const uploaded = await fetch(`${running.url}${API_BASE}/attachments`, {
    method: 'POST',
    headers: { ...MULTIPART, authorization: `Bearer ${owner.token}` },
    body: new Uint8Array(multipartBody([{ name: 'file', filename: 'a.txt', content: Buffer.from(mark) }])),
  });
  const { slug } = newsletterRoutes.publishNewsletter.reply.parse(JSON.parse(published)).news_letter.data
    .attributes;
  const { url } = fileRoutes.uploadAttachment.reply.parse(await uploaded.json()).attachment.data.attributes;
  return [`/published/${slug}`, new URL(url).pathname];
}

interface Filled {
  readonly schools: readonly TestSchool[];
  readonly paths: readonly string[];
}

async function fillInstallation(
  installation: TestInstallation,
): Promise<{ readonly filled: Filled; readonly running: RunningProgram }> {
  const schools = [await seedSchool(installation), await seedSchool(installation)];
  const running = await startIn(installation);
  const paths: string[] = [];
  for (const [index, school] of schools.entries())
    paths.push(...(await fill(running, school, `mark${index}`)));
  return { filled: { schools, paths }, running };
}

/** The program's answers to each school and to readers. */
async function answersOf(running: RunningProgram, { schools, paths }: Filled): Promise<readonly string[]> {
  expect(await get(running, serviceRoutes.health.path)).toMatch(/^200 {"status":"ok"/);
  const answers: string[] = [];
  for (const { owner } of schools)
    for (const path of [
      newsletterRoutes.listNewsletters.path,
      subscriberRoutes.listSubscribers.path,
      peopleRoutes.myProfile.path,
      schoolRoutes.mySchool.path,
    ])
      answers.push(await get(running, API_BASE + path, owner.token));
  for (const path of paths) answers.push(await get(running, path));
  return answers;
}

/**
 * Checks that the answers are successful and contain each school's data separately, so that comparing them is
 * meaningful.
 */
function expectComplete(answers: readonly string[]): void {
  expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
  for (const mark of ['mark0', 'mark1'])
    expect(answers.filter((answer) => answer.includes(mark)).length).toBeGreaterThanOrEqual(4);
  expect(answers.filter((answer) => answer.includes('mark0') && answer.includes('mark1'))).toEqual([]);
}

type RunQuery = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** The row count and a content hash of each table, and the policies. */
async function contentsOf(query: RunQuery): Promise<unknown> {
  const { rows: tables } = await query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const contents: unknown[] = [];
  // A running program changes this column each minute.
  const row = `(to_jsonb(r) - 'ran_at')::text`;
  for (const { name } of tables) {
    const { rows } = await query(
      `select count(*)::int as rows, md5(string_agg(${row}, ',' order by ${row})) as hash from ${String(name)} r`,
    );
    contents.push({ name, ...rows[0] });
  }
  const policies = await query('select * from pg_policies order by tablename, policyname');
  return { contents, policies: policies.rows };
}

async function contentsOfFolder(dataDir: string): Promise<unknown> {
  const database = await openDatabase({ dataDir });
  try {
    return await contentsOf((text) => database.query(text));
  } finally {
    await database.close();
  }
}

// Each half of the test run covers its kind of database.
if (process.env.TEST_DATABASE_URL === undefined) describe('a copy of the data folder', copies);
else if (findPostgres() !== null) describe('a dump of the server’s database', dumps);
else it('has no PostgreSQL of its own to restore on', () => expect(findPostgres()).toBeNull());

function copies(): void {
  it('made while the program is paused is complete', async () => {
    const original = await migratedInstallation();
    cleanUps.push(original.remove);
    const installation = at(original.folder);
    const { filled, running } = await fillInstallation(installation);
    const before = await answersOf(running, filled);
    expectComplete(before);
    const backup = join(await newFolder(), 'data');
    running.program.signal('SIGSTOP');
    await cp(installation.folder, backup, { recursive: true, preserveTimestamps: true });
    running.program.signal('SIGCONT');
    expect(await answersOf(running, filled)).toEqual(before);
    await kill(running);
    expect(await contentsOfFolder(backup)).toEqual(await contentsOfFolder(installation.folder));
    const restored = await startIn(at(backup));
    expect(await answersOf(restored, filled)).toEqual(before);
    await kill(restored);
    await expectVerified(backup, filled);
    await rm(backup, { recursive: true });
    await expectRestored(installation, at(backup), filled, before);
  });
}

const PASSPHRASE = 'a long sentence that nobody guesses';

/** Runs a command of the operator. Resolves to its output. Throws with its error if it fails. */
async function operator({ environment }: TestInstallation, ...words: readonly string[]): Promise<string> {
  const output: string[] = [];
  const code = await runCommand({ ...environment, BACKUP_PASSPHRASE: PASSPHRASE }, words, {
    say: (line) => output.push(line),
    complain: (line) => output.push(line),
  });
  if (code !== 0) throw new Error(output.join('\n'));
  return output.join('\n');
}

/** Takes an encrypted backup with the command. Resolves to its folder. */
async function takeBackup(installation: TestInstallation, folder: string): Promise<string> {
  const output = await operator(installation, 'backup', '--to', folder, '--encrypt');
  expect(output).toMatch(/^The database and \d+ uploaded files are in .*, encrypted: .* MB in all, .*\.$/);
  const [name] = await readdir(folder);
  return join(folder, name ?? '');
}

/** Takes a backup, restores it into an empty place, and compares the answers. */
async function expectRestored(
  from: TestInstallation,
  to: TestInstallation,
  filled: Filled,
  before: readonly string[],
): Promise<void> {
  const backup = await takeBackup(from, await newFolder());
  await expect(operator(from, 'restore', '--from', backup)).rejects.toThrow('There is a database in');
  expect(await operator(to, 'restore', '--from', backup)).toMatch(
    /^The database and 2 uploaded files are as they were on [\s\S]*All is whole\.$/,
  );
  const restored = await startIn(to);
  expect(await answersOf(restored, filled)).toEqual(before);
  await kill(restored);
  // A changed byte in a file, and a wrong passphrase, are noticed before anything is restored.
  const contents = join(backup, 'contents');
  const bytes = await readFile(contents);
  bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
  await writeFile(contents, bytes);
  const empty = at(join(await newFolder(), 'data'));
  await expect(operator(empty, 'restore', '--from', backup)).rejects.toThrow(
    'contents of the backup cannot be read',
  );
}

/** Checks that `npm run operator -- verify` finds a folder complete, and names the damage after some harm. */
async function expectVerified(dataDir: string, { paths }: Filled): Promise<void> {
  const whole = verifyFolder(dataDir);
  expect(whole.stdout).toBe(
    '2 schools, 2 published newsletters, 2 editions, 2 uploaded files\nAll is whole.\n',
  );
  expect(whole.status).toBe(0);
  const key = basename(paths.find((path) => path.endsWith('.txt')) ?? '');
  await rm(join(dataDir, 'files', key));
  const database = await openDatabase({ dataDir });
  await database.query("update past_editions set mail = '\\x00' where title = 'mark0'");
  await database.query(`update newsletters set code = '[{"type":"gone"}]' where title = 'mark1'`);
  await database.close();
  const harmed = verifyFolder(dataDir);
  expect(harmed.stdout).toMatch(/‘mark0’ of .*, as published .*, has no readable mail/);
  expect(harmed.stdout).toMatch(/‘mark1’ of .* cannot be drawn/);
  expect(harmed.stdout).toContain(`The file ${key} is missing in ${join(dataDir, 'files')}`);
  expect(harmed.stdout).toContain('3 of these to put right.');
  expect(harmed.status).toBe(1);
}

function verifyFolder(dataDir: string) {
  return spawnSync(process.execPath, ['scripts/operator.mjs', 'verify'], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

/** Uploads files, one after the other, until it is stopped. Resolves to their number. */
function keepWriting(running: RunningProgram, { owner }: TestSchool) {
  let isOver = false;
  const work = (async () => {
    for (let count = 0; ; count += 1) {
      if (isOver && count > 2) return count;
      const file = {
        name: 'file',
        filename: `${count}.txt`,
        content: Buffer.from(`while it is backed up ${count}`),
      };
      const answer = await fetch(`${running.url}${API_BASE}/attachments`, {
        method: 'POST',
        headers: { ...MULTIPART, authorization: `Bearer ${owner.token}` },
        body: new Uint8Array(multipartBody([file])),
      });
      expect(answer.status).toBe(201);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      return await work;
    },
  };
}

/** Deletes what was written meanwhile, so that the earlier data can be compared. */
async function undoWriting(url: string, schoolId: string): Promise<void> {
  await queryAt(url, `delete from attachments where school_id = '${schoolId}' and name ~ '^[0-9]+.txt$'`);
}

interface Cluster {
  /** Runs a statement as administrator. */
  readonly query: RunQuery;
  /** The URL of a database for the program's user, which is not an administrator. */
  urlOf(database: string): string;
}

const USER = 'inkwell';

async function newCluster(): Promise<Cluster> {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('PostgreSQL is not installed');
  cleanUps.push(() => postgres.stop());
  const query = (text: string) => queryAt(postgres.url, text);
  await query(`create role ${USER} login`);
  const urlOf = (database: string) => {
    const url = new URL(postgres.url);
    url.username = USER;
    url.pathname = `/${database}`;
    return url.href;
  };
  return { query, urlOf };
}

async function queryAt(url: string, text: string): Promise<{ rows: Record<string, unknown>[] }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(text);
  } finally {
    await client.end();
  }
}

/** Runs a PostgreSQL tool and returns its exit code and standard error. */
function run(program: string, ...args: readonly string[]) {
  // Prefers the tools of the server's version.
  const PATH = [findPostgres(), process.env.PATH].join(delimiter);
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH } });
  return { status, stderr };
}

async function makeRole({ query }: Cluster): Promise<void> {
  await query('create role app_tenant nologin');
  await query(`grant app_tenant to ${USER}`);
}

function dumps(): void {
  async function backUp() {
    const source = await newCluster();
    await makeRole(source);
    await source.query(`create database school owner ${USER}`);
    const url = source.urlOf('school');
    const installation = at(await newFolder(), { DATABASE_URL: url });
    const { filled, running } = await fillInstallation(installation);
    const before = await answersOf(running, filled);
    expectComplete(before);
    const { path: folder, remove } = await temporaryFolder();
    removeBackup = remove;
    const [school] = filled.schools;
    if (school === undefined) throw new Error('No school');
    const writing = keepWriting(running, school);
    const taken = await takeBackup(installation, join(folder, 'taken'));
    const written = await writing.stop();
    await kill(running);
    await undoWriting(url, school.id);
    const dump = join(folder, 'inkwell.dump');
    expect(run('pg_dump', '-Fc', '-f', dump, url)).toEqual({ status: 0, stderr: '' });
    await mkdir(join(folder, 'data'));
    await cp(join(installation.folder, 'files'), join(folder, 'data', 'files'), { recursive: true });
    await cp(join(installation.folder, 'keys'), join(folder, 'data', 'keys'));
    const contents = await contentsOf((text) => queryAt(url, text));
    return { filled, before, dump, files: join(folder, 'data'), contents, taken, written };
  }

  // One backup for all tests: each restores a copy of it, on a server of its own.
  let backup: Awaited<ReturnType<typeof backUp>>;
  let removeBackup = () => Promise.resolve();
  beforeAll(async () => {
    backup = await backUp();
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
  afterAll(() => removeBackup());

  it('taken by command while the program writes, it restores and verifies', async () => {
    const target = await newCluster();
    await makeRole(target);
    await target.query(`create database school owner ${USER}`);
    const url = target.urlOf('school');
    const installation = at(join(await newFolder(), 'data'), { DATABASE_URL: url });
    expect(backup.written).toBeGreaterThan(2);
    expect(await operator(installation, 'restore', '--from', backup.taken)).toContain('All is whole.');
    await undoWriting(url, backup.filled.schools[0]?.id ?? '');
    const running = await startIn(installation);
    expect(await answersOf(running, backup.filled)).toEqual(backup.before);
    await expect(operator(installation, 'restore', '--from', backup.taken)).rejects.toThrow(
      'There is something in the database',
    );
  });

  it('cut off, is refused by the program on another machine, too', async () => {
    const target = await newCluster();
    await makeRole(target);
    await target.query(`create database school owner ${USER}`);
    const url = target.urlOf('school');
    const taken = join(await newFolder(), 'taken');
    await cp(backup.taken, taken, { recursive: true });
    // A school's file is cut short, which is noticed after the database is restored.
    const [file = ''] = (await readdir(join(taken, 'files'))).filter((name) => name.length > 20);
    await writeFile(join(taken, 'files', file), 'cut short');
    const here = at(join(await newFolder(), 'data'), { DATABASE_URL: url });
    await expect(operator(here, 'restore', '--from', taken)).rejects.toThrow();
    const elsewhere = at(join(await newFolder(), 'data'), { DATABASE_URL: url });
    const { code, stderr } = await startProgram(elsewhere.environment).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('A restore into the database of DATABASE_URL did not end');
    for (const words of [['backup', '--to', await newFolder()], ['verify'], ['schools']])
      await expect(operator(elsewhere, ...words)).rejects.toThrow(
        'A restore into the database of DATABASE_URL did not end',
      );
  });

  async function copyOfBackup() {
    const files = join(await newFolder(), 'data');
    await cp(backup.files, files, { recursive: true });
    return { ...backup, files };
  }

  it('restores on a new server as the README describes', async () => {
    const { filled, before, dump, files, contents } = await copyOfBackup();
    const target = await newCluster();
    await makeRole(target);
    await target.query(`create database school owner ${USER}`);
    const url = target.urlOf('school');
    const restored = run('pg_restore', '--no-owner', '--exit-on-error', '-d', url, dump);
    expect(restored).toEqual({ status: 0, stderr: '' });
    expect(await contentsOf((text) => queryAt(url, text))).toEqual(contents);
    const running = await startIn(at(files, { DATABASE_URL: url }));
    expect(await answersOf(running, filled)).toEqual(before);
  });

  it('restored without the role is rejected, or repaired if the program may create the role', async () => {
    const { filled, before, dump, files, contents } = await copyOfBackup();
    const target = await newCluster();
    await target.query(`create database school owner ${USER}`);
    const url = target.urlOf('school');
    const { stderr: complaints } = run('pg_restore', '--no-owner', '-d', url, dump);
    expect(complaints).toContain('role "app_tenant" does not exist');
    expect(await contentsOf((text) => queryAt(url, text))).not.toEqual(contents);
    const installation = at(files, { DATABASE_URL: url });
    const { code, stderr } = await startProgram(installation.environment).ended;
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(
      'let an administrator run "create role app_tenant nologin; grant app_tenant to"',
    );
    await target.query(`alter role ${USER} createrole`);
    const running = await startIn(installation);
    expect(await answersOf(running, filled)).toEqual(before);
    expect(await contentsOf((text) => queryAt(url, text))).toMatchObject({
      policies: Object(contents).policies,
    });
  });

  it('restored as another user is rejected in one line', async () => {
    const { dump, files } = await copyOfBackup();
    const target = await newCluster();
    await makeRole(target);
    await target.query(`create database school owner ${USER}`);
    const administrator = new URL(target.urlOf('school'));
    administrator.username = 'postgres';
    expect(run('pg_restore', '--no-owner', '-d', administrator.href, dump).status).toBe(0);
    const { environment } = at(files, { DATABASE_URL: target.urlOf('school') });
    const { code, stderr } = await startProgram(environment).ended;
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('with pg_restore --no-owner');
  });
}
