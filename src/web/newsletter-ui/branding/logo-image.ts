import { IMAGE_MAX_PIXELS } from '#contract/files.ts';
import { type ChosenLogo, isCrest } from './chosen-logo.ts';
import { logoSize, pictureInLogo, sizeWithin, wholePicture } from './crop.ts';
import { coloursIn, isPale } from './logo-colours.ts';

/** Opens the chosen picture in the browser, and crops the logo out of it. */

/** The types that the file dialog offers. SVG is rasterised in the browser, so the server never gets any. */
export const LOGO_ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

/** A failure with a message for the person. */
export class LogoError extends Error {}

/** The types in words, without the rare ones. */
export const LOGO_KINDS = 'PNG, JPEG, WebP or SVG';

const UNREADABLE = `This file cannot be opened as a picture. Please choose a ${LOGO_KINDS} file.`;
const TOO_LARGE = 'This picture is too large. Please choose one of at most 40 megapixels.';

// The longest side after scaling down, in pixels: enough for a logo of 1280 pixels from a part of the picture.
const LONGEST_SIDE = 1920;
// A crest is shown at up to 120 pixels, times four for high-density screens.
const CREST_SIDE = 480;
// The browser's storage holds about five million characters; one photograph as PNG could fill it.
const MAX_DATA_URL_LENGTH = 1_500_000;

/** Opens a file as a picture, scaled down to fit into the browser's storage. @throws LogoError */
export async function openPicture(file: File): Promise<ChosenLogo> {
  const address = URL.createObjectURL(file);
  try {
    const image = await loadImage(address);
    const natural = { width: image.naturalWidth, height: image.naturalHeight };
    if (natural.width === 0 || natural.height === 0) throw new LogoError(UNREADABLE);
    if (natural.width * natural.height > IMAGE_MAX_PIXELS) throw new LogoError(TOO_LARGE);
    const size = sizeWithin(natural, LONGEST_SIDE, file.type === 'image/svg+xml');
    const canvas = draw(image, size, { x: 0, y: 0, ...size });
    const isWhole = isCrest(size);
    return { name: file.name, picture: dataUrlOf(canvas), ...size, isWhole, frame: wholePicture(size) };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The logo as a `data:` URL, for showing it. @throws LogoError */
export async function logoDataUrl(logo: ChosenLogo): Promise<string> {
  return (await cropLogo(logo)).toDataURL('image/png');
}

/** The logo as a PNG file, for uploading it. Empty sides stay transparent. @throws LogoError */
export async function logoFile(logo: ChosenLogo): Promise<File> {
  const blob = await blobOf(await cropLogo(logo), 'image/png');
  return new File([blob], 'logo.png', { type: blob.type });
}

async function cropLogo(logo: ChosenLogo): Promise<HTMLCanvasElement> {
  if (logo.isWhole) {
    const crest = sizeWithin(logo, CREST_SIDE);
    return draw(await loadImage(logo.picture), crest, { x: 0, y: 0, ...crest });
  }
  const size = logoSize(logo.frame, logo);
  return draw(await loadImage(logo.picture), size, pictureInLogo(logo.frame, size));
}

/** The colours of a picture at an address of this server or of the browser, the most telling ones first. @throws LogoError */
export async function coloursOfPicture(address: string): Promise<readonly string[]> {
  const pixels = await sampleOf(address);
  return pixels === undefined ? [] : coloursIn(pixels);
}

/** Whether a picture at such an address cannot be seen on white. @throws LogoError */
export async function isPalePicture(address: string): Promise<boolean> {
  const pixels = await sampleOf(address);
  return pixels !== undefined && isPale(pixels);
}

async function sampleOf(address: string): Promise<Uint8ClampedArray | undefined> {
  const image = await loadImage(address);
  const size = { width: SAMPLE_SIDE, height: SAMPLE_SIDE };
  const context = draw(image, size, { x: 0, y: 0, ...size }).getContext('2d');
  return context?.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE).data;
}

/** Pixels of a picture's side when its colours are counted. */
const SAMPLE_SIDE = 96;

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

type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

function draw(
  image: HTMLImageElement,
  size: { width: number; height: number },
  at: Rectangle,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (context === null) throw new LogoError(UNREADABLE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, at.x, at.y, at.width, at.height);
  return canvas;
}

function dataUrlOf(canvas: HTMLCanvasElement): string {
  const png = canvas.toDataURL('image/png');
  // Browsers that cannot encode WebP return PNG, which is only longer.
  return png.length <= MAX_DATA_URL_LENGTH ? png : canvas.toDataURL('image/webp', 0.92);
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new LogoError(UNREADABLE))), type);
  });
}
