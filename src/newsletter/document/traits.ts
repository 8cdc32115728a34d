import { isOwnFile } from '#newsletter/values/url.ts';
import type {
  BlockColours,
  BlockDate,
  BlockLink,
  BlockPicture,
  BlockText,
  InheritedText,
  MapAddress,
} from './block.ts';
import { type Block, type BlockType, DEFINITIONS } from './document.ts';

/**
 * What the program asks of any block, whatever its type. The answers stand in the blocks' definitions; nobody else
 * compares types.
 */

/** A text of a block, plain or rich; `replace` gives the block with another one. */
export type TextOf<Type extends BlockType = BlockType> = Omit<BlockText<never>, 'replace'> & {
  readonly replace: (text: string) => Block<Type>;
};
export type PictureOf<Type extends BlockType = BlockType> = Omit<BlockPicture<never>, 'describe'> & {
  readonly describe: (alt: string) => Block<Type>;
};
export type ColoursOf<Type extends BlockType = BlockType> = Omit<BlockColours<never>, 'recolour'> & {
  readonly recolour: (color: string) => Block<Type>;
};
export type InheritedTextOf<Type extends BlockType = BlockType> = Omit<InheritedText<never>, 'replace'> & {
  readonly replace: (text: string) => Block<Type>;
};

/** Whether it stands below all columns. */
export function isAtFoot(block: Block | null): boolean {
  return block !== null && DEFINITIONS[block.type].traits.place === 'foot';
}

/** Whether it begins a part of the newsletter. */
export function isHeading(block: Block | null | undefined): boolean {
  return block != null && DEFINITIONS[block.type].traits.isHeading;
}

/** Whether readers learn something from it. */
export function isContent(block: Block): boolean {
  return DEFINITIONS[block.type].traits.isContent;
}

/** Whether it is too low to be hit with ease. */
export function isThin(type: BlockType): boolean {
  return DEFINITIONS[type].traits.isThin;
}

/** Pixels that it takes in a middling column, about. */
export function heightOf<Type extends BlockType>(block: Block<Type>): number {
  return DEFINITIONS[block.type].traits.height(block.value);
}

/** Its texts in reading order. */
export function textsOf<Type extends BlockType>(block: Block<Type>): readonly TextOf<Type>[] {
  const texts = DEFINITIONS[block.type].traits.texts(block.value);
  return texts.map((text) => ({ ...text, replace: (words) => withValue(block, text.replace(words)) }));
}

/** The links that it is; those in rich text are not among them. */
export function linksOf<Type extends BlockType>(block: Block<Type>): readonly BlockLink[] {
  return DEFINITIONS[block.type].traits.links(block.value);
}

/** Its pictures in reading order. */
export function picturesOf<Type extends BlockType>(block: Block<Type>): readonly PictureOf<Type>[] {
  const pictures = DEFINITIONS[block.type].traits.pictures(block.value);
  return pictures.map((picture) => ({
    ...picture,
    describe: (alt) => withValue(block, picture.describe(alt)),
  }));
}

/** Its words on backgrounds whose colours are free. */
export function coloursOf<Type extends BlockType>(block: Block<Type>): readonly ColoursOf<Type>[] {
  const colours = DEFINITIONS[block.type].traits.colours(block.value);
  return colours.map((each) => ({ ...each, recolour: (color) => withValue(block, each.recolour(color)) }));
}

/** Its dates to keep. */
export function datesOf<Type extends BlockType>(block: Block<Type>): readonly BlockDate[] {
  return DEFINITIONS[block.type].traits.dates(block.value);
}

/** The text that the school's next newsletter begins with; null where it has none. */
export function inheritedTextOf<Type extends BlockType>(block: Block<Type>): InheritedTextOf<Type> | null {
  const inherited = DEFINITIONS[block.type].traits.inheritedText(block.value);
  if (inherited === null) return null;
  return { text: inherited.text, replace: (text) => withValue(block, inherited.replace(text)) };
}

/** The fields that must be filled in before the editor saves it, though its schema lets them be empty. */
export function emptyFieldsOf<Type extends BlockType>(block: Block<Type>): readonly string[] {
  return DEFINITIONS[block.type].traits.emptyFields(block.value);
}

/** The block with each address of a file as `map` gives it back. */
export function mapFiles<Type extends BlockType>(block: Block<Type>, map: MapAddress): Block<Type> {
  return withValue(block, DEFINITIONS[block.type].traits.mapFiles(block.value, map));
}

/** The paths of own files that it holds, each once: shown and linked ones, posters, and the whole pictures of crops. */
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
