import sharp, { type Sharp } from 'sharp';
import { COPY_WIDTHS } from '#newsletter/render/picture-copies.ts';
import type { PreparedImage } from './images.ts';

/** The smaller and cut copies of a photo. None is enlarged, and none contains metadata. */

const EVEN = { name: '4x3', shape: 4 / 3, width: 800 } as const;
const TALL = { name: '4x5', shape: 4 / 5, width: 1104 } as const;
/** Shapes that differ less are seen as equal. */
const TOLERANCE = 0.01;

/** The copies by name. A picture that is no photo has none. */
export async function makeCopies({
  bytes,
  contentType,
  width,
  height,
}: PreparedImage): Promise<ReadonlyMap<string, Buffer>> {
  const copies = new Map<string, Buffer>();
  if (contentType !== 'image/jpeg') return copies;
  for (const smaller of COPY_WIDTHS)
    if (smaller < width)
      copies.set(
        `w${smaller}`,
        await sharp(bytes).resize({ width: smaller }).webp({ quality: 78, effort: 3 }).toBuffer(),
      );
  const shape = width / height;
  if (Math.abs(shape - EVEN.shape) > TOLERANCE) copies.set(EVEN.name, await cut(bytes, EVEN));
  if (TALL.shape - shape > TOLERANCE) copies.set(TALL.name, await cut(bytes, TALL));
  return copies;

  async function cut(
    source: Buffer,
    to: { readonly shape: number; readonly width: number },
  ): Promise<Buffer> {
    const cutWidth = Math.max(1, Math.floor(Math.min(to.width, width, height * to.shape)));
    const cutHeight = Math.max(1, Math.round(cutWidth / to.shape));
    return await asJpeg(
      sharp(source).resize({ width: cutWidth, height: cutHeight, fit: 'cover' }),
    ).toBuffer();
  }
}

function asJpeg(image: Sharp): Sharp {
  return image.jpeg({ quality: 80, mozjpeg: true });
}
