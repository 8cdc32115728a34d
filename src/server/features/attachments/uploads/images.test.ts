import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { IMAGE_MAX_PIXELS } from '#contract/files.ts';
import { animatedPicture, photograph, picture, pngBomb, textBomb } from '#test/pictures.ts';
import { ImageRefused, prepareImage } from './images.ts';

const NOBODY = { share: '' };

describe('a picture', () => {
  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['gif', 'image/png'],
    ['webp', 'image/jpeg'],
    ['avif', 'image/jpeg'],
  ] as const)('in %s becomes a format that mail clients show', async (format, contentType) => {
    const prepared = await prepareImage(await picture(format), NOBODY);
    expect(prepared).toMatchObject({ contentType, width: 64, height: 48 });
    const found = await sharp(prepared.bytes).metadata();
    expect(`image/${found.format}`).toBe(contentType);
  });

  it('is turned upright, scaled down and stripped of location and author', async () => {
    const original = await photograph(2400, 1200);
    expect(original.includes('Mrs Adeyemi')).toBe(true);
    const prepared = await prepareImage(original, NOBODY);
    // It is 2400 × 1200 before it is turned upright.
    expect(prepared).toMatchObject({ contentType: 'image/jpeg', width: 1200, height: 2400 });
    const found = await sharp(prepared.bytes).metadata();
    expect(found).toMatchObject({ width: 1200, height: 2400 });
    for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const)
      expect(found[kind], kind).toBeUndefined();
    for (const word of ['Adeyemi', 'Oakfield', 'GPS', 'Exif'])
      expect(prepared.bytes.includes(word), word).toBe(false);
  });

  it('is whole without its last two bytes, and damaged without more', async () => {
    const bytes = await picture('jpeg', 320, 240);
    for (const lost of [1, 2]) {
      const prepared = await prepareImage(bytes.subarray(0, -lost), NOBODY);
      expect(prepared).toMatchObject({ width: 320, height: 240, isStill: false });
      expect(prepared.bytes.equals((await prepareImage(bytes, NOBODY)).bytes)).toBe(true);
    }
    await expect(prepareImage(bytes.subarray(0, bytes.length / 2), NOBODY)).rejects.toThrow(ImageRefused);
  });

  it('says so where it has too many frames to go on moving', async () => {
    const gif = await readFile('test/uploaded/gif-500x400x210.gif');
    expect(await prepareImage(gif, NOBODY)).toMatchObject({ contentType: 'image/png', isStill: true });
    const short = await prepareImage(await readFile('test/uploaded/gif-320x240x20.gif'), NOBODY);
    expect(short).toMatchObject({ contentType: 'image/gif', width: 320, height: 240, isStill: false });
    const { pages, delay } = await sharp(short.bytes).metadata();
    expect([pages, new Set(delay)]).toEqual([20, new Set([100])]);
  });

  it('in colours for printing becomes one for screens', async () => {
    const { bytes } = await prepareImage(await readFile('test/uploaded/cmyk.jpg'), NOBODY);
    expect((await sharp(bytes).metadata()).space).toBe('srgb');
  });

  it('is at most 1600 pixels wide', async () => {
    expect(await prepareImage(await picture('jpeg', 3200, 800), NOBODY)).toMatchObject({
      width: 1600,
      height: 400,
    });
    expect(await prepareImage(await picture('png', 1601, 100), NOBODY)).toMatchObject({
      width: 1600,
      height: 100,
    });
  });

  it('stays transparent', async () => {
    const glass = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
    })
      .webp()
      .toBuffer();
    const prepared = await prepareImage(glass, NOBODY);
    expect(prepared.contentType).toBe('image/png');
    expect((await sharp(prepared.bytes).stats()).isOpaque).toBe(false);
  });

  it('becomes JPEG if it is a photograph in PNG', async () => {
    const noise = await sharp({
      create: {
        width: 900,
        height: 700,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    expect((await prepareImage(noise, NOBODY)).contentType).toBe('image/jpeg');
  });

  it.each(['gif', 'webp'] as const)('stays animated in %s', async (format) => {
    const prepared = await prepareImage(await animatedPicture(format), NOBODY);
    expect(prepared).toMatchObject({ contentType: `image/${format}`, width: 40, height: 30 });
    expect((await sharp(prepared.bytes).metadata()).pages).toBe(2);
  });

  it('loses trailing data', async () => {
    const polyglot = Buffer.concat([
      await picture('jpeg'),
      Buffer.from('<script>alert(1)</script>PK\u0003\u0004'),
    ]);
    const prepared = await prepareImage(polyglot, NOBODY);
    expect(prepared.bytes.includes('<script>')).toBe(false);
    expect(prepared.bytes.includes('PK')).toBe(false);
  });
});

describe('a broken or oversized image', () => {
  it.each([
    ['declares 900 megapixels', 30_000 * 30_000 * 3, pngBomb(30_000, 30_000)],
    ['declares 4 billion pixels', 65_535 * 65_535 * 3, pngBomb(65_535, 65_535)],
    ['is one pixel larger than allowed', IMAGE_MAX_PIXELS * 3, pngBomb(IMAGE_MAX_PIXELS + 1, 1)],
    ['contains a text of 100 MB', 100_000_000, textBomb(100_000_000)],
  ])('one that %s is not unpacked', async (_, unpacked, bytes) => {
    // Loads the decoder first, so that it is not measured.
    await prepareImage(await picture('png'), NOBODY);
    const memory = process.memoryUsage().rss;
    const outcome: unknown = await prepareImage(bytes, NOBODY).catch((error: unknown) => error);
    expect(process.memoryUsage().rss - memory).toBeLessThan(unpacked / 2);
    // A text chunk may be dropped and the image kept.
    if (!(outcome instanceof ImageRefused)) expect(outcome).toMatchObject({ width: 1, height: 1 });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from('GIF89a and then nothing of the kind')],
    ['a truncated JPEG', null],
    ['a script that looks like a GIF', Buffer.from('GIF89a/*....*/=alert(1)//')],
  ])('refuses %s', async (_, given) => {
    const bytes = given ?? (await photograph(800, 600)).subarray(0, 3000);
    await expect(prepareImage(bytes, NOBODY)).rejects.toThrow(ImageRefused);
  });

  it('reports images that are too large', async () => {
    await expect(prepareImage(pngBomb(30_000, 30_000), NOBODY)).rejects.toThrow(
      'Pictures may have at most 40 megapixels',
    );
  });
});
