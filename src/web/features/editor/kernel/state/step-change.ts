import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf, findBlock, positionOf } from '#newsletter/document/layout.ts';

/** The change that a step of Undo or Redo has made. */
export interface StepChange {
  readonly block: string;
  /** Whether the step has removed it. */
  readonly isRemoved: boolean;
  /** The block to look at: itself, or its neighbour if it was removed. Null in an empty newsletter. */
  readonly shown: string | null;
}

/** The first block that a step has changed or added, removed, or moved; null if only settings of the newsletter have changed. */
export function stepChange(
  before: NewsletterDocument,
  after: NewsletterDocument,
  focused: string | null = null,
): StepChange | null {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const changed = now.find((block) => findBlock(before, block.name) !== block);
  if (changed !== undefined) return { block: changed.name, isRemoved: false, shown: changed.name };
  const at = old.findIndex(({ name }, index) => now[index]?.name !== name);
  const first = old[at];
  if (first === undefined) return null;
  if (findBlock(after, first.name) === null)
    return { block: first.name, isRemoved: true, shown: neighbourOf(before, first.name, after) };
  // It has moved down if the next block has its place now; otherwise another one has moved up before it.
  const [down, up] = [first, now[at] ?? first];
  const isSwap = old[at + 1] === up && now[at + 1] === down;
  // If two blocks have swapped places, the one with the focus is the one that this person has just moved.
  const moved = isSwap && focused === up.name ? up : old[at + 1]?.name === up.name ? down : up;
  return { block: moved.name, isRemoved: false, shown: moved.name };
}

/** The block in the place of a removed one, or else the last one in its column, or else the newsletter's first. */
function neighbourOf(before: NewsletterDocument, name: string, after: NewsletterDocument): string | null {
  const place = positionOf(before, name);
  const column = after.columns[place?.column ?? 0] ?? [];
  const near = column[place?.slot ?? 0] ?? column.findLast((block) => block !== null);
  return (near ?? blocksOf(after)[0])?.name ?? null;
}
