import { FileProblem } from './send-file.ts';
import { fileOf } from './shrink-picture.ts';

/** A part of a picture, in fractions of its width and height. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** All of it. */
export const WHOLE: Frame = { x: 0, y: 0, width: 1, height: 1 };

const UNREADABLE = 'The picture could not be loaded. Is there a connection?';

/** The part of an own picture as a file. Throws `FileProblem`. */
export async function cutPicture(address: string, frame: Frame): Promise<File> {
  const bitmap = await loadBitmap(address);
  try {
    const x = Math.round(frame.x * bitmap.width);
    const y = Math.round(frame.y * bitmap.height);
    const width = Math.max(1, Math.min(bitmap.width - x, Math.round(frame.width * bitmap.width)));
    const height = Math.max(1, Math.min(bitmap.height - y, Math.round(frame.height * bitmap.height)));
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, width, height);
    // Drawings stay sharp; the server turns a photograph kept as PNG into JPEG.
    return await fileOf(canvas, 'picture', /\.(?:png|webp)$/.test(address));
  } finally {
    bitmap.close();
  }
}

async function loadBitmap(address: string): Promise<ImageBitmap> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new FileProblem(UNREADABLE);
    return await createImageBitmap(await response.blob());
  } catch {
    throw new FileProblem(UNREADABLE);
  }
}
