import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { fileRoutes } from '#contract/files.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { openS3Files, type S3Files } from '#server/platform/files/s3/s3.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { fetchFile, keyOf, sendFile, uploadFile } from '#test/files.ts';
import { PDF, picture } from '#test/pictures.ts';
import { startS3Store, type TestStore } from '#test/s3-store.ts';
import { plainVideo } from '#test/videos.ts';

/** Files in an S3 store, as people meet them. The port's own suite is in `platform/files/s3`. */

let store: TestStore;
let dataDir: string;
let files: S3Files;
let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  store = await startS3Store();
  dataDir = await mkdtemp(join(tmpdir(), 'inkwell-s3-data-'));
  files = await openS3Files(store.config, { dataDir });
  test = await buildTestApp({}, { files });
});
beforeEach(async () => {
  store.trouble = () => null;
  school = await createSchool(test);
});
afterAll(async () => {
  await test.close();
  files.bucket.close();
  await store.close();
  await rm(dataDir, { recursive: true });
});

it('serves films in ranges, pictures with their copies, and answers conditions', async () => {
  const bytes = plainVideo('mp4', 2000);
  const film = await uploadFile(test, school.owner, bytes);
  const range = await fetchFile(test, film.url, { range: 'bytes=2000-' });
  expect([range.statusCode, range.headers['content-range']]).toEqual([206, 'bytes 2000-2023/2024']);
  expect(range.rawPayload.equals(bytes.subarray(2000))).toBe(true);
  const { headers } = await fetchFile(test, film.url, {}, 'HEAD');
  expect(headers['content-length']).toBe('2024');
  const again = await fetchFile(test, film.url, { 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  const photo = await uploadFile(test, school.owner, await picture('jpeg', 1000, 600));
  expect((await fetchFile(test, `${photo.url}?copy=w480`)).headers['content-type']).toBe('image/webp');
  expect(await files.copyNames(keyOf(photo.url))).toContain('w480');
});

it('answers 503 while it is away and 507 while it is full, and loses nothing', async () => {
  const { url } = await uploadFile(test, school.owner, PDF);
  store.trouble = () => 'away';
  const served = await fetchFile(test, url);
  expect([served.statusCode, served.json().error_message]).toEqual([503, ERROR_MESSAGES.filesAway]);
  expect(served.headers['cache-control']).toBe('no-store');
  const refused = await sendFile(test, school.owner, PDF);
  expect([refused.status, refused.error().error_message]).toEqual([503, ERROR_MESSAGES.filesAway]);
  store.trouble = (call) => (call.startsWith('PUT') ? { status: 403, code: 'QuotaExceeded' } : null);
  const full = await sendFile(test, school.owner, PDF);
  expect([full.status, full.error().error_message]).toEqual([507, ERROR_MESSAGES.diskFull]);
  // The file is found, but lost before its bytes are requested.
  store.trouble = (call) => (call.startsWith('GET') ? { status: 404, code: 'NoSuchKey' } : null);
  const lost = await fetchFile(test, url);
  expect([lost.statusCode, lost.json().error_message, lost.headers.etag]).toEqual([
    503,
    ERROR_MESSAGES.filesAway,
    undefined,
  ]);
  store.trouble = () => null;
  expect((await fetchFile(test, url)).statusCode).toBe(200);
});

it('deletes a file at once for everybody, and its bytes when the store is there again', async () => {
  const { id, url } = await uploadedFile();
  store.trouble = () => 'away';
  const params = { id };
  const deleted = await test.call(fileRoutes.deleteAttachment, { token: school.owner.token, params });
  expect(deleted.status).toBeLessThan(300);
  store.trouble = () => null;
  expect(await files.get(keyOf(url))).not.toBeNull();
  expect((await fetchFile(test, url)).statusCode).toBe(404);
  test.clock.advance(MINUTE_MS);
  await test.jobs.due();
  await test.jobs.settled();
  expect(await files.get(keyOf(url))).toBeNull();
});

async function uploadedFile() {
  const { data } = (await sendFile(test, school.owner, PDF)).ok().attachment;
  return { id: data.id, url: data.attributes.url };
}
