import { FileProblem } from './send-file.ts';
import { canvasToFile } from './shrink-picture.ts';

/** A rectangle in a picture, in fractions of its width and height. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The whole picture. */
export const WHOLE_PICTURE: Frame = { x: 0, y: 0, width: 1, height: 1 };

const UNREADABLE = 'The picture could not be loaded. Is there a connection?';

/** Crops an uploaded picture to a file. Throws `FileProblem`. */
export async function cropPicture(address: string, frame: Frame): Promise<File> {
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
    // PNG keeps drawings sharp; the server converts photographs to JPEG.
    return await canvasToFile(canvas, 'picture', /\.(?:png|webp)$/.test(address));
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
