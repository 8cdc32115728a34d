import { type PictureSize, withSmallerCopies } from './picture-copies.ts';

const PICTURE = /<img\b[^>]*>/g;
/** The first two pictures, usually the logo and one that is visible without scrolling, are not loaded lazily. */
const AT_ONCE = 2;

/**
 * Prepares the engine's output for slow networks: pictures of known size reserve their space, so that the text does not
 * jump; those with copies offer them; pictures further down load lazily. `sizes` is by URL as in the page.
 */
export function reservePictureSpace(body: string, sizes: ReadonlyMap<string, PictureSize>): string {
  let at = 0;
  return body.replace(PICTURE, (tag) => {
    at += 1;
    const hint =
      at > AT_ONCE ? ' loading="lazy" decoding="async"' : at === AT_ONCE ? ' fetchpriority="high"' : '';
    const address = attribute(tag, 'src') ?? '';
    const size = sizes.get(address);
    const hinted = withHeight(tag, size).replace(/^<img/, `<img${hint}`);
    return withSmallerCopies(hinted, address, size?.copies ?? []);
  });
}

/** The URLs of the pictures in the engine's output. */
export function pictureAddresses(body: string): readonly string[] {
  return [...body.matchAll(PICTURE)].flatMap(([tag]) => attribute(tag, 'src') ?? []);
}

// Browsers derive the aspect ratio from width and height; the style sets the actual width.
function withHeight(tag: string, size: PictureSize | undefined): string {
  const width = Number(attribute(tag, 'width'));
  if (size === undefined || !(width > 0) || !tag.includes('height:auto')) return tag;
  const height = Math.max(1, Math.round((width * size.height) / size.width));
  return tag.replace(/ height="auto"/, '').replace(/^<img/, `<img height="${height}"`);
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
}
