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
import { type Bytes, bytesOf, Malformed } from './bytes.ts';
import { stripMp4 } from './iso-media.ts';
import { stripWebm } from './webm.ts';

/** Videos in the form cameras write, each with its stripping function. */
const VIDEOS = [
  ['an MP4, its index first', cameraVideo({ type: 'mp4', indexFirst: true }), stripMp4],
  ['an MP4, its index last', cameraVideo({ type: 'mp4', indexFirst: false }), stripMp4],
  ['a MOV, its index last', cameraVideo({ type: 'mov', indexFirst: false }), stripMp4],
  ['a MOV with large sizes', cameraVideo({ type: 'mov', indexFirst: true, large: true }), stripMp4],
  ['an MP4 in fragments', fragmentedVideo(), stripMp4],
  ['a WebM', taggedWebm(), stripWebm],
  ['a live-recorded WebM', taggedWebm({ open: true }), stripWebm],
] as const;

async function stripped(film: Buffer, strip: (file: Bytes) => Promise<unknown>): Promise<Buffer> {
  const copy = Buffer.from(film);
  await strip(bytesOf(copy));
  return copy;
}

const secretsIn = (film: Buffer) => PERSONAL_METADATA.filter((secret) => film.includes(secret));
const framesOf = (film: Buffer) => FRAMES.map((frame) => film.indexOf(frame));

describe.each(VIDEOS)('%s', (_, film, strip) => {
  it('keeps pictures and sounds in place, and loses all metadata', async () => {
    expect(secretsIn(film).length).toBeGreaterThan(2);
    const clean = await stripped(film, strip);
    expect(secretsIn(clean)).toEqual([]);
    expect(clean.length).toBe(film.length);
    expect(framesOf(clean)).toEqual(framesOf(film));
    expect(framesOf(clean)[0]).toBeGreaterThan(0);
  });

  it('contains nothing personal that ExifTool finds', async () => {
    const clean = await exifToolTags(await stripped(film, strip));
    const values = [...clean].map(([tag, value]) => `${tag}=${value}`);
    for (const secret of PERSONAL_METADATA)
      expect(values.filter((value) => value.includes(secret))).toEqual([]);
    const personal = [...clean].filter(([tag, value]) => PERSONAL.test(tag) && !EMPTY.test(value));
    expect(personal).toEqual([]);
    expect(clean.has('File:MIMEType')).toBe(true);
    expect([...clean.keys()].filter((tag) => /Error|Warning/.test(tag))).toEqual([]);
  });

  it('is not changed by a second run', async () => {
    const clean = await stripped(film, strip);
    expect((await stripped(clean, strip)).equals(clean)).toBe(true);
  });

  it('is refused when it is truncated', async () => {
    for (const share of [0.3, 0.5, 0.7, 0.95])
      await expect(stripped(film.subarray(0, film.length * share), strip)).rejects.toThrow(Malformed);
  });

  it('is stripped or refused, however damaged it is', {
    timeout: 60_000,
  }, async () => {
    const random = randomNumbers(20_240_601);
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
      // A damaged index may declare metadata to be a picture, so locations are not checked here.
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

/** A reproducible random number generator from 0 to 1. */
function randomNumbers(seed: number): () => number {
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
    const offset = at();
    if (kind < 0.4) broken[offset] = Math.floor(random() * 256);
    else if (kind < 0.6)
      broken.fill(random() < 0.5 ? 0 : 255, offset, Math.min(film.length, offset + Math.floor(at() / 10)));
    else if (offset + 4 <= film.length)
      broken.writeUInt32BE(SIZES[Math.floor(random() * SIZES.length)] ?? 0, offset);
  }
  return broken;
}

describe('a video that cannot be read reliably', () => {
  const start = box('ftyp', Buffer.from('isom\0\0\0\0isom'));
  it.each([
    ['without an index', Buffer.concat([start, box('mdat', Buffer.from('picture'))]), stripMp4],
    [
      'with two indexes',
      Buffer.concat([cameraVideo({ type: 'mp4', indexFirst: true }), box('moov')]),
      stripMp4,
    ],
    ['with a compressed index', Buffer.concat([start, box('moov', box('cmov', words(1)))]), stripMp4],
    ['with nothing to play', Buffer.concat([start, box('moov', box('mvhd', words(0, 1, 2)))]), stripMp4],
    ['with bytes after its end', Buffer.concat([start, Buffer.from('left')]), stripMp4],
    ['with an impossible box size', Buffer.concat([start, words(7), Buffer.from('free')]), stripMp4],
    [
      'with too many boxes',
      Buffer.concat([start, Buffer.concat(Array.from({ length: 60_000 }, () => box('free')))]),
      stripMp4,
    ],
    ['with several segments', Buffer.concat([taggedWebm(), element('18538067')]), stripWebm],
    ['without a header', taggedWebm().subarray(50), stripWebm],
    [
      'with its tracks after a cluster',
      Buffer.concat([element('1a45dfa3'), element('18538067', element('1f43b675'), element('1654ae6b'))]),
      stripWebm,
    ],
  ])('%s is refused', async (_, film, strip) => {
    await expect(stripped(film, strip)).rejects.toThrow(Malformed);
  });

  it('that refers to another file is refused', async () => {
    const film = cameraVideo({ type: 'mov', indexFirst: true });
    // Clears the flag that makes the reference mean this file itself.
    film.writeUInt32BE(0, film.indexOf('alis') + 4);
    await expect(stripped(film, stripMp4)).rejects.toThrow(Malformed);
  });
});
