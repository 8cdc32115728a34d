import { describe, expect, it } from 'vitest';
import { exifToolTags } from '#test/exiftool.ts';
import {
  box,
  cameraVideo,
  element,
  FRAMES,
  fragmentedVideo,
  PERSONAL_METADATA,
  taggedWebm,
  words,
} from '#test/videos.ts';
import { bytesOf, Malformed } from './bytes.ts';
import { stripFilm } from './iso-media.ts';
import { stripWebm } from './webm.ts';

/** A film as a camera writes it, and what strips it. */
const FILMS = [
  ['an MP4, its index first', cameraVideo({ type: 'mp4', indexFirst: true }), stripFilm],
  ['an MP4, its index last', cameraVideo({ type: 'mp4', indexFirst: false }), stripFilm],
  ['a MOV, its index last', cameraVideo({ type: 'mov', indexFirst: false }), stripFilm],
  ['a MOV with large sizes', cameraVideo({ type: 'mov', indexFirst: true, large: true }), stripFilm],
  ['an MP4 in fragments', fragmentedVideo(), stripFilm],
  ['a WebM', taggedWebm(), stripWebm],
  ['a WebM written while filming', taggedWebm({ open: true }), stripWebm],
] as const;

async function stripped(film: Buffer, strip: typeof stripFilm): Promise<Buffer> {
  const copy = Buffer.from(film);
  await strip(bytesOf(copy));
  return copy;
}

const told = (film: Buffer) => PERSONAL_METADATA.filter((secret) => film.includes(secret));
const framesOf = (film: Buffer) => FRAMES.map((frame) => film.indexOf(frame));

describe.each(FILMS)('%s', (_, film, strip) => {
  it('keeps pictures and sounds where they are, and tells nothing else', async () => {
    expect(told(film).length).toBeGreaterThan(2);
    const clean = await stripped(film, strip);
    expect(told(clean)).toEqual([]);
    expect(clean.length).toBe(film.length);
    expect(framesOf(clean)).toEqual(framesOf(film));
    expect(framesOf(clean)[0]).toBeGreaterThan(0);
  });

  it('tells ExifTool nothing of who, where, when and with what', async () => {
    const clean = await exifToolTags(await stripped(film, strip));
    const values = [...clean].map(([tag, value]) => `${tag}=${value}`);
    for (const secret of PERSONAL_METADATA)
      expect(values.filter((value) => value.includes(secret))).toEqual([]);
    const personal = [...clean].filter(([tag, value]) => PERSONAL.test(tag) && !EMPTY.test(value));
    expect(personal).toEqual([]);
    expect(clean.has('File:MIMEType')).toBe(true);
    expect([...clean.keys()].filter((tag) => /Error|Warning/.test(tag))).toEqual([]);
  });

  it('is not changed by another time', async () => {
    const clean = await stripped(film, strip);
    expect((await stripped(clean, strip)).equals(clean)).toBe(true);
  });

  it('is refused when it is cut off anywhere', async () => {
    for (const share of [0.3, 0.5, 0.7, 0.95])
      await expect(stripped(film.subarray(0, film.length * share), strip)).rejects.toThrow(Malformed);
  });

  it('is stripped or refused whatever is wrong with it, and nothing is told', {
    timeout: 60_000,
  }, async () => {
    const random = numbers(20_240_601);
    let refused = 0;
    for (let round = 0; round < 1500; round += 1) {
      const broken = mutated(film, random);
      const clean = await stripped(broken, strip).catch((error: unknown) => {
        if (error instanceof Malformed) return null;
        throw error;
      });
      if (clean === null) {
        refused += 1;
        continue;
      }
      expect(clean.length).toBe(broken.length);
      // Of places that stand among the pictures, a wrong index can say that they are pictures.
      for (const secret of ['Mrs Adeyemi', 'Oakfield phone', 'Pixel Maker'])
        expect(clean.includes(secret), `round ${round}: ${secret}`).toBe(false);
      expect((await stripped(clean, strip)).equals(clean), `round ${round}`).toBe(true);
    }
    expect(refused).toBeGreaterThan(100);
  });
});

const PERSONAL =
  /GPS|Location|Make|:Model|Author|Artist|Creator|Software|Title|Name|Date|Vendor|App|User|Comment/i;
const EMPTY = /^(?:0000:00:00 00:00:00)?$/;

/** The same numbers from 0 to 1 each time, as many as wanted. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SIZES = [0, 1, 7, 8, 9, 16, 255, 0x7fffffff, 0x80000000, 0xffffffff];

function mutated(film: Buffer, random: () => number): Buffer {
  const broken = Buffer.from(film);
  const at = () => Math.floor(random() * film.length);
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
    const kind = random();
    const place = at();
    if (kind < 0.4) broken[place] = Math.floor(random() * 256);
    else if (kind < 0.6)
      broken.fill(random() < 0.5 ? 0 : 255, place, Math.min(film.length, place + Math.floor(at() / 10)));
    else if (place + 4 <= film.length)
      broken.writeUInt32BE(SIZES[Math.floor(random() * SIZES.length)] ?? 0, place);
  }
  return broken;
}

describe('a film that cannot be read for certain', () => {
  const start = box('ftyp', Buffer.from('isom\0\0\0\0isom'));
  it.each([
    ['without an index', Buffer.concat([start, box('mdat', Buffer.from('picture'))]), stripFilm],
    [
      'with two indexes',
      Buffer.concat([cameraVideo({ type: 'mp4', indexFirst: true }), box('moov')]),
      stripFilm,
    ],
    ['with a packed index', Buffer.concat([start, box('moov', box('cmov', words(1)))]), stripFilm],
    ['with nothing to play', Buffer.concat([start, box('moov', box('mvhd', words(0, 1, 2)))]), stripFilm],
    ['with bytes after its end', Buffer.concat([start, Buffer.from('left')]), stripFilm],
    ['of a size below nothing', Buffer.concat([start, words(7), Buffer.from('free')]), stripFilm],
    [
      'of more boxes than one reads',
      Buffer.concat([start, Buffer.concat(Array.from({ length: 60_000 }, () => box('free')))]),
      stripFilm,
    ],
    ['of several segments', Buffer.concat([taggedWebm(), element('18538067')]), stripWebm],
    ['without a header', taggedWebm().subarray(50), stripWebm],
    [
      'whose tracks come late',
      Buffer.concat([element('1a45dfa3'), element('18538067', element('1f43b675'), element('1654ae6b'))]),
      stripWebm,
    ],
  ])('%s is refused', async (_, film, strip) => {
    await expect(stripped(film, strip)).rejects.toThrow(Malformed);
  });

  it('made of others than this one is refused', async () => {
    const film = cameraVideo({ type: 'mov', indexFirst: true });
    // A reference whose flag says 'in this file' becomes one to another.
    film.writeUInt32BE(0, film.indexOf('alis') + 4);
    await expect(stripped(film, stripFilm)).rejects.toThrow(Malformed);
  });
});
