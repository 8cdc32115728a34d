import { HEIC_ADVICE, IMAGE_MAX_WIDTH, IMAGE_TYPES } from '#contract/files.ts';
import { IMAGE_MAX_BYTES } from '#contract/rules/stored-files.ts';
import { FileProblem } from './send-file.ts';

/**
 * Shrinks pictures in the browser before the upload, to save time on slow networks.
 */

const UNREADABLE_HEIC = `This HEIC photo could not be opened. ${HEIC_ADVICE}`;
const NO_DECODER =
  'What opens HEIC photos could not be loaded. Please check your internet connection and try again';
const QUALITY = 0.9;
const OPAQUE = 255;

/**
 * Returns the picture upright and at most 1600 pixels wide, as JPEG, or PNG if it has transparency. Small pictures,
 * animations and files that the browser cannot open are returned unchanged; the server then checks them. Throws
 * `FileProblem` for a HEIC file that cannot be opened.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (await isAnimated(file)) return file;
  const opened = await openPicture(file);
  const bitmap = opened ?? (await openHeic(file));
  if (bitmap === null) return file;
  try {
    const isSmall = bitmap.width <= IMAGE_MAX_WIDTH && file.size <= IMAGE_MAX_BYTES;
    return isSmall && opened !== null && isAccepted(file.type) ? file : await drawSmaller(bitmap, file);
  } finally {
    bitmap.close();
  }
}

// Types that the server does not accept (HEIC, BMP) are converted if the browser can open them.
function isAccepted(type: string): boolean {
  const types: readonly string[] = IMAGE_TYPES;
  return types.includes(type);
}

async function openPicture(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}

// The type of iPhone photographs, which only some browsers can open. Null for other files.
async function openHeic(file: File): Promise<ImageBitmap | null> {
  const { decodeHeic, isHeicContent } = await import('./decode-heic.ts');
  const isHeic = await isHeicContent(file);
  if (!isHeic && isCalledHeic(file)) throw new FileProblem(UNREADABLE_HEIC);
  if (!isHeic) return null;
  const reply = await decodeHeic(file);
  if ('bitmap' in reply) return reply.bitmap;
  throw reply.failed === 'to load' ? new FileProblem(NO_DECODER, true) : new FileProblem(UNREADABLE_HEIC);
}

function isCalledHeic({ type, name }: File): boolean {
  return /^image\/hei[cf](-sequence)?$/.test(type) || /\.hei[cf]$/i.test(name);
}

// An animation drawn to a canvas would become a still picture.
async function isAnimated(file: File): Promise<boolean> {
  if (file.type === 'image/gif') return true;
  if (file.type !== 'image/webp') return false;
  const head = new Uint8Array(await file.slice(0, 21).arrayBuffer());
  return String.fromCharCode(...head.subarray(12, 16)) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0;
}

async function drawSmaller(bitmap: ImageBitmap, file: File): Promise<File> {
  const scale = Math.min(1, IMAGE_MAX_WIDTH / bitmap.width);
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return file;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return await canvasToFile(
    canvas,
    file.name,
    file.type !== 'image/jpeg' && hasTransparency(context, width, height),
  );
}

function hasTransparency(context: CanvasRenderingContext2D, width: number, height: number): boolean {
  const { data } = context.getImageData(0, 0, width, height);
  for (let index = 3; index < data.length; index += 4) if ((data[index] ?? OPAQUE) < OPAQUE) return true;
  return false;
}

/** Saves a canvas as a file: PNG if `transparent`, otherwise JPEG. The name gets the matching extension. */
export function canvasToFile(canvas: HTMLCanvasElement, name: string, transparent: boolean): Promise<File> {
  const [type, extension] = transparent ? (['image/png', 'png'] as const) : (['image/jpeg', 'jpg'] as const);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob === null
          ? reject(new FileProblem('There is not enough memory for this picture'))
          : resolve(new File([blob], `${name.replace(/\.[^.]+$/, '')}.${extension}`, { type })),
      type,
      QUALITY,
    );
  });
}
