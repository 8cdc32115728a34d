import { IMAGE_MAX_PIXELS } from '#contract/files.ts';
import type { ChosenLogo } from './chosen-logo.ts';
import { logoSize, pictureInLogo, sizeWithin, wholePicture } from './crop.ts';

/** Pictures in the browser: opening the chosen file, and cutting the logo out of it. */

/** What the file dialogue offers. A drawing (SVG) becomes pixels here, so that the server never gets one. */
export const LOGO_ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

/** Thrown with a sentence for the person. */
export class LogoError extends Error {}

const UNREADABLE = 'This file cannot be opened as a picture. Please choose a PNG or JPEG file.';
const TOO_LARGE = 'This picture is too large. Please choose one of at most 40 megapixels.';

// The longest side that is kept: enough for a logo of 1280 pixels with some of the picture cut away.
const LONGEST_SIDE = 1920;
// The tab's storage holds about five million characters; a photograph as PNG could fill it alone.
const MOST_CHARACTERS = 1_500_000;

/** Opens a file as a picture of a size that the tab can keep. @throws LogoError */
export async function openPicture(file: File): Promise<ChosenLogo> {
  const address = URL.createObjectURL(file);
  try {
    const image = await loadImage(address);
    const natural = { width: image.naturalWidth, height: image.naturalHeight };
    if (natural.width === 0 || natural.height === 0) throw new LogoError(UNREADABLE);
    if (natural.width * natural.height > IMAGE_MAX_PIXELS) throw new LogoError(TOO_LARGE);
    const size = sizeWithin(natural, LONGEST_SIDE, file.type === 'image/svg+xml');
    const canvas = draw(image, size, { x: 0, y: 0, ...size });
    return { name: file.name, picture: addressOf(canvas), ...size, frame: wholePicture(size) };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The logo as a `data:` address, for showing it. */
export async function showLogo(logo: ChosenLogo): Promise<string> {
  return (await cut(logo)).toDataURL('image/png');
}

/** The logo as a PNG file, for sending it. Empty sides stay transparent. @throws LogoError */
export async function cutLogo(logo: ChosenLogo): Promise<File> {
  const blob = await blobOf(await cut(logo), 'image/png');
  return new File([blob], 'logo.png', { type: blob.type });
}

async function cut(logo: ChosenLogo): Promise<HTMLCanvasElement> {
  const size = logoSize(logo.frame, logo);
  return draw(await loadImage(logo.picture), size, pictureInLogo(logo.frame, size));
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    throw new LogoError(UNREADABLE);
  }
  return image;
}

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

function draw(
  image: HTMLImageElement,
  size: { width: number; height: number },
  at: Place,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new LogoError(UNREADABLE);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, at.x, at.y, at.width, at.height);
  return canvas;
}

function addressOf(canvas: HTMLCanvasElement): string {
  const lossless = canvas.toDataURL('image/png');
  // A browser that cannot write WebP answers with PNG, which is right but long.
  return lossless.length <= MOST_CHARACTERS ? lossless : canvas.toDataURL('image/webp', 0.92);
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new LogoError(UNREADABLE))), type);
  });
}
