import { describe, expect, it, vi } from 'vitest';
import { blocksFor, canTake, createPendingFiles } from './pending-files.ts';

const file = (name: string, type = '') => new File(['x'], name, { type });
const jpeg = file('a.jpg', 'image/jpeg');
const heic = file('IMG_1.HEIC');
const video = file('a.mov', 'video/quicktime');
const letter = file('letter.pdf', 'application/pdf');

describe('pending files', () => {
  it('are classified by type, else by name', () => {
    const files = [jpeg, heic, video, file('a.MP4'), letter, file('a')];
    expect(files.map((each) => blocksFor([each])[0]?.type)).toEqual([
      ...['image', 'image', 'video', 'video', 'download', 'download'],
    ]);
  });

  it('are accepted by the blocks that take them', () => {
    expect(canTake('image', [jpeg])).toBe(true);
    expect(canTake('image', [jpeg, heic])).toBe(false);
    expect(canTake('image_group', [jpeg, heic])).toBe(true);
    expect(canTake('image_group', [jpeg, letter])).toBe(false);
    expect(canTake('download', [letter])).toBe(true);
    expect(canTake('text', [jpeg])).toBe(false);
    expect(canTake('image', [])).toBe(false);
  });

  it('become new blocks: groups of pictures, one for each other file', () => {
    const types = (files: readonly File[]) => blocksFor(files).map(({ type }) => type);
    expect(types([jpeg])).toEqual(['image']);
    expect(types([video, jpeg, letter, heic])).toEqual(['image_group', 'video', 'download']);
    expect(blocksFor([letter, jpeg, heic])[0]?.files).toEqual([jpeg, heic]);
    const photos = Array.from({ length: 13 }, (_, index) => file(`${index}.jpg`, 'image/jpeg'));
    const sizes = (count: number) => blocksFor(photos.slice(0, count)).map(({ files: own }) => own.length);
    expect([1, 2, 4, 5, 6, 7, 8, 9, 10, 13].map(sizes)).toEqual([
      ...[[1], [2], [4], [3, 2], [3, 3], [4, 3], [4, 4], [3, 3, 3], [4, 3, 3], [4, 3, 3, 3]],
    ]);
    expect(types(photos.slice(0, 5))).toEqual(['image_group', 'image_group']);
    expect(blocksFor(photos).flatMap(({ files: own }) => own)).toEqual(photos);
  });

  it('are taken once, by a form that is mounted now or later', () => {
    const files = createPendingFiles();
    const listener = vi.fn();
    files.add('a', [jpeg]);
    expect(files.forBlock('b').take()).toEqual([]);
    expect(files.forBlock('a').take()).toEqual([jpeg]);
    expect(files.forBlock('a').take()).toEqual([]);
    const stop = files.forBlock('a').subscribe(listener);
    files.add('a', [letter]);
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    files.add('a', [video]);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(files.forBlock('a').take()).toEqual([video]);
  });

  it('are listed from the drop until the upload ends, even after a failure', async () => {
    const files = createPendingFiles();
    const failed = vi.fn();
    const now = () => [...files.state.getState()];
    files.add('a', [jpeg]);
    expect(now()).toEqual([['a', 'waiting']]);
    files.forBlock('a').take();
    const upload = files.begin('a', failed);
    await Promise.resolve();
    expect(now()).toEqual([['a', 'uploading']]);
    upload.failed('No connection');
    expect(failed).toHaveBeenCalledWith('No connection');
    expect(now()).toEqual([['a', 'waiting']]);
    upload.again();
    const other = files.begin('a', failed);
    upload.end();
    other.end();
    expect(now()).toEqual([['a', 'uploading']]);
    await vi.waitFor(() => expect(now()).toEqual([]), { timeout: 15_000 });
  });
});
