import { type Block, isAtFoot, type NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf, positionOf } from '#newsletter/document/layout.ts';
import { sideOf } from '#web/features/editor/kernel/state/sides.ts';

// Every block of the canvas asks for the places in the same document.
const known = new WeakMap<NewsletterDocument, ReadonlyMap<string, string>>();

/** A block's place, for readers of the canvas: 'Left column, 2 of 8'. Counted in reading order over the newsletter. */
export function blockPlace(document: NewsletterDocument, name: string, isRightToLeft: boolean): string {
  const places = known.get(document) ?? placesIn(document, isRightToLeft);
  known.set(document, places);
  return places.get(name) ?? '';
}

function placesIn(document: NewsletterDocument, isRightToLeft: boolean): ReadonlyMap<string, string> {
  const blocks = blocksOf(document);
  return new Map(
    blocks.map((block, index) => [
      block.name,
      `${columnOf(document, block, isRightToLeft)}${index + 1} of ${blocks.length}`,
    ]),
  );
}

function columnOf(document: NewsletterDocument, block: Block, isRightToLeft: boolean): string {
  if (isAtFoot(block)) return 'At the foot, ';
  if (document.columns.length === 1) return '';
  if (block.wide === true) return 'Across both columns, ';
  const column = positionOf(document, block.name)?.column ?? 0;
  return sideOf(column, isRightToLeft) === 'left' ? 'Left column, ' : 'Right column, ';
}
