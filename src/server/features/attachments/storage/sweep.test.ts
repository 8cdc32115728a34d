import { randomUUID } from 'node:crypto';
import { readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import { newFileKey } from '#server/platform/files/files.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { keyOf, uploadFile } from '#test/files.ts';
import { PDF } from '#test/pictures.ts';
import { claimFolder } from './installation.ts';

let test: TestApp;
let school: TestSchool;
let folder: string;
beforeEach(async () => {
  test = await buildTestApp();
  await claimFolder(test.context);
  school = await createSchool(test);
  folder = join(test.context.config.dataDir, 'files');
});
afterEach(() => test.close());

const sweep = () => test.jobs.run('sweep_files');
const upload = async () => {
  const { url } = await uploadFile(test, school.owner, PDF);
  return { url, key: keyOf(url) };
};
/** The status that a file with a row would be served with. */
const status = async (url: string) => ((await test.context.files.get(keyOf(url))) === null ? 404 : 200);
const deleteRow = (key: string) =>
  test.context.database.orm().delete(attachments).where(eq(attachments.key, key));
const keys = async () => (await test.context.database.orm().select().from(attachments)).map(({ key }) => key);

/** Creates files without rows, some hours old. */
async function createOrphans(count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, () => newFileKey('application/pdf'));
  const old = new Date(Date.now() - 2 * HOUR_MS);
  for (const name of names) {
    await writeFile(join(folder, name), PDF);
    await utimes(join(folder, name), old, old);
  }
  return names;
}

it('moves files without a row to the trash after an hour, and deletes them thirty days later', async () => {
  const kept = await upload();
  const lost = await upload();
  await deleteRow(lost.key);
  await sweep();
  expect(await status(lost.url)).toBe(200);
  test.clock.advance(HOUR_MS + MINUTE_MS);
  const [day = ''] = test.clock.now().toISOString().split('T');
  await sweep();
  expect([await status(lost.url), await status(kept.url)]).toEqual([404, 200]);
  expect(await readdir(join(folder, 'trash', day))).toEqual([lost.key]);
  // A file that is moved back by hand is served again.
  await rename(join(folder, 'trash', day, lost.key), join(folder, lost.key));
  expect(await status(lost.url)).toBe(200);
  await sweep();
  test.clock.advance(30 * DAY_MS);
  await sweep();
  expect(await readdir(join(folder, 'trash', day))).toEqual([lost.key]);
  test.clock.advance(DAY_MS);
  await sweep();
  expect(await readdir(join(folder, 'trash'))).toEqual([]);
  expect(await status(kept.url)).toBe(200);
});

it('keeps the row of a missing file and reports it', async () => {
  const kept = await upload();
  const gone = await upload();
  const away = join(test.context.config.dataDir, gone.key);
  await rename(join(folder, gone.key), away);
  await expect(sweep()).rejects.toThrow('1 uploaded files are missing');
  expect((await keys()).sort()).toEqual([kept.key, gone.key].sort());
  // The file comes back.
  await rename(away, join(folder, gone.key));
  await sweep();
  expect(await status(gone.url)).toBe(200);
});

it('moves nothing if there are more orphans than a crash leaves, and reports it', async () => {
  const left = await createOrphans(21);
  await expect(sweep()).rejects.toThrow(`${left.length} files have no row in the database`);
  expect(await readdir(folder)).toEqual(expect.arrayContaining([...left]));
  await test.context.files.delete(left[0] ?? '');
  await sweep();
  expect((await readdir(folder)).sort()).toEqual(['installation-id', 'trash']);
});

it('deletes old incomplete uploads, and leaves unknown files alone', async () => {
  await writeFile(join(folder, `${newFileKey('video/mp4')}.part`), 'half');
  await writeFile(join(folder, 'notes of the administrator.txt'), 'x');
  test.clock.advance(HOUR_MS + MINUTE_MS);
  await sweep();
  expect((await readdir(folder)).sort()).toEqual(['installation-id', 'notes of the administrator.txt']);
});

it.each([
  ['are those of another database', (path: string) => writeFile(path, randomUUID())],
  ['are on a disk that is not there', (path: string) => rename(path, `${path}-away`)],
])('changes nothing if the files %s', async (_, accident) => {
  const known = await upload();
  const [left = ''] = await createOrphans(1);
  await accident(join(folder, 'installation-id'));
  await expect(sweep()).rejects.toThrow('are not those of the database any more');
  expect(await readdir(folder)).toEqual(expect.arrayContaining([left, known.key]));
  expect(await keys()).toEqual([known.key]);
});

it('deletes a file from the trash as well', async () => {
  const { key } = await upload();
  await test.context.files.moveToTrash(key, test.clock.now());
  await test.context.files.delete(key);
  expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith(key))).toEqual([]);
});
