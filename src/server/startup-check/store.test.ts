import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startProgram, temporaryFolder } from '#test/program.ts';
import { startS3Store, type TestStore } from '#test/s3-store.ts';
import { checkHere, READY } from '#test/startup-check.ts';

/** A program whose files are in an S3 store, and its check. */

let store: TestStore;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  store = await startS3Store();
  folder = await temporaryFolder();
});
afterEach(async () => {
  await store.close();
  await folder.remove();
});

const environment = () => ({ ...store.environment, DATA_DIR: join(folder.path, 'data') });
const check = () => checkHere({ ...READY, ...environment() });

it('keeps the demo school’s files in the store alone, and serves them', async () => {
  const program = startProgram(environment());
  await program.url;
  const isStored = (call: string) => /^PUT \/inkwell\/[^/]+\.png/.test(call);
  await expect.poll(() => store.calls.find(isStored)).toBeDefined();
  const key = /[^/]+\.png/.exec(store.calls.find(isStored) ?? '')?.[0] ?? '';
  await expect.poll(async () => (await fetch(`${await program.url}/files/${key}`)).status).toBe(200);
  expect(await readdir(join(folder.path, 'data'))).not.toContain('files');
  program.signal('SIGTERM');
  expect((await program.ended).code).toBe(0);
});

const REFUSED = { status: 403, code: 'AccessDenied' };

it('finds a bucket in order that takes our keys, and nobody without', async () => {
  store.trouble = (_, isSigned) => (isSigned ? null : REFUSED);
  expect((await check()).line('S3_BUCKET')).toMatch(/^ok .* we can list the bucket inkwell at /);
});

it.each([
  ['S3_BUCKET', () => null, /can be read by anybody/],
  ['S3_ENDPOINT', () => REFUSED, /refuses us \(AccessDenied\): set S3_ACCESS_KEY_ID/],
  [
    'S3_ENDPOINT',
    () => 'away' as const,
    /does not answer .* is the store running\? The start refuses this too\.$/,
  ],
])('says what is wrong with %s: %s', async (item, trouble, words) => {
  store.trouble = trouble;
  const { isReady, line } = await check();
  expect(isReady).toBe(false);
  expect(line(item)).toMatch(/^wrong /);
  expect(line(item)).toMatch(words);
});
