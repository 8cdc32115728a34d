import { type BlockContext, editable } from '#newsletter/document/block.ts';
import { type FocalPoint, positionStyle } from '#newsletter/values/picture.ts';
import { type Markup, mjml } from './mjml.ts';

/** The markup of photos and of the captions below them. */

/** The shape of a photo: its own, its own up to 4:5, 4:3, or 4:5. */
type PhotoShape = 'own' | 'tall' | 'even' | 'portrait';
export type Photo = {
  /** A URL for markup, made by `pictureAddress`. */
  readonly url: string;
  readonly alt: string;
  /** The width in pixels, unless the space is narrower. */
  readonly width: number;
  readonly shape: PhotoShape;
  /** The point that stays in view if the shape crops the photo. */
  readonly focus?: FocalPoint | undefined;
  /** Whether it stays beside another photo on phones. Otherwise it is as wide as the screen there. */
  readonly isHalfOnPhones?: boolean;
};

// A height relative to the width, which only container units can express.
const SHAPES: Readonly<Record<PhotoShape, string>> = {
  own: '',
  tall: ';max-height:125cqi;object-fit:cover',
  even: ';aspect-ratio:4/3;object-fit:cover',
  portrait: ';aspect-ratio:4/5;object-fit:cover',
};

/** A photo as wide as its container. On the page it opens its large version. */
export function photoMarkup(photo: Photo, { target, design, words }: BlockContext): Markup {
  const { url, alt, width, shape } = photo;
  const style = `display:block;width:100%;height:auto;border-radius:${design.radius.picture}px${besideCorner(design.radius.picture)}${SHAPES[shape]}${shape === 'own' ? '' : positionStyle(photo.focus)}`;
  if (target === 'mail') return mjml`<img src="${url}" alt="${alt}" width="${width}" style="${style}" />`;
  const image = mjml`<img src="${url}" alt="${alt}" width="${width}" data-phone="${photo.isHalfOnPhones ? 'half' : 'full'}" style="${style}" />`;
  const linkStyle = `display:block${shape === 'tall' ? ';container-type:inline-size' : ''}`;
  // A link without text does not exist for a screen reader.
  return alt === ''
    ? mjml`<a href="${url}" tabindex="-1" aria-hidden="true" style="${linkStyle}">${image}</a>`
    : mjml`<a href="${url}" aria-label="${alt}, ${words.largerPicture}" style="${linkStyle}">${image}</a>`;
}

/**
 * If pictures are blocked, a round corner would cut off the first letter of the description. Returns CSS to append to
 * other declarations.
 */
export function besideCorner(radius: number): string {
  return radius > SMALL_CORNER ? `;text-indent:${radius}px` : '';
}
const SMALL_CORNER = 4;

/** The caption below a photo or a group; nothing if there is none. On the canvas, an empty caption shows a placeholder. */
export function captionMarkup(caption: string | undefined, context: BlockContext): Markup | false {
  if (caption === undefined || (caption === '' && !context.placeholder)) return false;
  const words = editable(context, 'caption', caption === '' ? 'Caption' : caption);
  return mjml`<p class="d-quiet" style="margin:8px 0 0;font-size:14px;line-height:20px;color:${context.palette.quiet}">${words}</p>`;
}

// In a group of three pictures the first one is as wide as the page, the others half as wide.
/** How photos are arranged on phones. */
export const PHOTO_STYLES = mjml`.ink-half { width: 100% !important; } .ink-beside > tbody > tr > td, .ink-first, .ink-pair { display: block !important; width: auto !important; padding: 0 0 12px !important; } .ink-first { padding: 0 0 8px !important; } .ink-pair { padding: 0 !important; } .ink-space { display: none !important; } .ink-group, .ink-group table, .ink-group tbody, .ink-group tr { display: block !important; } .ink-pair tr { display: inline !important; } .ink-left, .ink-right { display: inline-block !important; box-sizing: border-box; width: 50% !important; vertical-align: top; } .ink-left img, .ink-right img { aspect-ratio: 4/3 !important; } .ink-left { padding: 0 4px 0 0 !important; } .ink-right { padding: 0 0 0 4px !important; }`;
