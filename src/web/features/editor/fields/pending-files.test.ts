import { describe, expect, it, vi } from 'vitest';
import { blocksFor, canTake, createPendingFiles, kindOf } from './pending-files.ts';

const file = (name: string, type = '') => new File(['x'], name, { type });
const jpeg = file('a.jpg', 'image/jpeg');
const heic = file('IMG_1.HEIC');
const film = file('a.mov', 'video/quicktime');
const letter = file('letter.pdf', 'application/pdf');

describe('files on their way to a block', () => {
  it('are told apart by type, else by name', () => {
    expect([jpeg, heic, film, file('a.MP4'), letter, file('a')].map(kindOf)).toEqual([
      ...['image', 'image', 'video', 'video', 'document', 'document'],
    ]);
  });

  it('go to a block that has a use for them', () => {
    expect(canTake('image', [jpeg])).toBe(true);
    expect(canTake('image', [jpeg, heic])).toBe(false);
    expect(canTake('image_group', [jpeg, heic])).toBe(true);
    expect(canTake('image_group', [jpeg, letter])).toBe(false);
    expect(canTake('download', [letter])).toBe(true);
    expect(canTake('text', [jpeg])).toBe(false);
    expect(canTake('image', [])).toBe(false);
  });

  it('become blocks of their own: pictures together, everything else one by one', () => {
    const types = (files: readonly File[]) => blocksFor(files).map(({ type }) => type);
    expect(types([jpeg])).toEqual(['image']);
    expect(types([film, jpeg, letter, heic])).toEqual(['image_group', 'video', 'download']);
    expect(blocksFor([letter, jpeg, heic])[0]?.files).toEqual([jpeg, heic]);
  });

  it('are taken once, by a form that is there or comes later', () => {
    const files = createPendingFiles();
    const told = vi.fn();
    files.give('a', [jpeg]);
    expect(files.of('b').take()).toEqual([]);
    expect(files.of('a').take()).toEqual([jpeg]);
    expect(files.of('a').take()).toEqual([]);
    const stop = files.of('a').subscribe(told);
    files.give('a', [letter]);
    expect(told).toHaveBeenCalledTimes(1);
    stop();
    files.give('a', [film]);
    expect(told).toHaveBeenCalledTimes(1);
    expect(files.of('a').take()).toEqual([film]);
  });

  it('are on the list from the hand to the server, a failure included', async () => {
    const files = createPendingFiles();
    const failed = vi.fn();
    const now = () => [...files.state.getState()];
    files.give('a', [jpeg]);
    expect(now()).toEqual([['a', 'waiting']]);
    files.of('a').take();
    const upload = files.begin('a', failed);
    await Promise.resolve();
    expect(now()).toEqual([['a', 'going']]);
    upload.failed('No connection');
    expect(failed).toHaveBeenCalledWith('No connection');
    expect(now()).toEqual([['a', 'waiting']]);
    upload.again();
    const other = files.begin('a', failed);
    upload.end();
    other.end();
    expect(now()).toEqual([['a', 'going']]);
    await vi.waitFor(() => expect(now()).toEqual([]));
  });
});
