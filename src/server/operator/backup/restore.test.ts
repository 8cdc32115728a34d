import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCommand } from '#server/operator/commands.ts';
import { makeDataDir } from '#test/database.ts';
import { startProgram, temporaryFolder } from '#test/program.ts';
import { seedFiles } from '#test/seed.ts';

/** A backup that was changed, or is incomplete, is refused, and nothing of it is written anywhere. */

const PASSPHRASE = 'a long sentence that nobody guesses';

let from: string;
let folder: { readonly path: string; remove(): Promise<void> };
beforeEach(async () => {
  from = await makeDataDir();
  folder = await temporaryFolder();
});
afterEach(async () => {
  await rm(from, { recursive: true, force: true });
  await folder.remove();
});

/** The folder that backups are restored to. */
const target = () => join(folder.path, 'data');

async function operator(environment: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const output: string[] = [];
  const say = (line: string) => output.push(line);
  const code = await runCommand(environment, words, { say, complain: say });
  return { code, output: output.join('\n') };
}

/** Takes a backup of the installation, and resolves to its folder. */
async function backUp(name: string, ...words: readonly string[]): Promise<string> {
  const to = join(folder.path, name);
  const environment = { DATA_DIR: from, BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await operator(environment, 'backup', '--to', to, ...words)).toMatchObject({ code: 0 });
  const [taken = ''] = await readdir(to);
  return join(to, taken);
}

const restore = (backup: string, ...words: readonly string[]) =>
  operator({ DATA_DIR: target(), BACKUP_PASSPHRASE: PASSPHRASE }, 'restore', '--from', backup, ...words);

const contents = z.object({ head: z.unknown(), objects: z.array(z.object({ name: z.string() }).loose()) });

/** Changes the list of a plain backup's objects. */
async function relist(backup: string, change: (name: string) => string): Promise<void> {
  const path = join(backup, 'contents');
  const { head, objects } = contents.parse(JSON.parse(await readFile(path, 'utf8')));
  const changed = objects.map((object) => ({ ...object, name: change(object.name) }));
  await writeFile(path, JSON.stringify({ head, objects: changed }));
}

describe('with a passphrase', () => {
  it('a plain backup is refused, unless it is requested', async () => {
    const plain = await backUp('plain');
    expect(await restore(plain)).toEqual({
      code: 1,
      output: expect.stringContaining('is not encrypted, although BACKUP_PASSPHRASE is set'),
    });
    expect(existsSync(join(target(), 'database'))).toBe(false);
    expect(await restore(plain, '--plain', '--without-keys')).toMatchObject({ code: 0 });
  });

  it('a plain backup in the place of an encrypted one is refused', async () => {
    const encrypted = await backUp('encrypted', '--encrypt');
    await cp(await backUp('plain'), encrypted, { recursive: true, force: true });
    expect((await restore(encrypted)).output).toContain('is not encrypted');
  });

  it('a head that was changed is refused', async () => {
    const encrypted = await backUp('encrypted', '--encrypt');
    const path = join(encrypted, 'backup.json');
    const head = (await readFile(path, 'utf8')).replace(/"made_at": "\d{4}/, '"made_at": "2020');
    await writeFile(path, head);
    expect((await restore(encrypted)).output).toContain('it is of another backup than its backup.json');
    await writeFile(path, head.replace('"format": 2', '"format": 1'));
    expect((await restore(encrypted)).code).toBe(1);
  });
});

describe('a plain backup', () => {
  it('asks for its machine’s keys before anything is changed, unless they are lost', async () => {
    // This makes the keys.
    await seedFiles({ folder: from, environment: { DATA_DIR: from }, remove: async () => undefined }, 1);
    const plain = await backUp('plain');
    const asked = await restore(plain, '--plain');
    expect(asked).toEqual({ code: 1, output: expect.stringContaining(`nor in ${join(target(), 'keys')}`) });
    expect(asked.output).toContain('authenticator apps, webhooks and the unsubscribe links');
    expect(existsSync(join(target(), 'database'))).toBe(false);
    await cp(join(from, 'keys'), join(target(), 'keys'));
    expect(await restore(plain, '--plain')).toMatchObject({ code: 0 });
  });
});

it.each(['files/../../OUT', 'files/../database/PG_VERSION', '../OUT', 'files//OUT', 'OUT'])(
  'an object that is named %s is refused, and is written nowhere',
  async (name) => {
    await seedFiles({ folder: from, environment: { DATA_DIR: from }, remove: async () => undefined }, 1);
    const plain = await backUp('plain');
    const key = (each: string) => /^files\/[^/]+\.pdf$/.test(each);
    const [found = ''] = (await readdir(join(plain, 'files'))).filter((each) => key(`files/${each}`));
    await cp(join(plain, 'files', found), join(plain, 'OUT'));
    await relist(plain, (each) => (key(each) ? name : each));
    expect(await restore(plain, '--plain')).toEqual({
      code: 1,
      output: expect.stringContaining('The backup has a wrong name'),
    });
    expect(existsSync(join(folder.path, 'OUT'))).toBe(false);
    expect(existsSync(join(target(), 'database'))).toBe(false);
  },
);

describe('a backup that is not whole', () => {
  it('leaves nothing behind if its dump ends early, and the whole one is restored after it', async () => {
    const good = await backUp('good');
    const cut = join(folder.path, 'cut');
    await cp(good, cut, { recursive: true });
    const { size } = z
      .object({ objects: z.array(z.object({ name: z.string(), size: z.number() })) })
      .parse(JSON.parse(await readFile(join(cut, 'contents'), 'utf8')))
      .objects.find(({ name }) => name === 'database') ?? { size: 0 };
    await truncate(join(cut, 'database'), Math.floor(size * 0.97));
    expect((await restore(cut, '--plain', '--without-keys')).output).toContain(
      'database of the backup is damaged',
    );
    expect(await readdir(target())).not.toContain('database');
    expect(await restore(good, '--plain', '--without-keys')).toMatchObject({ code: 0 });
  });

  it('in a file leaves a mark with which the program does not start, until it is restored again', async () => {
    await seedFiles({ folder: from, environment: { DATA_DIR: from }, remove: async () => undefined }, 3);
    const good = await backUp('good');
    const harmed = join(folder.path, 'harmed');
    await cp(good, harmed, { recursive: true });
    const [file = ''] = (await readdir(join(harmed, 'files'))).filter((name) => name.endsWith('.pdf'));
    await writeFile(join(harmed, 'files', file), 'PDF%');
    // A plain backup has no keys.
    await cp(join(from, 'keys'), join(target(), 'keys'));
    expect((await restore(harmed, '--plain')).output).toContain('of the backup is damaged');
    const { code, stderr } = await startProgram({ DATA_DIR: target() }).ended;
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('did not end, so part of the data may be missing: restore again with --aside');
    // A backup of it would look complete, and so would its list of schools.
    const to = join(folder.path, 'of-half');
    for (const words of [['backup', '--to', to], ['verify'], ['schools'], ['restored']])
      expect(await operator({ DATA_DIR: target() }, ...words)).toEqual({
        code: 1,
        output: expect.stringContaining('did not end, so part of the data may be missing'),
      });
    expect(existsSync(to)).toBe(false);
    expect(await restore(good, '--plain', '--aside')).toMatchObject({ code: 0 });
    const again = startProgram({ DATA_DIR: target() });
    await again.url;
    again.signal('SIGTERM');
    await again.ended;
  });
});
