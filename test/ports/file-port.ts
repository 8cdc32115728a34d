import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskFull } from '#server/platform/db/errors.ts';
import { type FilePort, newFileKey, PARTIAL_FILE_SUFFIX } from '#server/platform/files/files.ts';

/** Returns the port of the running test. */
type Port = () => FilePort;

/** The tests of every implementation of the file port. `open` creates an empty one and a function that removes it. */
export function testFilePort(
  name: string,
  open: () => Promise<{ files: FilePort; remove: () => Promise<void> }>,
): void {
  describe(`files: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.remove());
    const port = () => opened.files;
    testContents(port);
    testTrashAndCopies(port);
    testNames(port);
  });
}

function testContents(port: Port): void {
  it('returns a stored file with its type and size', async () => {
    const key = newFileKey('image/png');
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
    expect(await port().put(key, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toBe(
      bytes.length,
    );
    const stored = await port().get(key);
    expect(stored).toMatchObject({ contentType: 'image/png', size: bytes.length });
    expect(stored && (await buffer(stored.open())).equals(bytes)).toBe(true);
  });

  it('opens a range, both ends included', async () => {
    const key = newFileKey('video/mp4');
    await port().put(key, Readable.from([Buffer.from('0123456789')]));
    const stored = await port().get(key);
    expect(stored && String(await buffer(stored.open({ start: 2, end: 5 })))).toBe('2345');
    expect(stored && String(await buffer(stored.open({ start: 9, end: 9 })))).toBe('9');
  });

  it('stores bytes of any kind of array', async () => {
    const key = newFileKey('application/pdf');
    await port().put(key, Readable.from([new Uint8Array([37, 80]), Buffer.from('DF')]));
    const stored = await port().get(key);
    expect(stored && String(await buffer(stored.open()))).toBe('%PDF');
  });

  it('stores an empty file', async () => {
    const key = newFileKey('text/plain');
    expect(await port().put(key, Readable.from([]))).toBe(0);
    expect(await port().get(key)).toMatchObject({ size: 0, contentType: 'text/plain' });
  });

  it('returns null for a key that was never stored or is deleted', async () => {
    const key = newFileKey('application/pdf');
    expect(await port().get(key)).toBeNull();
    await port().put(key, Readable.from([Buffer.from('x')]));
    await port().delete(key);
    await port().delete(key);
    expect(await port().get(key)).toBeNull();
    expect(await keys(port())).toEqual([]);
  });
}

function testTrashAndCopies(port: Port): void {
  it('empties the trash of earlier days only', async () => {
    const [first, second] = [newFileKey('image/png'), newFileKey('image/png')];
    for (const key of [first, second]) await port().put(key, Readable.from([Buffer.from('x')]));
    await port().moveToTrash(first, new Date('2026-01-31T23:59:00Z'));
    await port().moveToTrash(first, new Date('2026-02-01T00:01:00Z'));
    expect(await port().get(first)).toBeNull();
    expect(await keys(port())).toEqual([second]);
    await port().emptyTrash(new Date('2026-02-01T00:00:00Z'));
    expect(await keys(port())).toEqual([second]);
  });

  it('keeps the copies of a file with it, into the trash and out of it', async () => {
    const [kept, trashed] = [newFileKey('image/jpeg'), newFileKey('image/jpeg')];
    for (const key of [kept, trashed]) {
      await port().put(key, Readable.from([Buffer.from('x')]));
      await port().putCopy(key, 'w480', Buffer.from('copy'));
    }
    const copy = await port().getCopy(kept, 'w480');
    expect(copy).toMatchObject({ contentType: 'image/webp', size: 4 });
    expect(await keys(port())).toEqual(expect.arrayContaining([kept, trashed]));
    await port().moveToTrash(trashed, new Date('2026-01-31T12:00:00Z'));
    await port().delete(trashed);
    expect(await port().getCopy(trashed, 'w480')).toBeNull();
    await port().delete(kept);
    expect(await port().getCopy(kept, 'w480')).toBeNull();
    expect(await port().getCopy(kept, '../w480')).toBeNull();
    await expect(port().putCopy(kept, '../x', Buffer.from('x'))).rejects.toThrow();
  });
}

function testNames(port: Port): void {
  it('stores the installation id, which is not listed as a file', async () => {
    expect(await port().readInstallationId()).toBeNull();
    await port().writeInstallationId('one');
    await port().writeInstallationId('another');
    expect(await port().readInstallationId()).toBe('another');
    expect(await port().get('installation-id')).toBeNull();
    expect(await keys(port())).toEqual([]);
  });

  it('leaves nothing of a broken stream', async () => {
    async function* broken() {
      yield Buffer.alloc(100_000);
      throw new Error('the client has gone');
    }
    await expect(port().put(newFileKey('video/mp4'), Readable.from(broken()))).rejects.toThrow(
      'the client has gone',
    );
    const cut = Readable.from(endless());
    const storing = port().put(newFileKey('video/mp4'), cut);
    cut.once('data', () => cut.destroy());
    await expect(storing).rejects.toThrow();
    expect(await keys(port())).toEqual([]);
  });

  it('rejects keys of any other form, so that none can be a path', async () => {
    const wrong = [
      '',
      '.',
      '..',
      '../secret.png',
      '/etc/passwd',
      'a/../../b.png',
      'a\0.png',
      '%2e%2e%2f.png',
      `${'a'.repeat(32)}.html`,
      `${'a'.repeat(32)}.png\n`,
    ];
    for (const key of wrong) {
      expect(await port().get(key), key).toBeNull();
      await expect(port().put(key, Readable.from([Buffer.from('x')])), key).rejects.toThrow();
      await port().delete(key);
    }
    expect(await keys(port())).toEqual([]);
  });

  it('lists each key with the time it was written', async () => {
    const before = Date.now();
    const stored = [newFileKey('image/png'), newFileKey('image/jpeg'), newFileKey('video/webm')];
    await Promise.all(stored.map((key) => port().put(key, Readable.from([Buffer.from(key)]))));
    const found = await listed(port());
    expect(found.map((file) => file.key).sort()).toEqual(stored.sort());
    // File systems are less precise than the clock.
    for (const file of found) expect(Math.abs(file.storedAt.getTime() - before)).toBeLessThan(60_000);
  });

  it('throws DiskFull for more than there is space for', async () => {
    await port().ensureSpace(1);
    await expect(port().ensureSpace(Number.MAX_SAFE_INTEGER)).rejects.toThrow(DiskFull);
  });

  it('creates unique keys, and none for types that are not stored', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newFileKey('image/gif'))).size).toBe(1000);
    expect(() => newFileKey('text/html')).toThrow();
    expect(() => newFileKey('image/svg+xml')).toThrow();
  });
}

/** The keys of all files, checked by both ways to list them. */
async function keys(files: FilePort): Promise<readonly string[]> {
  const found = (await listed(files)).map((file) => file.key);
  expect([...(await files.keys())].sort()).toEqual(
    found.filter((key) => !key.endsWith(PARTIAL_FILE_SUFFIX)).sort(),
  );
  return found;
}

/** Collects everything that a file port lists. */
export async function listed(files: FilePort): Promise<{ readonly key: string; readonly storedAt: Date }[]> {
  const all = [];
  for await (const file of files.list()) all.push(file);
  return all;
}

async function* endless() {
  for (;;) yield Buffer.alloc(1000);
}
