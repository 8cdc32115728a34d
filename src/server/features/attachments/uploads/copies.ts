import sharp from 'sharp';
import {
  CUTS,
  copyNames,
  copyWidth,
  cutOf,
  groundOf,
  type StoredPicture,
} from '#newsletter/render/picture-copies.ts';

/** A stored picture with its bytes; width and height in pixels. */
type PictureBytes = StoredPicture & {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
};

/** The smaller and cut copies of a picture, by name. None is enlarged, and none contains metadata. */
export async function makeCopies(
  picture: PictureBytes,
  names: readonly string[] = copyNames(picture),
): Promise<ReadonlyMap<string, Buffer>> {
  const copies = new Map<string, Buffer>();
  for (const name of names) {
    const [width, ground] = [copyWidth(name), groundOf(name)];
    const made =
      ground !== null
        ? flatten(picture, ground)
        : width === null
          ? cut(picture, name)
          : shrink(picture, width);
    copies.set(name, await made);
  }
  return copies;
}

async function shrink({ bytes, contentType }: PictureBytes, width: number): Promise<Buffer> {
  // Photos are soft; the thin lines and letters of drawings need more.
  const quality = contentType === 'image/png' ? { quality: 88, smartSubsample: true } : { quality: 78 };
  return await sharp(bytes)
    .resize({ width })
    .webp({ ...quality, effort: 3 })
    .toBuffer();
}

/** The width of a flat copy (a logo) as shown on sharp screens. */
const FLAT_WIDTH = 480;
/** The margin that dark letters need around them, as a share of the longer side. */
const FLAT_MARGIN = 0.04;

async function flatten({ bytes, width, height }: PictureBytes, background: string): Promise<Buffer> {
  const scale = Math.min(1, FLAT_WIDTH / width);
  const margin = Math.ceil(Math.max(width, height) * scale * FLAT_MARGIN);
  return await sharp(bytes)
    .resize({ width: Math.max(1, Math.round(width * scale)) })
    .flatten({ background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .png({ compressionLevel: 8 })
    .toBuffer();
}

async function cut({ bytes, contentType, ...size }: PictureBytes, name: string): Promise<Buffer> {
  const { name: base, at } = cutOf(name) ?? { name: '4x3', at: 50 };
  const { shape, width: widest } = CUTS[base];
  const width = Math.max(1, Math.floor(Math.min(widest, size.width, size.height * shape)));
  const height = Math.max(1, Math.round(width / shape));
  const image = sharp(bytes)
    .extract(partOf(size, shape, at))
    .resize({ width, height, fit: 'cover' });
  return await (contentType === 'image/png'
    ? image.png({ compressionLevel: 8 })
    : image.jpeg({ quality: 80, mozjpeg: true })
  ).toBuffer();
}

/** The largest part of this shape; `at`: the share of what is cut off that lies before it, in percent. */
function partOf(
  { width, height }: { readonly width: number; readonly height: number },
  shape: number,
  at: number,
): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
  const part = {
    width: Math.max(1, Math.min(width, Math.round(height * shape))),
    height: Math.max(1, Math.min(height, Math.round(width / shape))),
  };
  const left = Math.round(((width - part.width) * at) / 100);
  return { left, top: Math.round(((height - part.height) * at) / 100), ...part };
}
