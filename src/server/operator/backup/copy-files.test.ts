import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDiskFiles } from '#server/platform/files/disk.ts';
import { DiskObjects } from '#server/platform/files/disk-objects.ts';
import { type FilePort, newFileKey } from '#server/platform/files/files.ts';
import { Bucket } from '#server/platform/files/s3/bucket.ts';
import { S3Objects } from '#server/platform/files/s3/s3-objects.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { markUnfinished, unmarkUnfinished } from '#server/unfinished-restore.ts';
import { startS3Store, type TestStore } from '#test/s3-store.ts';
import { copyFiles } from './copy-files.ts';

const FILM_BYTES = 9 * 1024 * 1024;

let store: TestStore;
let dataDir: string;
let files: FilePort;
let folder: DiskObjects;
let bucket: S3Objects;
const keys = {
  film: newFileKey('video/mp4'),
  photo: newFileKey('image/jpeg'),
  trashed: newFileKey('image/png'),
};

beforeAll(async () => {
  store = await startS3Store();
});
afterAll(async () => await store.close());
beforeEach(async () => {
  store.trouble = () => null;
  dataDir = await mkdtemp(join(tmpdir(), 'inkwell-copy-files-'));
  files = await openDiskFiles(join(dataDir, 'files'));
  folder = new DiskObjects(join(dataDir, 'files'));
  bucket = new S3Objects(store.config);
  await files.writeInstallationId('11111111-2222-4333-8444-555555555555');
  await files.put(keys.film, Readable.from([Buffer.alloc(FILM_BYTES, 'film')]));
  await files.put(keys.photo, Readable.from(['a photo']));
  await files.putCopy(keys.photo, 'w480', Buffer.from('a small photo'));
  await files.put(keys.trashed, Readable.from(['a drawing']));
  await files.putCopy(keys.trashed, 'w480', Buffer.from('a small drawing'));
  await files.moveToTrash(keys.trashed, new Date('2026-03-01T12:00:00Z'));
  // A file that the program did not write stays where it is.
  await writeFile(join(dataDir, 'files', 'notes.txt'), 'of the operator');
});
afterEach(async () => {
  store.trouble = () => null;
  const objects = new Bucket(store.config);
  for (const { name } of await Array.fromAsync(objects.list(''))) await objects.remove(name);
  objects.close();
  bucket.close();
  await rm(dataDir, { recursive: true });
});

const quietly = { comparesAll: false, onProgress: () => undefined };
const NAMES = [
  `copies/${keys.photo}/w480`,
  'installation-id',
  keys.film,
  keys.photo,
  `trash/2026-03-01/${keys.trashed}`,
  `trash/2026-03-01/${keys.trashed}.copies/w480`,
].sort();

const namesIn = async (place: DiskObjects | S3Objects) =>
  (await Array.fromAsync(place.list())).map(({ name }) => name).sort();

const operator = async (...words: readonly string[]) =>
  await promisify(execFile)(process.execPath, ['scripts/operator.mjs', 'copy-files', ...words], {
    env: { ...process.env, ...store.environment, DATA_DIR: dataDir },
  }).catch(({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
    stdout,
    stderr,
    code,
  }));

it('brings everything into the bucket and back, by command', async () => {
  expect(await operator('to-bucket')).toMatchObject({
    stdout: expect.stringContaining('6 files (9.4 MB) are in the bucket inkwell'),
    stderr: '',
  });
  expect(await namesIn(bucket)).toEqual(NAMES);
  await rm(join(dataDir, 'files'), { recursive: true });
  expect((await operator('to-folder')).stdout).toContain('6 copied now');
  expect(await namesIn(folder)).toEqual(NAMES);
  const film = await files.get(keys.film);
  expect(film && (await buffer(film.open())).equals(Buffer.alloc(FILM_BYTES, 'film'))).toBe(true);
  expect((await operator('to-bucket', '--compare')).stdout).toContain('the SHA-256 of all is equal');
});

it('copies no files of half a restore, by command', async () => {
  markUnfinished(dataDir);
  expect(await operator('to-bucket')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('did not end, so part of the data may be missing'),
  });
  expect(await namesIn(bucket)).toEqual([]);
  unmarkUnfinished(dataDir);
  expect((await operator('to-bucket')).stdout).toContain('6 files');
});

it('continues where it broke off', async () => {
  store.trouble = (call) => (call.startsWith('PUT') && call.includes(keys.photo) ? 'away' : null);
  await expect(copyFiles(folder, bucket, quietly)).rejects.toThrow(FileStoreUnavailable);
  store.trouble = () => null;
  const there = (await namesIn(bucket)).length;
  expect(there).toBeLessThan(NAMES.length);
  expect(await copyFiles(folder, bucket, quietly)).toMatchObject({
    files: 6,
    copied: 6 - there,
    different: [],
  });
  expect(await copyFiles(folder, bucket, quietly)).toMatchObject({ doneFiles: 6, copied: 0 });
});

it('takes away what cannot be read back, so that the next run copies it again', async () => {
  store.trouble = (call) => (call.startsWith('GET') && call.includes(`/${keys.photo}`) ? 'cut' : null);
  await expect(copyFiles(folder, bucket, quietly)).rejects.toThrow(FileStoreUnavailable);
  expect(await namesIn(bucket)).not.toContain(keys.photo);
  store.trouble = () => null;
  await copyFiles(folder, bucket, quietly);
  expect(await namesIn(bucket)).toEqual(NAMES);
});

it('notices a store that forgets, and bytes that differ, and replaces nothing', async () => {
  store.trouble = (call) => (call.startsWith('PUT') && call.includes(keys.photo) ? 'forgetful' : null);
  await expect(copyFiles(folder, bucket, quietly)).rejects.toThrow(/has .* no more|gives/);
  store.trouble = () => null;
  await copyFiles(folder, bucket, quietly);
  await writeFile(join(dataDir, 'files', keys.photo), 'A PHOTO');
  expect((await copyFiles(folder, bucket, quietly)).different).toEqual([]);
  expect((await copyFiles(folder, bucket, { ...quietly, comparesAll: true })).different).toEqual([
    keys.photo,
  ]);
  expect(await operator('to-bucket', '--compare')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`1 of 6 files are in the bucket inkwell`),
  });
});

it('refuses the files of another installation, an empty source, and unknown words', async () => {
  await copyFiles(folder, bucket, quietly);
  await files.writeInstallationId('99999999-2222-4333-8444-555555555555');
  await expect(copyFiles(folder, bucket, quietly)).rejects.toThrow('files of another installation');
  await rm(join(dataDir, 'files'), { recursive: true });
  await expect(copyFiles(folder, bucket, quietly)).rejects.toThrow('is the variable right?');
  expect(await operator('to-moon')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('to-bucket | to-folder'),
  });
});
