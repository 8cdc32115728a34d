import { spawnSync } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { API_BASE, type Route } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { MULTIPART, multipartBody } from './examples.ts';
import type { TestSchool } from './factories.ts';
import { begin, call, kill, type Life, textOf } from './lives.ts';
import { findPostgres, freePort, startPostgres } from './postgres.ts';
import { startProgram, temporaryFolder } from './program.ts';
import { emptyPlace, type Place, seedSchool } from './seed.ts';

/** Accident R22: a backup made by README's words comes back by README's words, with everything of every school. */

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

// One port for all runs of a test: the address is in the pages that are compared.
let port: number;
beforeEach(async () => {
  port = await freePort();
});

const at = (folder: string, rest: Readonly<Record<string, string>> = {}): Place => ({
  folder,
  environment: { DATA_DIR: folder, PORT: String(port), ...rest },
  remove: async () => undefined,
});

async function newFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  cleanUps.push(remove);
  return path;
}

async function live(place: Place): Promise<Life> {
  const life = await begin(place);
  cleanUps.push(() => kill(life));
  return life;
}

async function get(life: Life, path: string, token?: string): Promise<string> {
  const answer = await fetch(life.url + path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const content = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return `${answer.status} ${content}`;
}

async function made(life: Life, row: Route, { token }: { token: string }, given: object): Promise<string> {
  return (await textOf(await call(life, row, { token, ...given }))) ?? '';
}

/** Gives a school a subscriber, a published newsletter and a file; resolves to the two paths that everybody may read. */
async function fill(life: Life, { owner }: TestSchool, mark: string): Promise<readonly string[]> {
  const subscriber = { first_name: mark, last_name: 'Q', email: `${mark}@families.example` };
  await made(life, subscriberRoutes.createSubscriber, owner, { body: { subscriber } });
  const code = [{ name: 'a', type: 'heading', value: { text: `News of ${mark}` } }];
  const wish = { news_letter: { title: mark, layout_type: 'one_column', code } };
  const draft = await made(life, newsletterRoutes.createNewsletter, owner, { body: wish });
  const { id } = newsletterRoutes.getNewsletter.reply.parse(JSON.parse(draft)).news_letter.data;
  const published = await made(life, newsletterRoutes.publishNewsletter, owner, { params: { id }, body: {} });
  const uploaded = await fetch(`${life.url}${API_BASE}/attachments`, {
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

async function fillPlace(place: Place): Promise<{ readonly filled: Filled; readonly life: Life }> {
  const schools = [await seedSchool(place), await seedSchool(place)];
  const life = await live(place);
  const paths: string[] = [];
  for (const [index, school] of schools.entries()) paths.push(...(await fill(life, school, `mark${index}`)));
  return { filled: { schools, paths }, life };
}

/** What the program answers to each school and to readers. */
async function answersOf(life: Life, { schools, paths }: Filled): Promise<readonly string[]> {
  expect(await get(life, serviceRoutes.health.path)).toBe('200 {"status":"ok"}');
  const answers: string[] = [];
  for (const { owner } of schools)
    for (const path of [
      newsletterRoutes.listNewsletters.path,
      subscriberRoutes.listSubscribers.path,
      peopleRoutes.myProfile.path,
      schoolRoutes.mySchool.path,
    ])
      answers.push(await get(life, API_BASE + path, owner.token));
  for (const path of paths) answers.push(await get(life, path));
  return answers;
}

/** A good comparison says something: each school's things are in it, and only that school's. */
function expectWhole(answers: readonly string[]): void {
  expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
  for (const mark of ['mark0', 'mark1'])
    expect(answers.filter((answer) => answer.includes(mark)).length).toBeGreaterThanOrEqual(4);
  expect(answers.filter((answer) => answer.includes('mark0') && answer.includes('mark1'))).toEqual([]);
}

type Ask = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** How many rows each table has, and a hash of all of them; and the policies. */
async function contentsOf(ask: Ask): Promise<unknown> {
  const { rows: tables } = await ask(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const contents: unknown[] = [];
  for (const { name } of tables) {
    const { rows } = await ask(
      `select count(*)::int as rows, md5(string_agg(r::text, ',' order by r::text)) as hash from ${String(name)} r`,
    );
    contents.push({ name, ...rows[0] });
  }
  const policies = await ask('select * from pg_policies order by tablename, policyname');
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

// Each run looks at its own kind of database.
if (process.env.TEST_DATABASE_URL === undefined) describe('a copy of the data folder', copies);
else if (findPostgres() !== null) describe('a dump of the server’s database', dumps);
else it('has no PostgreSQL of its own to restore on', () => expect(findPostgres()).toBeNull());

function copies(): void {
  it('made while the program is halted is all of it', async () => {
    const original = await emptyPlace();
    cleanUps.push(original.remove);
    const place = at(original.folder);
    const { filled, life } = await fillPlace(place);
    const before = await answersOf(life, filled);
    expectWhole(before);
    const backup = join(await newFolder(), 'data');
    life.program.signal('SIGSTOP');
    await cp(place.folder, backup, { recursive: true, preserveTimestamps: true });
    life.program.signal('SIGCONT');
    expect(await answersOf(life, filled)).toEqual(before);
    await kill(life);
    expect(await contentsOfFolder(backup)).toEqual(await contentsOfFolder(place.folder));
    expect(await answersOf(await live(at(backup)), filled)).toEqual(before);
  });
}

interface Cluster {
  /** As an administrator. */
  readonly ask: Ask;
  /** The address of a database for the program's own user, an ordinary one. */
  urlOf(database: string): string;
}

const USER = 'inkwell';

async function newCluster(): Promise<Cluster> {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('It has gone');
  cleanUps.push(() => postgres.stop());
  const ask = (text: string) => askAt(postgres.url, text);
  await ask(`create role ${USER} login`);
  const urlOf = (database: string) => {
    const url = new URL(postgres.url);
    url.username = USER;
    url.pathname = `/${database}`;
    return url.href;
  };
  return { ask, urlOf };
}

async function askAt(url: string, text: string): Promise<{ rows: Record<string, unknown>[] }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(text);
  } finally {
    await client.end();
  }
}

/** Runs one of PostgreSQL's programs; resolves to its code and what it complained about. */
function run(program: string, ...args: readonly string[]) {
  // Those of the server's own version first.
  const PATH = [findPostgres(), process.env.PATH].join(delimiter);
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH } });
  return { status, stderr };
}

async function makeRole({ ask }: Cluster): Promise<void> {
  await ask('create role app_tenant nologin');
  await ask(`grant app_tenant to ${USER}`);
}

function dumps(): void {
  async function backUp() {
    const source = await newCluster();
    await makeRole(source);
    await source.ask(`create database school owner ${USER}`);
    const url = source.urlOf('school');
    const place = at(await newFolder(), { DATABASE_URL: url });
    const { filled, life } = await fillPlace(place);
    const before = await answersOf(life, filled);
    expectWhole(before);
    await kill(life);
    const folder = await newFolder();
    const dump = join(folder, 'inkwell.dump');
    expect(run('pg_dump', '-Fc', '-f', dump, url)).toEqual({ status: 0, stderr: '' });
    await mkdir(join(folder, 'data'));
    await cp(join(place.folder, 'files'), join(folder, 'data', 'files'), { recursive: true });
    const contents = await contentsOf((text) => askAt(url, text));
    return { filled, before, dump, files: join(folder, 'data'), contents };
  }

  it('comes back on a new server by the words of the README', async () => {
    const { filled, before, dump, files, contents } = await backUp();
    const target = await newCluster();
    await makeRole(target);
    await target.ask(`create database school owner ${USER}`);
    const url = target.urlOf('school');
    const restored = run('pg_restore', '--no-owner', '--exit-on-error', '-d', url, dump);
    expect(restored).toEqual({ status: 0, stderr: '' });
    expect(await contentsOf((text) => askAt(url, text))).toEqual(contents);
    const life = await live(at(files, { DATABASE_URL: url }));
    expect(await answersOf(life, filled)).toEqual(before);
  });

  it('restored without the role is refused, or put right where the program may make it', async () => {
    const { filled, before, dump, files, contents } = await backUp();
    const target = await newCluster();
    await target.ask(`create database school owner ${USER}`);
    const url = target.urlOf('school');
    const { stderr: complaints } = run('pg_restore', '--no-owner', '-d', url, dump);
    expect(complaints).toContain('role "app_tenant" does not exist');
    expect(await contentsOf((text) => askAt(url, text))).not.toEqual(contents);
    const place = at(files, { DATABASE_URL: url });
    const { code, stderr } = await startProgram(place.environment).ended;
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(
      'let an administrator run "create role app_tenant nologin; grant app_tenant to"',
    );
    await target.ask(`alter role ${USER} createrole`);
    const life = await live(place);
    expect(await answersOf(life, filled)).toEqual(before);
    expect(await contentsOf((text) => askAt(url, text))).toMatchObject({
      policies: Object(contents).policies,
    });
  });

  it('restored as another user is refused in one line', async () => {
    const { dump, files } = await backUp();
    const target = await newCluster();
    await makeRole(target);
    await target.ask(`create database school owner ${USER}`);
    const administrator = new URL(target.urlOf('school'));
    administrator.username = 'postgres';
    expect(run('pg_restore', '--no-owner', '-d', administrator.href, dump).status).toBe(0);
    const { environment } = at(files, { DATABASE_URL: target.urlOf('school') });
    const { code, stderr } = await startProgram(environment).ended;
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('with pg_restore --no-owner');
  });
}
