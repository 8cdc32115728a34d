import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DiskFull } from '#server/platform/db/errors.ts';
import { newFileKey } from '#server/platform/files/files.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { listed, testFilePort } from '#test/ports/file-port.ts';
import { IMPATIENT, startS3Store, type TestStore } from '#test/s3-store.ts';
import { openS3Files, type S3Files } from './s3.ts';
import { S3Objects } from './s3-objects.ts';
import { PART_BYTES } from './upload.ts';

let store: TestStore;
let dataDir: string;
beforeAll(async () => {
  store = await startS3Store();
  dataDir = await mkdtemp(join(tmpdir(), 'inkwell-s3-data-'));
});
beforeEach(() => {
  store.trouble = () => null;
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

/** Opens the store's files; `remove` deletes all of them. */
async function open() {
  const files = await openS3Files(store.config, { dataDir });
  const remove = async () => {
    const all = [];
    for await (const { name } of files.bucket.list('')) all.push(name);
    for (const name of all) await files.bucket.remove(name);
    files.bucket.close();
  };
  return { files, remove };
}

testFilePort('s3', open);

const streamOf = (...chunks: readonly Buffer[]) => Readable.from(chunks);

/** `hurried` gives up early, for a store in trouble. */
async function withFiles(work: (files: S3Files, hurried: S3Files) => Promise<void>): Promise<void> {
  const { files, remove } = await open();
  const hurried = await openS3Files(store.config, { dataDir, limits: IMPATIENT });
  try {
    await work(files, hurried);
  } finally {
    store.trouble = () => null;
    hurried.bucket.close();
    await remove();
  }
}

it('stores a large file in parts, and nothing of it on the disk', async () => {
  await withFiles(async (files) => {
    const bytes = Buffer.alloc(2 * PART_BYTES + 12_345, 'abcdefg');
    const key = newFileKey('video/mp4');
    const staged = await files.stage(key, streamOf(bytes.subarray(0, 99), bytes.subarray(99)));
    await staged.overwrite(PART_BYTES, Buffer.from('clean'));
    bytes.write('clean', PART_BYTES);
    expect(await readdir(join(dataDir, 'receiving'))).toEqual([]);
    const before = store.calls.length;
    await staged.keep();
    expect(store.calls.slice(before).filter((call) => /partNumber=\d/.test(call))).toHaveLength(3);
    const stored = await files.get(key);
    expect(stored?.size).toBe(bytes.length);
    expect(stored && (await buffer(stored.open())).equals(bytes)).toBe(true);
    const range = { start: PART_BYTES - 2, end: PART_BYTES + 4 };
    expect(stored && String(await buffer(stored.open(range)))).toBe(
      String(bytes.subarray(range.start, range.end + 1)),
    );
  });
});

it('stores exactly one part, and leaves no part of a stream that breaks later', async () => {
  await withFiles(async (files) => {
    const key = newFileKey('video/mp4');
    expect(await files.put(key, streamOf(Buffer.alloc(PART_BYTES)))).toBe(PART_BYTES);
    async function* broken() {
      yield Buffer.alloc(PART_BYTES + 1);
      throw new Error('the client has gone');
    }
    const before = store.calls.length;
    await expect(files.put(newFileKey('video/mp4'), Readable.from(broken()))).rejects.toThrow('gone');
    expect(store.calls.slice(before).some((call) => /^DELETE .*uploadId=/.test(call))).toBe(true);
    expect((await listed(files)).map((file) => file.key)).toEqual([key]);
  });
});

it('reads lists of more than one page, also of uploads that a crash left', async () => {
  await withFiles(async (files) => {
    const [first, second] = [newFileKey('image/png'), newFileKey('image/png')];
    const list = (key: string, next: string) =>
      `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated><NextContinuationToken>${next}</NextContinuationToken><Contents><Key>${key}</Key><LastModified>2026-01-31T12:00:00.000Z</LastModified></Contents></ListBucketResult>`;
    const uploads = (key: string, next: string) =>
      `<ListMultipartUploadsResult><IsTruncated>${next !== ''}</IsTruncated><NextKeyMarker>${next}</NextKeyMarker><Upload><Key>${key}</Key><UploadId>1</UploadId><Initiated>2026-01-31T12:00:00.000Z</Initiated></Upload></ListMultipartUploadsResult>`;
    store.trouble = (call) => {
      const isSecond = /continuation-token=two|key-marker=two/.test(call);
      const page = /[?&]uploads/.test(call) ? uploads : list;
      return { says: isSecond ? page(second, '') : page(first, 'two') };
    };
    expect([...(await files.keys())]).toEqual([first, second]);
    expect((await listed(files)).map(({ key }) => key)).toEqual([
      first,
      second,
      `${first}.part`,
      `${second}.part`,
    ]);
    store.trouble = (call) => (/[?&]uploads/.test(call) ? { says: uploads(first, '') } : null);
    await files.delete(`${first}.part`);
    expect(store.calls.at(-1)).toMatch(new RegExp(`^DELETE /inkwell/${first}\\?.*uploadId=1`));
  });
});

describe('a store in trouble', () => {
  const failing = async (work: Promise<unknown>): Promise<Error> => {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    if (error instanceof Error) return error;
    throw new Error('It did not fail');
  };
  const read = async (files: S3Files, key: string) => {
    const stored = await files.get(key);
    if (stored === null) throw new Error('It is not there');
    return await buffer(stored.open());
  };

  it.each([
    ['away', 'away', /does not answer .*Is S3_ENDPOINT right/],
    ['slow', 'slow', /does not answer \(TimeoutError\)/],
    ['overloaded', { status: 503, code: 'SlowDown' }, /cannot serve us just now/],
    [
      'with other keys',
      { status: 403, code: 'InvalidAccessKeyId' },
      /refuses us \(InvalidAccessKeyId\): set/,
    ],
    ['without the bucket', { status: 404, code: 'NoSuchBucket' }, /has no bucket inkwell: make it/],
    ['in another region', { status: 301, code: 'PermanentRedirect' }, /another region: set S3_REGION/],
    ['with another clock', { status: 403, code: 'RequestTimeTooSkewed' }, /another time than this machine/],
  ] as const)('is named: %s', async (_, trouble, words) => {
    await withFiles(async (files, hurried) => {
      const key = newFileKey('image/png');
      await files.put(key, streamOf(Buffer.from('x')));
      store.trouble = () => trouble;
      for (const call of [
        () => hurried.readInstallationId(),
        () => hurried.put(newFileKey('image/png'), streamOf(Buffer.from('y'))),
        () => hurried.keys(),
        () => hurried.delete(key),
      ]) {
        const error = await failing(call());
        expect(error).toBeInstanceOf(FileStoreUnavailable);
        expect(error.message).toMatch(words);
      }
      store.trouble = () => null;
      expect([...(await files.keys())]).toEqual([key]);
    });
  });

  it.each(['QuotaExceeded', 'XMinioStorageFull'])('is full: %s', async (code) => {
    await withFiles(async (files) => {
      store.trouble = (call) => (call.startsWith('PUT') ? { status: 403, code } : null);
      const error = await failing(files.put(newFileKey('image/png'), streamOf(Buffer.from('x'))));
      expect(error).toBeInstanceOf(DiskFull);
      const large = streamOf(Buffer.alloc(PART_BYTES + 1));
      expect(await failing(files.put(newFileKey('video/mp4'), large))).toBeInstanceOf(DiskFull);
    });
  });

  it.each(['cut', 'stalled'] as const)('ends an answer that is %s in the middle', async (trouble) => {
    await withFiles(async (files, hurried) => {
      const key = newFileKey('video/mp4');
      await files.put(key, streamOf(Buffer.alloc(300_000, 'x')));
      store.trouble = (call) => (call.startsWith('GET') ? trouble : null);
      expect(await failing(read(hurried, key))).toBeInstanceOf(FileStoreUnavailable);
    });
  });

  it('is waited out by a backup while it asks to slow down', async () => {
    await withFiles(async () => {
      const objects = new S3Objects(store.config);
      const key = newFileKey('image/png');
      const refused = new Map<string, number>();
      store.trouble = (call) => {
        const times = (refused.get(call) ?? 0) + 1;
        refused.set(call, times);
        return times > 3 ? null : { status: 503, code: 'SlowDown' };
      };
      await objects.write(key, streamOf(Buffer.from('x')));
      const found = await Array.fromAsync(objects.list());
      expect(found.map(({ name }) => name)).toContain(key);
      expect(String(await buffer(objects.read({ name: key, size: 1 })))).toBe('x');
      objects.close();
    });
  });

  it('does not acknowledge what the store forgets', async () => {
    await withFiles(async (files) => {
      store.trouble = (call) => (call.startsWith('PUT') ? 'forgetful' : null);
      const error = await failing(files.put(newFileKey('image/png'), streamOf(Buffer.from('x'))));
      expect(error.message).toContain('does not keep what it has taken');
    });
  });

  it('deletes nothing that it could not move to the trash', async () => {
    await withFiles(async (files) => {
      const key = newFileKey('image/png');
      await files.put(key, streamOf(Buffer.from('x')));
      store.trouble = (call) => (call.startsWith('PUT') ? { status: 503, code: 'SlowDown' } : null);
      await failing(files.moveToTrash(key, new Date()));
      store.trouble = () => null;
      expect(String(await read(files, key))).toBe('x');
    });
  });
});
