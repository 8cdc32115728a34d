import { addBlock, removeBlock, replaceBlock } from '#newsletter/document/arrange.ts';
import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf, findBlock, positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { changeLayout } from '#newsletter/document/layout-change.ts';
import { movedBlocks } from './changes.ts';

/** Brings blocks of an earlier document into a later one. The functions are pure and keep the names of blocks. */

/** The later document with the blocks that it lacks, each below the block that it followed. */
export function withRemoved(before: NewsletterDocument, after: NewsletterDocument): NewsletterDocument {
  const earlier = changeLayout(before, after.layout);
  return blocksOf(earlier).reduce(
    (merged, block) => (findBlock(merged, block.name) === null ? putBack(merged, earlier, block) : merged),
    after,
  );
}

/** The later document with one block from the earlier one, at its earlier place if it is missing or has moved. */
export function withRestored(
  before: NewsletterDocument,
  after: NewsletterDocument,
  name: string,
): NewsletterDocument {
  const earlier = changeLayout(before, after.layout);
  const block = findBlock(earlier, name);
  if (block === null) return after;
  const now = findBlock(after, name);
  const stays = now !== null && now.wide === block.wide && !movedBlocks(earlier, after).has(name);
  return stays ? replaceBlock(after, block) : putBack(removeBlock(after, name), earlier, block);
}

function putBack(
  document: NewsletterDocument,
  earlier: NewsletterDocument,
  block: Block,
): NewsletterDocument {
  return addBlock(document, block, placeIn(document, earlier, block.name));
}

// Below the nearest block that was above it in its column and is still in that column.
function placeIn(
  document: NewsletterDocument,
  earlier: NewsletterDocument,
  name: string,
): SlotPosition | undefined {
  const from = positionOf(earlier, name);
  if (from === null) return undefined;
  const above = earlier.columns[from.column]?.slice(0, from.slot) ?? [];
  for (const block of above.toReversed()) {
    const place = block === null ? null : positionOf(document, block.name);
    if (place?.column === from.column) return { ...place, slot: place.slot + 1 };
  }
  return { column: from.column, slot: 0 };
}
