import type { BlockContext } from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { photoMarkup } from '#newsletter/render/photo.ts';

/** How the pictures of a group are arranged, each pattern for its number of them. */

/** One large and two beside it, three across, two across, two rows of two. */
export const PATTERNS = ['one_and_two', 'three', 'two', 'four'] as const;
export type Pattern = (typeof PATTERNS)[number];
const COUNTS: Readonly<Record<Pattern, number>> = { one_and_two: 3, three: 3, two: 2, four: 4 };

/** The patterns for so many pictures. */
export function patternsFor(count: number): readonly Pattern[] {
  return PATTERNS.filter((pattern) => COUNTS[pattern] === count);
}

export type GroupPicture = { readonly url: string; readonly alt: string };

const GAP = 8;

/** The rows of a group's table. A pattern for another number counts as none: rows of two, an odd picture first. */
export function groupMarkup(
  pictures: readonly GroupPicture[],
  pattern: Pattern | undefined,
  context: BlockContext,
): Markup {
  const [first, ...rest] = pictures;
  if (first !== undefined && rest.length === 2) {
    if (pattern === 'one_and_two') return oneAndTwo(first, rest, context);
    if (pattern === 'three') return threeAcross(first, rest, context);
  }
  if (first !== undefined && rest.length === 0)
    return photoMarkup({ ...first, width: context.width, shape: 'own' }, context);
  const rows = rowsOf(pictures).map((row, index) => rowMarkup(row, context, index === 0 ? 0 : GAP));
  return mjml`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed">${rows}</table>`;
}

function rowsOf(pictures: readonly GroupPicture[]): (readonly GroupPicture[])[] {
  const lead = pictures.length % 2;
  return [pictures.slice(0, lead), pictures.slice(lead, lead + 2), pictures.slice(lead + 2)].filter(
    (row) => row.length > 0,
  );
}

function rowMarkup(row: readonly GroupPicture[], context: BlockContext, above: number): Markup {
  const [lead, ...others] = row;
  const { width } = context;
  if (lead !== undefined && others.length === 0) {
    return mjml`<tr><td colspan="2" style="padding:${above}px 0 0">${photoMarkup({ ...lead, width, shape: 'own' }, context)}</td></tr>`;
  }
  const each = Math.floor((width - GAP) / 2);
  const cells = row.map((picture, index) => {
    const sides = index === 0 ? `${above}px ${GAP / 2}px 0 0` : `${above}px 0 0 ${GAP / 2}px`;
    return mjml`<td valign="top" style="padding:${sides}">${halfPhoto(picture, each, context)}</td>`;
  });
  return mjml`<tr>${cells}</tr>`;
}

function threeAcross(first: GroupPicture, rest: readonly GroupPicture[], context: BlockContext): Markup {
  const each = Math.floor((context.width - 2 * GAP) / 3);
  const others = rest.map(
    (picture, index) =>
      mjml`${SPACE}<td class="${index === 0 ? 'ink-left' : 'ink-right'}" valign="top">${halfPhoto(picture, each, context)}</td>`,
  );
  return mjml`<table role="presentation" class="ink-group" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td class="ink-first" valign="top">${evenPhoto(first, each, context)}</td>${others}</tr></table>`;
}

// All are 4:3, so that the large one is as high as the two with their gap if it is as wide as twice one of them and 4/3 of
// the gap.
function oneAndTwo(first: GroupPicture, rest: readonly GroupPicture[], context: BlockContext): Markup {
  const small = Math.round((context.width - GAP - (4 / 3) * GAP) / 3);
  const large = context.width - GAP - small;
  const rows = rest.map(
    (picture, index) =>
      mjml`<tr><td class="${index === 0 ? 'ink-left' : 'ink-right'}" style="padding:${index === 0 ? 0 : GAP}px 0 0">${halfPhoto(picture, small, context)}</td></tr>`,
  );
  const share = Math.round((large / context.width) * 1000) / 10;
  return mjml`<table role="presentation" class="ink-group" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td class="ink-first" width="${share}%" valign="top">${evenPhoto(first, large, context)}</td>${SPACE}<td class="ink-pair" valign="top"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed">${rows}</table></td></tr></table>`;
}

const SPACE = mjml`<td class="ink-space" width="${GAP}" style="width:${GAP}px"></td>`;

function halfPhoto(picture: GroupPicture, width: number, context: BlockContext): Markup {
  return photoMarkup({ ...picture, width, shape: 'even', isHalfOnPhones: true }, context);
}

function evenPhoto(picture: GroupPicture, width: number, context: BlockContext): Markup {
  return photoMarkup({ ...picture, width, shape: 'even' }, context);
}
