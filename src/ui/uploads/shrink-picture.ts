import { HEIC_ADVICE, IMAGE_MAX_BYTES, IMAGE_MAX_WIDTH, IMAGE_TYPES } from '#contract/files.ts';
import { FileProblem } from './send-file.ts';

/**
 * Makes pictures fit to be sent: a phone's photograph of twelve megapixels becomes as small as it will be shown here,
 * rather than after its way through a slow network.
 */

const UNREADABLE_HEIC = `This browser cannot open HEIC photos. ${HEIC_ADVICE}`;
const QUALITY = 0.9;
const OPAQUE = 255;

/**
 * The picture upright and at most 1600 pixels wide, as JPEG, or as PNG where it is see-through. What is small enough,
 * what moves, and what this browser cannot open is returned as it is: the server says what is wrong with it. Throws
 * `FileProblem`.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const heic = isHeic(file.type) || /\.hei[cf]$/i.test(file.name);
  if (!heic && (await isMoving(file))) return file;
  const bitmap = await openPicture(file);
  if (bitmap === null) {
    if (heic) throw new FileProblem(UNREADABLE_HEIC);
    return file;
  }
  try {
    const isSmall = bitmap.width <= IMAGE_MAX_WIDTH && file.size <= IMAGE_MAX_BYTES;
    return isSmall && isTaken(file.type) ? file : await drawSmaller(bitmap, file);
  } finally {
    bitmap.close();
  }
}

// What the server does not take (HEIC, BMP) but this browser can open becomes something that it does.
function isTaken(type: string): boolean {
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

// The type of an iPhone's photographs, which only some browsers can open.
function isHeic(type: string): boolean {
  return /^image\/hei[cf](-sequence)?$/.test(type);
}

// A drawing of a moving picture would stand still.
async function isMoving(file: File): Promise<boolean> {
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
  const pen = canvas.getContext('2d');
  if (pen === null) return file;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, width, height);
  return await fileOf(canvas, file.name, file.type !== 'image/jpeg' && isSeeThrough(pen, width, height));
}

function isSeeThrough(pen: CanvasRenderingContext2D, width: number, height: number): boolean {
  const { data } = pen.getImageData(0, 0, width, height);
  for (let index = 3; index < data.length; index += 4) if ((data[index] ?? OPAQUE) < OPAQUE) return true;
  return false;
}

/** What a canvas shows as a file: JPEG, or PNG where it is see-through. Its name keeps its beginning. */
export function fileOf(canvas: HTMLCanvasElement, name: string, seeThrough: boolean): Promise<File> {
  const [type, extension] = seeThrough ? (['image/png', 'png'] as const) : (['image/jpeg', 'jpg'] as const);
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
