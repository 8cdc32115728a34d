/** How large a picture is, in its own pixels. */
export type PictureSize = { readonly width: number; readonly height: number };

const PICTURE = /<img\b[^>]*>/g;
/** The school's logo and the newsletter's first picture: what a reader sees before scrolling. */
const AT_ONCE = 2;

/**
 * The engine's output for readers on a slow network: each picture of a known size keeps its place free until it is there, so that
 * no line moves under the reader's eyes, and what is further down waits until it is nearly reached. `sizes` is by address, as in the page.
 */
export function reservePictureSpace(body: string, sizes: ReadonlyMap<string, PictureSize>): string {
  let at = 0;
  return body.replace(PICTURE, (tag) => {
    at += 1;
    const hint =
      at > AT_ONCE ? ' loading="lazy" decoding="async"' : at === AT_ONCE ? ' fetchpriority="high"' : '';
    return withHeight(tag, sizes.get(attribute(tag, 'src') ?? '')).replace(/^<img/, `<img${hint}`);
  });
}

/** The addresses of the pictures in the engine's output. */
export function pictureAddresses(body: string): readonly string[] {
  return [...body.matchAll(PICTURE)].flatMap(([tag]) => attribute(tag, 'src') ?? []);
}

// Browsers take the shape from both numbers; the style says how wide it is in its place.
function withHeight(tag: string, size: PictureSize | undefined): string {
  const width = Number(attribute(tag, 'width'));
  if (size === undefined || !(width > 0) || !tag.includes('height:auto')) return tag;
  const height = Math.max(1, Math.round((width * size.height) / size.width));
  return tag.replace(/ height="auto"/, '').replace(/^<img/, `<img height="${height}"`);
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
}
