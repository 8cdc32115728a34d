import { describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { cropPicture } from './crop-picture.ts';
import { FileProblem } from './send-file.ts';
import { shrinkPicture } from './shrink-picture.ts';

type Sample =
  | 'heic'
  | 'photograph'
  | 'small'
  | 'wideDrawing'
  | 'opaqueDrawing'
  | 'wideWebp'
  | 'gif'
  | 'movingWebp';
declare module 'vitest/browser' {
  interface BrowserCommands {
    /** A file of `SAMPLES` (test/pictures.ts) in base64. */
    makePicture: (kind: Sample) => Promise<string>;
  }
}

async function sample(kind: Sample, name: string, type: string): Promise<File> {
  const bytes = Uint8Array.from(atob(await commands.makePicture(kind)), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type });
}

async function inspect(file: File) {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])];
  return { width, height, at };
}

describe('shrinkPicture', () => {
  it('scales a photograph to 1600 pixels, upright and without metadata', async () => {
    const file = await sample('photograph', 'IMG 2041.JPG', 'image/jpeg');
    const small = await shrinkPicture(file);
    expect([small.name, small.type]).toEqual(['IMG 2041.jpg', 'image/jpeg']);
    expect(await inspect(small)).toMatchObject({ width: 1600, height: 2133 });
    expect(small.size).toBeLessThan(file.size);
    expect(await small.text()).not.toContain('Mrs Adeyemi');
  });

  it('returns a small picture unchanged', async () => {
    const file = await sample('small', 'a.jpg', 'image/jpeg');
    expect(await shrinkPicture(file)).toBe(file);
  });

  it.each([
    ['wideDrawing', 'image/png'],
    ['wideWebp', 'image/webp'],
  ] as const)('keeps transparency: %s', async (kind, type) => {
    const small = await shrinkPicture(await sample(kind, 'logo.x', type));
    expect([small.name, small.type]).toEqual(['logo.png', 'image/png']);
    const { width, height, at } = await inspect(small);
    expect([width, height]).toEqual([1600, 200]);
    expect(at(100, 100)[3]).toBe(255);
    expect(at(1500, 100)[3]).toBe(0);
  });

  it('converts an opaque picture to JPEG', async () => {
    const small = await shrinkPicture(await sample('opaqueDrawing', 'scan.png', 'image/png'));
    expect([small.name, small.type]).toEqual(['scan.jpg', 'image/jpeg']);
  });

  it.each([
    ['gif', 'image/gif'],
    ['movingWebp', 'image/webp'],
  ] as const)('returns an animation unchanged: %s', async (kind, type) => {
    const file = await sample(kind, 'wave', type);
    expect(await shrinkPicture(file)).toBe(file);
  });

  it('converts a type that the server does not accept, if the browser can open it', async () => {
    // A BMP of one blue pixel.
    const head = [
      66, 77, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0,
    ];
    const bytes = new Uint8Array(58);
    bytes.set(head);
    bytes.set([255, 0, 0, 0], 54);
    const small = await shrinkPicture(new File([bytes], 'paint.bmp', { type: 'image/bmp' }));
    expect([small.name, small.type]).toEqual(['paint.jpg', 'image/jpeg']);
    expect(await inspect(small)).toMatchObject({ width: 1, height: 1 });
  });

  it.each([
    ['IMG_1.HEIC', 'image/heic'],
    ['IMG_1.heic', ''],
    ['renamed.jpg', 'image/jpeg'],
  ] as const)(
    'converts a HEIC photo of an iPhone to JPEG, without where it was taken: %s',
    async (name, type) => {
      const file = await sample('heic', name, type);
      expect(await file.text()).toContain('Mrs Adeyemi');
      const converted = await shrinkPicture(file);
      expect(converted.type).toBe('image/jpeg');
      expect(converted.name).toBe(name.replace(/\.\w+$/, '.jpg'));
      expect(await converted.text()).not.toMatch(/Mrs Adeyemi|Oakfield phone|Exif/);
      const { width, height, at } = await inspect(converted);
      expect([width, height]).toEqual([96, 64]);
      const [red = 0, green = 0] = at(10, 30);
      expect(red).toBeGreaterThan(green);
      const [darkRed = 0, brightGreen = 0] = at(80, 30);
      expect(brightGreen).toBeGreaterThan(darkRed);
    },
  );

  it('rejects HEIC that cannot be opened, and returns a damaged picture unchanged', async () => {
    const cutOff = (await sample('heic', 'IMG_1.heic', 'image/heic')).slice(0, 600);
    for (const [content, name, type] of [
      [cutOff, 'IMG_1.heic', 'image/heic'],
      ['ftypheic', 'IMG_1.heic', 'image/heic'],
      ['ftypheic', 'IMG_1.HEIF', ''],
    ] as const) {
      const heic = new File([content], name, { type });
      await expect(shrinkPicture(heic)).rejects.toThrow(FileProblem);
      await expect(shrinkPicture(heic)).rejects.toThrow(/^This HEIC photo could not be opened/);
    }
    const damaged = new File(['nothing'], 'a.jpg', { type: 'image/jpeg' });
    expect(await shrinkPicture(damaged)).toBe(damaged);
  });
});

describe('cropPicture', () => {
  it('crops exactly, and drawings without loss', async () => {
    const address = URL.createObjectURL(await sample('wideDrawing', 'a.png', 'image/png'));
    const part = await cropPicture(`${address}#.png`, { x: 0.4, y: 0.25, width: 0.2, height: 0.5 });
    URL.revokeObjectURL(address);
    expect(part.type).toBe('image/png');
    const { width, height, at } = await inspect(part);
    expect([width, height]).toEqual([640, 200]);
    expect(at(319, 100)).toEqual([31, 93, 69, 255]);
    expect(at(320, 100)[3]).toBe(0);
  });

  it('throws if the picture cannot be loaded', async () => {
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    await expect(cropPicture('blob:nothing', whole)).rejects.toThrow('The picture could not be loaded');
  });
});
