import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { webhooks } from '#server/platform/db/schema/api.ts';
import { secretOf } from '#server/platform/secrets.ts';
import { createSchool } from '#test/factories.ts';
import { startProgram, temporaryFolder } from '#test/program.ts';
import { emptyInstallation, migratedInstallation, type TestInstallation, withContext } from '#test/seed.ts';
import { runCommand } from './commands.ts';

/** The keys that encrypt secrets in the database: made at the first start, changed by a command, and what is lost without them. */

const PASSPHRASE = 'a long sentence that nobody guesses';

let place: TestInstallation;
beforeEach(async () => {
  place = await migratedInstallation();
});
afterEach(() => place.remove());

const keysFile = () => join(place.folder, 'keys');
const readKeys = async () => (await readFile(keysFile(), 'utf8')).trim().split('\n');

async function operator(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const output: string[] = [];
  const say = (line: string) => output.push(line);
  const code = await runCommand({ ...place.environment, ...more }, words, { say, complain: say });
  return { code, output: output.join('\n') };
}

/** A webhook and a signing key; resolves to the key. */
async function plant(): Promise<string> {
  return await withContext(place, async (context) => {
    const { id: schoolId } = await createSchool({ context });
    const id = crypto.randomUUID();
    const secret = context.keys.seal(`webhooks ${id}`, 'whsec_planted');
    const webhook = { id, schoolId, secret, url: 'https://receiver.example/', events: ['subscriber.left'] };
    await context.database.orm().insert(webhooks).values(webhook);
    return (await secretOf(context, 'planted')).toString('hex');
  });
}

const planted = async () =>
  await withContext(place, async (context) => (await secretOf(context, 'planted')).toString('hex'));

it('are made at the first start, for the program’s user alone, and changed by command', async () => {
  expect((await operator(['keys'])).output).toContain('There are no keys in');
  const key = await plant();
  expect((await stat(keysFile())).mode & 0o777).toBe(0o600);
  const [first] = await readKeys();
  expect((await operator(['keys'])).output).toContain('3 secrets under the key');
  const { code, output } = await operator(['keys', 'rotate']);
  expect([code, output]).toEqual([0, expect.stringContaining('3 secrets encrypted anew')]);
  const [second, older, ...more] = await readKeys();
  expect([older, more]).toEqual([first, []]);
  expect(second).not.toBe(first);
  expect((await stat(keysFile())).mode & 0o777).toBe(0o600);
  // Nothing needs the older one.
  await writeFile(keysFile(), `${second}\n`);
  expect(await planted()).toBe(key);
  expect((await operator(['keys', 'lost'])).output).toBe(
    'Nothing is lost: all secrets can be read with these keys.',
  );
});

it('are not made again by a rotation that continues where it was interrupted', async () => {
  await plant();
  const [first] = await readKeys();
  // The state after a kill right after the new key was made.
  const next = Buffer.alloc(32, 'next').toString('base64');
  await writeFile(keysFile(), `${next}\n${first}\n`);
  expect((await operator(['keys', 'rotate'])).output).toContain('3 secrets encrypted anew');
  expect(await readKeys()).toEqual([next, first]);
});

it('are those of the operator, where a variable names them', async () => {
  const [older, newer] = ['older', 'newer'].map((word) => Buffer.alloc(32, word).toString('base64'));
  const file = join(place.folder, 'mine');
  await writeFile(file, `${older}\n`);
  place = { ...place, environment: { ...place.environment, KEY_FILE: file } };
  const key = await plant();
  expect((await operator(['keys', 'rotate'])).output).toContain(`Put a new one before it in ${file}`);
  await writeFile(file, `${newer}\n${older}\n`);
  expect((await operator(['keys', 'rotate'])).output).toContain('3 secrets encrypted anew');
  place = { ...place, environment: { ...place.environment, KEY_FILE: '', SECRET_KEYS: newer ?? '' } };
  expect(await planted()).toBe(key);
  expect(() => readConfig({ SECRET_KEYS: 'short' })).toThrow(/^SECRET_KEYS takes keys as /);
  expect(() => readConfig({ SECRET_KEYS: newer, KEY_FILE: file })).toThrow('unset one of the two');
  expect(() => readConfig({ KEY_FILE: join(place.folder, 'none') })).toThrow(
    /^KEY_FILE takes .*there is none at/,
  );
});

it('that are lost keep the program from starting, in a sentence, until what is lost is removed', async () => {
  const key = await plant();
  await rename(keysFile(), `${keysFile()}.away`);
  const { code, stderr } = await startProgram(place.environment).ended;
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toMatch(
    /encrypted with a key that is missing\. .*bring the keys of the machine or the backup/,
  );
  const lost = await operator(['keys', 'lost']);
  expect(lost).toEqual({
    code: 1,
    output: expect.stringMatching(/ 1 webhook: they .* 2 signing keys: .*unsubscribe/s),
  });
  expect((await operator(['keys', 'lost', '--forget'])).code).toBe(0);
  const program = startProgram(place.environment);
  await program.url;
  program.signal('SIGTERM');
  expect((await program.ended).code).toBe(0);
  expect(await planted()).not.toBe(key);
  await withContext(place, async ({ database }) => {
    expect(
      await database.orm().select().from(webhooks).where(eq(webhooks.url, 'https://receiver.example/')),
    ).toEqual([]);
  });
});

it('are in an encrypted backup alone, and come back with it', async () => {
  if (place.environment.DATABASE_URL !== undefined) return;
  const key = await plant();
  const folder = await temporaryFolder();
  const to = (name: string) => join(folder.path, name);
  const secret = { BACKUP_PASSPHRASE: PASSPHRASE };
  expect((await operator(['backup', '--to', to('plain')])).output).toContain(
    'are not in it: keep a copy of them',
  );
  expect((await operator(['backup', '--to', to('sealed'), '--encrypt'], secret)).output).not.toContain(
    'not in it',
  );
  await rm(place.folder, { recursive: true });
  const from = async (name: string) => join(to(name), (await readdir(to(name)))[0] ?? '');
  const plain = ['restore', '--from', await from('plain')];
  expect(await operator(plain)).toEqual({
    code: 1,
    output: expect.stringContaining('neither in the backup nor in'),
  });
  expect(await operator([...plain, '--without-keys'])).toEqual({
    code: 0,
    output: expect.stringMatching(/ 1 webhook: they [\s\S]*They are removed\.[\s\S]*All is whole\.$/),
  });
  expect((await operator(['restore', '--aside', '--from', await from('sealed')], secret)).code).toBe(0);
  expect(await planted()).toBe(key);
  await folder.remove();
});

it('keys of another database are refused, and nothing is written over them', async () => {
  await plant();
  const other = await emptyInstallation();
  await withContext(other, async () => undefined);
  await cp(join(other.folder, 'keys'), keysFile());
  const before = await readKeys();
  await expect(planted()).rejects.toThrow('encrypted with a key that is missing');
  expect(await readKeys()).toEqual(before);
  await other.remove();
});
