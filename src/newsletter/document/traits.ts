import type { BlockCover } from '#newsletter/designs/design.ts';
import { isOwnFile } from '#newsletter/values/url.ts';
import type {
  BlockColours,
  BlockDate,
  BlockLink,
  BlockPicture,
  BlockRow,
  BlockText,
  InheritedText,
  MapAddress,
  Recommendation,
} from './block.ts';
import { type Block, type BlockType, DEFINITIONS } from './document.ts';
import type { SchoolDates } from './school-dates.ts';

/**
 * Returns a block's traits, whatever its type. Block definitions provide them; nothing else compares types.
 */

/** Like `BlockText`, but `replace` returns the block. The types below follow the same pattern. */
export type TextOf<Type extends BlockType = BlockType> = Omit<BlockText<never>, 'replace'> & {
  readonly replace: (text: string) => Block<Type>;
};
export type PictureOf<Type extends BlockType = BlockType> = Omit<BlockPicture<never>, 'describe'> & {
  readonly describe: (alt: string | null) => Block<Type>;
};
export type ColoursOf<Type extends BlockType = BlockType> = Omit<BlockColours<never>, 'recolour'> & {
  readonly recolour: (color: string) => Block<Type>;
};
export type InheritedTextOf<Type extends BlockType = BlockType> = Omit<InheritedText<never>, 'replace'> & {
  readonly replace: (text: string) => Block<Type>;
};

/** Whether the block starts a section of the newsletter. */
export function isHeading(block: Block | null | undefined): boolean {
  return block != null && DEFINITIONS[block.type].traits.isHeading;
}

/** Whether the block is content, unlike a footer. */
export function isContent(block: Block): boolean {
  return DEFINITIONS[block.type].traits.isContent;
}

/** Whether blocks of this type are too low to click easily. */
export function isThin(type: BlockType): boolean {
  return DEFINITIONS[type].traits.isThin;
}

/** Whether the block's content usually holds for one issue only; 'until-kept': until it is kept for another one as well. */
export function isOfOneIssue(block: Block): boolean | 'until-kept' {
  // A footer without a text of its own only names the school.
  if (inheritedTextOf(block)?.text.trim() === '') return false;
  return DEFINITIONS[block.type].traits.isOfOneIssue;
}

/** The block's approximate height in pixels in a medium column. */
export function heightOf<Type extends BlockType>(block: Block<Type>): number {
  return DEFINITIONS[block.type].traits.height(block.value);
}

/** The block's texts in reading order. */
export function textsOf<Type extends BlockType>(block: Block<Type>): readonly TextOf<Type>[] {
  const texts = DEFINITIONS[block.type].traits.words?.texts(block.value) ?? [];
  return texts.map((text) => ({ ...text, replace: (words) => withValue(block, text.replace(words)) }));
}

/** The block's links, without those in rich text. */
export function linksOf<Type extends BlockType>(block: Block<Type>): readonly BlockLink[] {
  return DEFINITIONS[block.type].traits.words?.links?.(block.value) ?? [];
}

/** The block's pictures in reading order. */
export function picturesOf<Type extends BlockType>(block: Block<Type>): readonly PictureOf<Type>[] {
  const pictures = DEFINITIONS[block.type].traits.files?.pictures?.(block.value) ?? [];
  return pictures.map((picture) => ({
    ...picture,
    describe: (alt) => withValue(block, picture.describe(alt)),
  }));
}

/** Optional parts that the block should have. */
export function recommendationsOf<Type extends BlockType>(block: Block<Type>): readonly Recommendation[] {
  return DEFINITIONS[block.type].traits.recommendations?.(block.value) ?? [];
}

/** The block's freely chosen pairs of text and background colour. */
export function coloursOf<Type extends BlockType>(block: Block<Type>): readonly ColoursOf<Type>[] {
  const colours = DEFINITIONS[block.type].traits.words?.colours?.(block.value) ?? [];
  return colours.map((each) => ({ ...each, recolour: (color) => withValue(block, each.recolour(color)) }));
}

/** The dates of the block's events. */
export function datesOf<Type extends BlockType>(block: Block<Type>): readonly BlockDate[] {
  return DEFINITIONS[block.type].traits.rows?.dates?.list(block.value) ?? [];
}

/** The block's rows in order. */
export function rowsOf<Type extends BlockType>(block: Block<Type>): readonly BlockRow[] {
  return DEFINITIONS[block.type].traits.rows?.list(block.value) ?? [];
}

/** The block without these rows; null if nothing is left. */
export function withoutRows<Type extends BlockType>(
  block: Block<Type>,
  keys: ReadonlySet<string>,
): Block<Type> | null {
  const { rows } = DEFINITIONS[block.type].traits;
  if (rows === null) return block;
  const value = rows.without(block.value, keys);
  return value === null ? null : withValue(block, value);
}

/** The block with the date of one of its rows changed. */
export function withDate<Type extends BlockType>(block: Block<Type>, date: BlockDate): Block<Type> {
  const dates = DEFINITIONS[block.type].traits.rows?.dates;
  return dates === undefined ? block : withValue(block, dates.with(block.value, date));
}

/** The block's inherited text; null if it has none. */
export function inheritedTextOf<Type extends BlockType>(block: Block<Type>): InheritedTextOf<Type> | null {
  const inherited = DEFINITIONS[block.type].traits.words?.inherited?.(block.value);
  if (inherited === undefined) return null;
  return { text: inherited.text, replace: (text) => withValue(block, inherited.replace(text)) };
}

/** The picture for a masthead, if the block is one. */
export function coverOf<Type extends BlockType>(block: Block<Type>): BlockCover | null {
  return DEFINITIONS[block.type].traits.files?.cover?.(block.value) ?? null;
}

/** The block with a new id for each of its rows. */
export function withNewIds<Type extends BlockType>(block: Block<Type>, makeId: () => string): Block<Type> {
  const { rows } = DEFINITIONS[block.type].traits;
  return rows?.withNewIds === undefined ? block : withValue(block, rows.withNewIds(block.value, makeId));
}

/** Empty fields that the schema allows but Save changes does not. */
export function emptyFieldsOf<Type extends BlockType>(block: Block<Type>): readonly string[] {
  return DEFINITIONS[block.type].traits.words?.emptyFields?.(block.value) ?? [];
}

/** The block with all file URLs mapped. */
export function mapFiles<Type extends BlockType>(block: Block<Type>, map: MapAddress): Block<Type> {
  const { files } = DEFINITIONS[block.type].traits;
  return files === null ? block : withValue(block, files.map(block.value, map));
}

/** Whether the block fills itself from the school's dates, and is not filled yet. */
export function isUnfilled<Type extends BlockType>(block: Block<Type>): boolean {
  const { filling } = DEFINITIONS[block.type].traits;
  return filling !== null && !filling.isFilled(block.value);
}

/** The block with the school's dates, if it fills itself from them. */
export function filledWith<Type extends BlockType>(block: Block<Type>, dates: SchoolDates): Block<Type> {
  const { filling } = DEFINITIONS[block.type].traits;
  return filling === null ? block : withValue(block, filling.fill(block.value, dates, block.audience));
}

/** The block as stored in drafts, to be filled again each time. */
export function emptied<Type extends BlockType>(block: Block<Type>): Block<Type> {
  const { filling } = DEFINITIONS[block.type].traits;
  return filling?.isFilled(block.value) ? withValue(block, filling.empty(block.value)) : block;
}

/** The unique paths of the block's uploaded files: shown or linked files, posters and originals of crops. */
export function filesOf(block: Block): readonly string[] {
  const paths = new Set<string>();
  mapFiles(block, (address) => {
    if (isOwnFile(address)) paths.add(address);
    return address;
  });
  return [...paths];
}

function withValue<Type extends BlockType>(block: Block<Type>, value: Block<Type>['value']): Block<Type> {
  return { ...block, value };
}
