import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskFull } from '#server/platform/db/errors.ts';
import { type FilePort, newFileKey, PARTIAL_FILE_SUFFIX } from './files.ts';

/** The tests of every implementation of the file port. `open` creates an empty one and a function that removes it. */
export function testFilePort(
  name: string,
  open: () => Promise<{ files: FilePort; remove: () => Promise<void> }>,
): void {
  describe(`files: ${name}`, () => {
    let files: FilePort;
    let remove: () => Promise<void>;
    beforeEach(async () => {
      ({ files, remove } = await open());
    });
    afterEach(() => remove());

    const keys = async () => {
      const found = (await listed(files)).map((file) => file.key);
      expect([...(await files.keys())].sort()).toEqual(
        found.filter((key) => !key.endsWith(PARTIAL_FILE_SUFFIX)).sort(),
      );
      return found;
    };

    it('returns a stored file with its type and size', async () => {
      const key = newFileKey('image/png');
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
      expect(await files.put(key, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toBe(
        bytes.length,
      );
      const stored = await files.get(key);
      expect(stored).toMatchObject({ contentType: 'image/png', size: bytes.length });
      expect(stored && (await buffer(stored.open())).equals(bytes)).toBe(true);
    });

    it('opens a range, both ends included', async () => {
      const key = newFileKey('video/mp4');
      await files.put(key, Readable.from([Buffer.from('0123456789')]));
      const stored = await files.get(key);
      expect(stored && String(await buffer(stored.open({ start: 2, end: 5 })))).toBe('2345');
      expect(stored && String(await buffer(stored.open({ start: 9, end: 9 })))).toBe('9');
    });

    it('stores bytes of any kind of array', async () => {
      const key = newFileKey('application/pdf');
      await files.put(key, Readable.from([new Uint8Array([37, 80]), Buffer.from('DF')]));
      const stored = await files.get(key);
      expect(stored && String(await buffer(stored.open()))).toBe('%PDF');
    });

    it('stores an empty file', async () => {
      const key = newFileKey('text/plain');
      expect(await files.put(key, Readable.from([]))).toBe(0);
      expect(await files.get(key)).toMatchObject({ size: 0, contentType: 'text/plain' });
    });

    it('returns null for a key that was never stored or is deleted', async () => {
      const key = newFileKey('application/pdf');
      expect(await files.get(key)).toBeNull();
      await files.put(key, Readable.from([Buffer.from('x')]));
      await files.delete(key);
      await files.delete(key);
      expect(await files.get(key)).toBeNull();
      expect(await keys()).toEqual([]);
    });

    it('empties the trash of earlier days only', async () => {
      const [first, second] = [newFileKey('image/png'), newFileKey('image/png')];
      for (const key of [first, second]) await files.put(key, Readable.from([Buffer.from('x')]));
      await files.moveToTrash(first, new Date('2026-01-31T23:59:00Z'));
      await files.moveToTrash(first, new Date('2026-02-01T00:01:00Z'));
      expect(await files.get(first)).toBeNull();
      expect(await keys()).toEqual([second]);
      await files.emptyTrash(new Date('2026-02-01T00:00:00Z'));
      expect(await keys()).toEqual([second]);
    });

    it('keeps the copies of a file with it, into the trash and out of it', async () => {
      const [kept, trashed] = [newFileKey('image/jpeg'), newFileKey('image/jpeg')];
      for (const key of [kept, trashed]) {
        await files.put(key, Readable.from([Buffer.from('x')]));
        await files.putCopy(key, 'w480', Buffer.from('copy'));
      }
      const copy = await files.getCopy(kept, 'w480');
      expect(copy).toMatchObject({ contentType: 'image/webp', size: 4 });
      expect(await keys()).toEqual(expect.arrayContaining([kept, trashed]));
      await files.moveToTrash(trashed, new Date('2026-01-31T12:00:00Z'));
      await files.delete(trashed);
      expect(await files.getCopy(trashed, 'w480')).toBeNull();
      await files.delete(kept);
      expect(await files.getCopy(kept, 'w480')).toBeNull();
      expect(await files.getCopy(kept, '../w480')).toBeNull();
      await expect(files.putCopy(kept, '../x', Buffer.from('x'))).rejects.toThrow();
    });

    it('stores the installation id, which is not listed as a file', async () => {
      expect(await files.readInstallationId()).toBeNull();
      await files.writeInstallationId('one');
      await files.writeInstallationId('another');
      expect(await files.readInstallationId()).toBe('another');
      expect(await files.get('installation-id')).toBeNull();
      expect(await keys()).toEqual([]);
    });

    it('leaves nothing of a broken stream', async () => {
      async function* broken() {
        yield Buffer.alloc(100_000);
        throw new Error('the client has gone');
      }
      await expect(files.put(newFileKey('video/mp4'), Readable.from(broken()))).rejects.toThrow(
        'the client has gone',
      );
      const cut = Readable.from(endless());
      const storing = files.put(newFileKey('video/mp4'), cut);
      cut.once('data', () => cut.destroy());
      await expect(storing).rejects.toThrow();
      expect(await keys()).toEqual([]);
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
        expect(await files.get(key), key).toBeNull();
        await expect(files.put(key, Readable.from([Buffer.from('x')])), key).rejects.toThrow();
        await files.delete(key);
      }
      expect(await keys()).toEqual([]);
    });

    it('lists each key with the time it was written', async () => {
      const before = Date.now();
      const stored = [newFileKey('image/png'), newFileKey('image/jpeg'), newFileKey('video/webm')];
      await Promise.all(stored.map((key) => files.put(key, Readable.from([Buffer.from(key)]))));
      const found = await listed(files);
      expect(found.map((file) => file.key).sort()).toEqual(stored.sort());
      // File systems are less precise than the clock.
      for (const file of found) expect(Math.abs(file.storedAt.getTime() - before)).toBeLessThan(60_000);
    });

    it('throws DiskFull for more than there is space for', async () => {
      await files.ensureSpace(1);
      await expect(files.ensureSpace(Number.MAX_SAFE_INTEGER)).rejects.toThrow(DiskFull);
    });

    it('creates unique keys, and none for types that are not stored', () => {
      expect(new Set(Array.from({ length: 1000 }, () => newFileKey('image/gif'))).size).toBe(1000);
      expect(() => newFileKey('text/html')).toThrow();
      expect(() => newFileKey('image/svg+xml')).toThrow();
    });
  });
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
