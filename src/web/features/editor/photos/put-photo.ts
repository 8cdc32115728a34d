import type { UploadedPhoto } from '#newsletter/blocks/block-editor.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block, BlockType } from '#newsletter/document/document.ts';

/** The block with a photo after those in `before`; the same block if its type takes no photos. */
export function putPhoto<Type extends BlockType>(
  block: Block<Type>,
  photo: UploadedPhoto,
  before: ReadonlySet<string>,
): Block<Type> {
  const value = EDITORS[block.type].photos?.put(block.value, photo, before);
  return value === undefined ? block : { ...block, value };
}

/** The number of photos that a block can hold, and the number it has. */
export function photoRoom<Type extends BlockType>(
  block: Block<Type>,
): { readonly max: number; readonly count: number } {
  const taker = EDITORS[block.type].photos;
  return { max: taker?.room ?? 0, count: taker?.count(block.value) ?? 0 };
}

/** A new block with its arrangement for `count` photos; `isAcross`: across the whole width of the newsletter. */
export function emptyFor<Type extends BlockType>(
  block: Block<Type>,
  count: number,
  isAcross: boolean,
): Block<Type> {
  const value = EDITORS[block.type].photos?.emptyFor?.(count, isAcross);
  return value === undefined ? block : { ...block, value };
}
