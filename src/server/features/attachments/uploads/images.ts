import PQueue from 'p-queue';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { IMAGE_MAX_PIXELS, IMAGE_MAX_WIDTH } from '#contract/files.ts';

/** An image as it is kept: upright, at most 1600 px wide, in sRGB, and nothing in it but pixels. */
export interface PreparedImage {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
}

/** The image cannot be decoded, or has more pixels than are taken. The message is for a person. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}

const TOO_MANY_PIXELS = `Pictures may have at most ${IMAGE_MAX_PIXELS / 1_000_000} megapixels`;
const DAMAGED = 'This picture is damaged or not what its name says';
/** An opaque PNG that is larger, in bytes, is a photograph: as JPEG it is a tenth of it. */
const PNG_PHOTO_BYTES = 600 * 1024;
/** Decoding takes up to 160 MB a picture; more at a time would be no faster on two cores. */
const AT_ONCE = 2;
const decoding = new PQueue({ concurrency: AT_ONCE });
// One thread a picture: the queue decides how many cores are used.
sharp.concurrency(1);
// What was decoded once is not asked for again.
sharp.cache(false);

/**
 * Decodes and writes a picture anew, so that neither metadata nor anything hidden in the file survives. Stills become
 * JPEG or, where they are drawings or see-through, PNG: what every mail program shows. Moving ones stay what they are.
 * Throws `ImageRefused`.
 */
export async function prepareImage(bytes: Buffer): Promise<PreparedImage> {
  return await decoding.add(async () => {
    try {
      return await prepare(bytes);
    } catch (error) {
      if (error instanceof ImageRefused) throw error;
      const reason = error instanceof Error ? error.message : '';
      throw new ImageRefused(/pixel limit/i.test(reason) ? TOO_MANY_PIXELS : DAMAGED);
    }
  });
}

async function prepare(bytes: Buffer): Promise<PreparedImage> {
  const found = await sharp(bytes, READING).metadata();
  const pixels = found.width * found.height;
  if (pixels > IMAGE_MAX_PIXELS) throw new ImageRefused(TOO_MANY_PIXELS);
  const moving = (found.pages ?? 1) > 1 && pixels * (found.pages ?? 1) <= IMAGE_MAX_PIXELS;
  const image = sharp(bytes, { ...READING, animated: moving })
    .autoOrient()
    .resize({ width: IMAGE_MAX_WIDTH, withoutEnlargement: true });
  return moving ? await writeMoving(image, found) : await writeStill(image, found);
}

const READING = { limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true, failOn: 'error' } as const;

async function writeMoving(image: Sharp, found: Metadata): Promise<PreparedImage> {
  const written = found.format === 'gif' ? image.gif() : image.webp({ quality: 80 });
  return await finish(written, found.format === 'gif' ? 'image/gif' : 'image/webp');
}

async function writeStill(image: Sharp, found: Metadata): Promise<PreparedImage> {
  const drawing = found.format === 'png' || found.format === 'gif';
  const seeThrough = found.hasAlpha && !(await image.clone().stats()).isOpaque;
  if (!drawing && !seeThrough) return await finish(asJpeg(image), 'image/jpeg');
  const png = await finish(image.clone().png({ compressionLevel: 8 }), 'image/png');
  return seeThrough || png.bytes.length <= PNG_PHOTO_BYTES ? png : await finish(asJpeg(image), 'image/jpeg');
}

function asJpeg(image: Sharp): Sharp {
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true });
}

async function finish(image: Sharp, contentType: string): Promise<PreparedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, contentType, width: info.width, height: info.pageHeight ?? info.height };
}
