import { DESIGNS } from '#newsletter/designs/list.ts';

/**
 * The copies of an uploaded picture: smaller ones in WebP for pages (`w480`: 480 pixels wide), and ones in its own
 * format that are cropped to the shapes of `PhotoShape` for mails, because mail programs do not support `aspect-ratio`
 * (`4x3`, and `4x5` for photos in portrait format). These are cropped around the centre; `4x3-30` is cropped around a
 * focal point, here at 30 %. `flat-ffffff` is a drawing on a background of that colour: mail programs with a dark mode
 * of their own remove all backgrounds that are not pictures.
 */
const COPY_WIDTHS = [480, 800, 1200] as const;
/** The shapes of cropped copies, and their maximum width in pixels. */
export const CUTS = { '4x3': { shape: 4 / 3, width: 800 }, '4x5': { shape: 4 / 5, width: 1104 } } as const;
/** Shapes that differ by less count as equal. */
const TOLERANCE = 0.01;
const WIDTH = /^w(\d{3,4})$/;
/** The widths on phones, for `sizes`, by the mark in a photo's markup. */
const PHONE_WIDTHS: ReadonlyMap<string, string> = new Map([
  ['half', '50vw'],
  ['full', '100vw'],
]);
const PHONE = / data-phone="(\w+)"/;
const COPY = /^(?:w\d{3,4}|4x[35](?:-\d{1,3})?|flat-[\da-f]{6})$/;
/** The background of a logo in a mail: see `logoImage`. */
const LOGO_GROUND = /background:#([\da-f]{6}) linear-gradient/;
const FLAT = /^flat-([\da-f]{6})$/;
const FOCUSED = /^(4x[35])-(\d{1,3})$/;
/** The step of focal points in names, in percent. It limits how many copies a reader can request. */
const FOCUS_STEP = 10;
const POSITION = /object-position:(\d{1,3})% (\d{1,3})%/;
const TALL = /max-height:125cqi|aspect-ratio:4\/5/;
const PICTURE = /<img\b[^>]*>/g;

/** A picture's intrinsic size in pixels. */
export type PictureSize = {
  readonly width: number;
  readonly height: number;
  /** The names of its copies. */
  readonly copies?: readonly string[];
  /** Whether it may be transparent: it has flat copies. */
  readonly isDrawing?: boolean;
};

/** A stored picture; width and height in pixels. */
export type StoredPicture = {
  readonly contentType: string;
  readonly width: number | null;
  readonly height: number | null;
};

/** The names of a picture's copies. None is larger than the picture, and animations have none. */
export function copyNames({ contentType, width, height }: StoredPicture): readonly string[] {
  const isPhoto = contentType === 'image/jpeg';
  if (!(isPhoto || contentType === 'image/png') || !width || !height) return [];
  const names = COPY_WIDTHS.filter((smaller) => smaller < width).map((smaller) => `w${smaller}`);
  const shape = width / height;
  if (Math.abs(shape - CUTS['4x3'].shape) > TOLERANCE) names.push('4x3');
  if (isPhoto && CUTS['4x5'].shape - shape > TOLERANCE) names.push('4x5');
  return names;
}

/** The shape of a cropped copy, and its position along the cropped side, in percent. Null for other names. */
export function cutOf(name: string): { readonly name: keyof typeof CUTS; readonly at: number } | null {
  const [, base = name, at = '50'] = FOCUSED.exec(name) ?? [];
  return base === '4x3' || base === '4x5' ? { name: base, at: Number(at) } : null;
}

/** The background colour of a flat copy, in CSS; null for other names. */
export function groundOf(name: string): string | null {
  const colour = FLAT.exec(name)?.[1];
  return colour === undefined ? null : `#${colour}`;
}

/** The names of a picture's flat copies, one for each sheet colour of the designs. */
function flatNames({ contentType, width, height }: StoredPicture): readonly string[] {
  if (contentType !== 'image/png' || !width || !height) return [];
  return [...new Set(Object.values(DESIGNS).map(({ sheet }) => `flat-${sheet.slice(1)}`))];
}

/** Whether it is the name of a copy that is only made on request, as few pictures need one. */
export function isMadeAlone(name: string): boolean {
  return isFocused(name) || FLAT.test(name);
}

/** Whether it is the name of a copy that is cropped around a focal point. */
function isFocused(name: string): boolean {
  const at = FOCUSED.exec(name)?.[2];
  return at !== undefined && at === String(Number(at)) && isStep(Number(at));
}

function isStep(at: number): boolean {
  return at % FOCUS_STEP === 0 && at <= 100 && at !== 50;
}

/** Whether the picture has a copy of this name, or can have one. */
export function canHaveCopy(picture: StoredPicture, name: string): boolean {
  const names = copyNames(picture);
  const cut = cutOf(name);
  if (names.includes(name) || flatNames(picture).includes(name)) return true;
  return isFocused(name) && cut !== null && names.includes(cut.name);
}

/** The name of a picture's copy that is cropped around a focal point. Only one side of a picture is cropped. */
function focusedName(name: keyof typeof CUTS, tag: string, { width, height }: PictureSize): string {
  const [, x, y] = POSITION.exec(tag) ?? [];
  const along = Number((width / height > CUTS[name].shape ? x : y) ?? 50);
  const at = Math.round(along / FOCUS_STEP) * FOCUS_STEP;
  return isStep(at) ? `${name}-${at}` : name;
}

/** The media type of a copy, by its name and its picture's media type; null if the name is not that of a copy. */
export function copyType(name: string, ofPicture: string): 'image/webp' | 'image/jpeg' | 'image/png' | null {
  if (!COPY.test(name)) return null;
  if (WIDTH.test(name)) return 'image/webp';
  return ofPicture === 'image/png' ? 'image/png' : 'image/jpeg';
}

/** The width in pixels in a copy's name; null for a cropped copy. */
export function copyWidth(name: string): number | null {
  const width = WIDTH.exec(name)?.[1];
  return width === undefined ? null : Number(width);
}

/** The address of a picture's copy. */
function copyAddress(address: string, name: string): string {
  return `${address}?copy=${name}`;
}

/** The `img` of a page with smaller copies, from which the browser chooses. */
export function withSmallerCopies(marked: string, address: string, copies: readonly string[]): string {
  const tag = marked.replace(PHONE, '');
  const candidates = copies.flatMap((name) => {
    const width = copyWidth(name);
    return width === null ? [] : [`${copyAddress(address, name)} ${width}w`];
  });
  const width = Number(/ width="(\d+)"/.exec(tag)?.[1]);
  if (candidates.length === 0 || !(width > 0)) return tag;
  const onPhones = PHONE_WIDTHS.get(PHONE.exec(marked)?.[1] ?? '');
  // Logos, which have no mark, keep their width.
  const sizes = onPhones === undefined ? `${width}px` : `(max-width:479px) ${onPhones}, ${width}px`;
  return `<picture><source type="image/webp" srcset="${candidates.join(', ')}" sizes="${sizes}">${tag}</picture>`;
}

/** The preview of a mail, whose tall photos are cropped by the browser, because it uses no copies. */
export function withPreviewedCuts(mail: string): string {
  return mail.replace(PICTURE, (tag) =>
    tag.includes('max-height:125cqi')
      ? `<span style="display:block;container-type:inline-size">${tag}</span>`
      : tag,
  );
}

/**
 * A mail in which cropped photos are replaced by copies of their shape, if they exist, and the logo by a copy on its
 * background. `sizeOf` takes an address in the mail.
 */
export function withMailCopies(mail: string, sizeOf: (address: string) => PictureSize | undefined): string {
  return mail.replace(PICTURE, (tag) => {
    const name = tag.includes('aspect-ratio:4/3') ? '4x3' : TALL.test(tag) ? '4x5' : null;
    const ground = LOGO_GROUND.exec(tag)?.[1];
    const address = / src="([^"]*)"/.exec(tag)?.[1];
    const size = address === undefined ? undefined : sizeOf(address);
    const at = (copy: string) =>
      tag.replace(` src="${address}"`, () => ` src="${copyAddress(address ?? '', copy)}"`);
    if (ground !== undefined && size?.isDrawing === true) return at(`flat-${ground}`);
    return name !== null && size?.copies?.includes(name) === true ? at(focusedName(name, tag, size)) : tag;
  });
}
