import type { BlockContext } from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { photoMarkup } from '#newsletter/render/photo.ts';
import type { FocalPoint } from '#newsletter/values/picture.ts';

/** The patterns of pictures in a group. Each is for a fixed number of pictures. */

/**
 * One large picture and two beside it, three across, two across, two rows of two. The last two are how so many pictures are shown anyway, but
 * newsletters have them stored: their only card stores them when it is pressed.
 */
export const PATTERNS = ['one_and_two', 'three', 'two', 'four'] as const;
export type Pattern = (typeof PATTERNS)[number];
const COUNTS: Readonly<Record<Pattern, number>> = { one_and_two: 3, three: 3, two: 2, four: 4 };

/** The patterns for this number of pictures. */
export function patternsFor(count: number): readonly Pattern[] {
  return PATTERNS.filter((pattern) => COUNTS[pattern] === count);
}

/** The pattern for pictures of these shapes; undefined: rows of two, an odd one first. */
export function suggestedPattern(
  images: readonly { readonly isTall?: boolean | undefined }[],
): Pattern | undefined {
  const [first, ...rest] = images;
  if (rest.length !== 2 || !images.some(({ isTall }) => isTall)) return undefined;
  return first?.isTall && !rest.some(({ isTall }) => isTall) ? 'one_and_two' : 'three';
}

/** The ratio of height to width from which a picture counts as portrait: at 4:3 it would lose too much, such as faces. */
const TALL = 1.2;
/** A photo that is at least as high as wide is cropped at the top and bottom, and people’s heads are rarely in its middle. */
const FACES: FocalPoint = { x: 50, y: 30 };

/** The stored shape of a new picture, by its size in pixels; nothing for an unknown size. */
export function pictureShape(
  width: number,
  height: number,
): { readonly isTall?: true; readonly focus?: FocalPoint } {
  if (width <= 0 || height < width) return {};
  return { focus: FACES, ...(height >= TALL * width && { isTall: true }) };
}

export type GroupPicture = {
  readonly url: string;
  readonly alt: string;
  readonly isTall: boolean;
  /** Whether it may be cropped in a row of its own; see `isPhoto`. */
  readonly isPhoto: boolean;
  readonly focus: FocalPoint | undefined;
};

const GAP = 8;

/** A picture's aspect ratio, width by height. */
function aspectOf({ isTall }: GroupPicture): number {
  return isTall ? 4 / 5 : 4 / 3;
}

/** The rows of a group, each a table. A pattern for another number is ignored: rows of two, an odd picture first. */
export function groupMarkup(
  pictures: readonly GroupPicture[],
  pattern: Pattern | undefined,
  context: BlockContext,
): Markup {
  const [first, second, third, ...others] = pictures;
  if (first !== undefined && second !== undefined && third !== undefined && others.length === 0) {
    if (pattern === 'one_and_two') return oneAndTwo(first, [second, third], context);
    if (pattern === 'three') return threeAcross([first, second, third], context);
  }
  const rows = rowsOf(pictures).map((row, index) => rowMarkup(row, context, index === 0 ? 0 : GAP));
  return mjml`${rows}`;
}

function rowsOf(pictures: readonly GroupPicture[]): (readonly GroupPicture[])[] {
  const lead = pictures.slice(0, pictures.length % 2);
  const others = pictures.slice(lead.length);
  const pairs = others.flatMap((_, index) => (index % 2 === 0 ? [others.slice(index, index + 2)] : []));
  return lead.length > 0 ? [lead, ...pairs] : pairs;
}

function rowMarkup(row: readonly GroupPicture[], context: BlockContext, above: number): Markup {
  const [lead, ...others] = row;
  const { width } = context;
  if (lead !== undefined && others.length === 0)
    return photoMarkup({ ...lead, width, shape: lead.isPhoto ? 'tall' : 'own' }, context);
  const widths = widthsOf(row, width);
  const cells = row.map((picture, index) => {
    const sides = index === 0 ? `${above}px ${GAP / 2}px 0 0` : `${above}px 0 0 ${GAP / 2}px`;
    const each = widths[index] ?? width;
    return mjml`<td width="${shareOf(each + GAP / 2, width)}" valign="top" style="padding:${sides}">${halfPhoto(picture, each, context)}</td>`;
  });
  return mjml`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr>${cells}</tr></table>`;
}

/** The widths that make adjacent pictures equally high. */
function widthsOf(row: readonly GroupPicture[], width: number): readonly number[] {
  const free = width - (row.length - 1) * GAP;
  const sum = row.reduce((total, picture) => total + aspectOf(picture), 0);
  return row.map((picture) => Math.floor((free * aspectOf(picture)) / sum));
}

function shareOf(part: number, width: number): string {
  return `${Math.round((part / width) * 1000) / 10}%`;
}

type Three = readonly [GroupPicture, GroupPicture, GroupPicture];

function threeAcross(row: Three, context: BlockContext): Markup {
  const widths = widthsOf(row, context.width);
  const [first] = row;
  const [lead = context.width] = widths;
  const others = row.slice(1).map((picture, index) => {
    const each = widths[index + 1] ?? lead;
    return mjml`${SPACE}<td class="${index === 0 ? 'ink-left' : 'ink-right'}" width="${shareOf(each, context.width)}" valign="top">${halfPhoto(picture, each, context)}</td>`;
  });
  return mjml`<table role="presentation" class="ink-group" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td class="ink-first" width="${shareOf(lead, context.width)}" valign="top">${firstPhoto(first, lead, context)}</td>${others}</tr></table>`;
}

// The large picture is as high as the two others with their gap.
function oneAndTwo(
  first: GroupPicture,
  rest: readonly [GroupPicture, GroupPicture],
  context: BlockContext,
): Markup {
  const aspect = aspectOf(first);
  const heights = rest.reduce((sum, picture) => sum + 1 / aspectOf(picture), 0);
  const small = Math.round((context.width - GAP - aspect * GAP) / (1 + aspect * heights));
  const large = context.width - GAP - small;
  const rows = rest.map(
    (picture, index) =>
      mjml`<tr><td class="${index === 0 ? 'ink-left' : 'ink-right'}" style="padding:${index === 0 ? 0 : GAP}px 0 0">${halfPhoto(picture, small, context)}</td></tr>`,
  );
  return mjml`<table role="presentation" class="ink-group" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td class="ink-first" width="${shareOf(large, context.width)}" valign="top">${firstPhoto(first, large, context)}</td>${SPACE}<td class="ink-pair" valign="top"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed">${rows}</table></td></tr></table>`;
}

const SPACE = mjml`<td class="ink-space" width="${GAP}" style="width:${GAP}px"></td>`;

function halfPhoto(picture: GroupPicture, width: number, context: BlockContext): Markup {
  return photoMarkup({ ...shaped(picture), width, isHalfOnPhones: true }, context);
}

function firstPhoto(picture: GroupPicture, width: number, context: BlockContext): Markup {
  return photoMarkup({ ...shaped(picture), width }, context);
}

function shaped({ url, alt, isTall, focus }: GroupPicture) {
  return { url, alt, focus, shape: isTall ? 'portrait' : 'even' } as const;
}
