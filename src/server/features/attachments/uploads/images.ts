import sharp, { type Metadata, type Sharp } from 'sharp';
import { ANIMATION_MAX_PIXELS, IMAGE_MAX_PIXELS, IMAGE_MAX_WIDTH } from '#contract/files.ts';
import type { Requester } from '#server/platform/gate/gate.ts';
import { Refusal } from '#server/platform/http/errors.ts';
import { makeCopies } from './copies.ts';
import { decoding } from './gates.ts';

/** An image as stored: upright, at most 1600 px wide, sRGB, without metadata. Width and height in pixels. */
export interface PreparedImage {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
}

/** The image cannot be decoded or has too many pixels. The message is shown to the person. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}

const TOO_MANY_PIXELS = `Pictures may have at most ${IMAGE_MAX_PIXELS / 1_000_000} megapixels`;
const DAMAGED = 'This picture is damaged or not what its name says';
/** Opaque PNGs above these bytes count as photographs; as JPEG they need a tenth. */
const PNG_PHOTO_BYTES = 600 * 1024;
// One thread an image: the gate decides how many cores are used.
sharp.concurrency(1);
// No image is decoded twice.
sharp.cache(false);

/**
 * Decodes and re-encodes an image, so that no metadata or hidden content survives. Still images become JPEG, or PNG if
 * they are transparent or drawings: every mail client shows both. Animated ones keep their format. Throws `ImageRefused`.
 */
export async function prepareImage(
  bytes: Buffer,
  requester: Requester,
): Promise<
  PreparedImage & {
    readonly copies: ReadonlyMap<string, Buffer>;
    /** Whether it was animated, with too many frames to stay so. */
    readonly isStill: boolean;
  }
> {
  return await decoding.run(requester, async () => {
    try {
      const { isStill, ...prepared } = await prepare(bytes);
      return { ...prepared, isStill, copies: await makeCopies(prepared) };
    } catch (error) {
      if (error instanceof ImageRefused) throw error;
      const reason = error instanceof Error ? error.message : '';
      throw new ImageRefused(/pixel limit/i.test(reason) ? TOO_MANY_PIXELS : DAMAGED);
    }
  });
}

/**
 * Makes these copies of a picture that was stored without them, taking turns with uploads. `read` is called at its turn, so that waiting
 * pictures take no memory. Null if too many are waiting.
 */
export async function makeCopiesLater(
  read: () => Promise<PreparedImage>,
  names: readonly string[],
): Promise<ReadonlyMap<string, Buffer> | null> {
  try {
    return await decoding.run({ share: 'copies' }, async () => await makeCopies(await read(), names));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function prepare(given: Buffer): Promise<PreparedImage & { readonly isStill: boolean }> {
  const found = await sharp(given, DECODE_OPTIONS).metadata();
  const { bytes, options } = withEnd(given, found);
  const pixels = found.width * found.height;
  if (pixels > IMAGE_MAX_PIXELS) throw new ImageRefused(TOO_MANY_PIXELS);
  const moves = (found.pages ?? 1) > 1;
  const isAnimated = moves && pixels * (found.pages ?? 1) <= ANIMATION_MAX_PIXELS;
  const image = sharp(bytes, { ...options, animated: isAnimated })
    .autoOrient()
    .resize({ width: IMAGE_MAX_WIDTH, withoutEnlargement: true });
  const prepared = isAnimated ? await writeAnimated(image, found) : await writeStill(image, found);
  return { ...prepared, isStill: moves && !isAnimated };
}

const DECODE_OPTIONS = { limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true, failOn: 'error' } as const;

const JPEG_END = Buffer.from([0xff, 0xd9]);

/**
 * Completes a JPEG that lacks only its last two bytes, as some phones write it. The decoder warns of a missing end, but also of one that
 * comes too early: then part of the picture is missing.
 */
function withEnd(bytes: Buffer, { format }: Metadata) {
  if (format !== 'jpeg' || bytes.includes(JPEG_END, -TRAILER_BYTES))
    return { bytes, options: DECODE_OPTIONS };
  const cut = bytes.at(-1) === JPEG_END[0] ? bytes.subarray(0, -1) : bytes;
  return {
    bytes: Buffer.concat([cut, JPEG_END]),
    options: { ...DECODE_OPTIONS, failOn: 'warning' as const },
  };
}

/** The most that phones write after a picture's end. */
const TRAILER_BYTES = 64 * 1024;

async function writeAnimated(image: Sharp, found: Metadata): Promise<PreparedImage> {
  const output = found.format === 'gif' ? image.gif() : image.webp({ quality: 80 });
  return await encode(output, found.format === 'gif' ? 'image/gif' : 'image/webp');
}

async function writeStill(image: Sharp, found: Metadata): Promise<PreparedImage> {
  const isDrawing = found.format === 'png' || found.format === 'gif';
  const isTransparent = found.hasAlpha && !(await image.clone().stats()).isOpaque;
  if (!isDrawing && !isTransparent) return await encode(asJpeg(image), 'image/jpeg');
  const png = await encode(image.clone().png({ compressionLevel: 8 }), 'image/png');
  return isTransparent || png.bytes.length <= PNG_PHOTO_BYTES
    ? png
    : await encode(asJpeg(image), 'image/jpeg');
}

function asJpeg(image: Sharp): Sharp {
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true });
}

async function encode(image: Sharp, contentType: string): Promise<PreparedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, contentType, width: info.width, height: info.pageHeight ?? info.height };
}
