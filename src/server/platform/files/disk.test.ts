import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { listed, testFilePort } from '#test/ports/file-port.ts';
import { openDiskFiles } from './disk.ts';
import { newFileKey } from './files.ts';

async function openTemporary() {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-files-'));
  return {
    folder,
    files: await openDiskFiles(join(folder, 'files')),
    remove: () => rm(folder, { recursive: true }),
  };
}

testFilePort('disk', openTemporary);

it('lists and deletes a partial file left by a crash', async () => {
  const { folder, files, remove } = await openTemporary();
  const half = `${newFileKey('video/mp4')}.part`;
  await writeFile(join(folder, 'files', half), 'half');
  expect((await listed(files)).map((file) => file.key)).toEqual([half]);
  expect(await files.get(half)).toBeNull();
  await files.delete(half);
  expect(await readdir(join(folder, 'files'))).toEqual([]);
  await remove();
});

it('stores each file under its key, so that it can be opened by hand', async () => {
  const { folder, files, remove } = await openTemporary();
  const key = newFileKey('application/pdf');
  await files.put(key, Readable.from([Buffer.from('%PDF')]));
  expect(await readdir(join(folder, 'files'))).toEqual([key]);
  await remove();
});
