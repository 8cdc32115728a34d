import { blockDifferences } from '#newsletter/changes/block-differences.ts';
import { type Change, changesBetween, type Version } from '#newsletter/changes/changes.ts';
import { withRemoved } from '#newsletter/changes/place-block.ts';
import type { Block } from '#newsletter/document/document.ts';
import { blocksOf, findBlock, positionOf } from '#newsletter/document/layout.ts';
import { sideOf } from '#web/features/editor/kernel/state/sides.ts';

/** Two versions of a newsletter as the canvas shows them: the later one, with the blocks that it lacks in their places. */
export interface Comparison {
  readonly shown: Version;
  /** In the order of the canvas, settings first. */
  readonly changes: readonly Change[];
  /** By the block's name. */
  readonly marks: ReadonlyMap<string, Mark>;
}

/** The mark of a block that differs. */
export interface Mark {
  /** Its place in `changes`. */
  readonly index: number;
  readonly kind: Exclude<Change['kind'], 'setting'>;
  /** 'Changed'. */
  readonly word: string;
  /** The part that changed, or where it moved from: 'picture', 'from the left column'; '' if the word says it all. */
  readonly detail: string;
  /** As the earlier version has it; null if that lacks it. */
  readonly was: Block | null;
}

export function compareVersions(before: Version, after: Version, isRightToLeft: boolean): Comparison {
  const document = withRemoved(before.document, after.document);
  const places = new Map(blocksOf(document).map(({ name }, place) => [name, place]));
  const placeOf = ({ block }: Change) => (block === null ? -1 : (places.get(block) ?? 0));
  const changes = changesBetween(before, after).toSorted((one, other) => placeOf(one) - placeOf(other));
  const marks = changes.flatMap((change, index): [string, Mark][] =>
    change.block === null || change.kind === 'setting'
      ? []
      : [[change.block, markOf(change.kind, index, change, { before, after, isRightToLeft })]],
  );
  return { shown: { title: after.title, document }, changes, marks: new Map(marks) };
}

/** A version without anything to compare it with. */
export function asItWas(version: Version): Comparison {
  return { shown: version, changes: [], marks: new Map() };
}

const WORDS = { added: 'Added', changed: 'Changed', moved: 'Moved', removed: 'Removed' } as const;

function markOf(
  kind: Mark['kind'],
  index: number,
  { block, words }: Change,
  { before, after, isRightToLeft }: Compared,
): Mark {
  const name = block ?? '';
  const [was, is] = [findBlock(before.document, name), findBlock(after.document, name)];
  const parts = kind === 'changed' && was !== null && is !== null ? blockDifferences(was, is) : [];
  const hasMovedToo = kind === 'changed' && words.endsWith('moved');
  return {
    index,
    kind,
    word: hasMovedToo ? 'Changed and moved' : WORDS[kind],
    detail: kind === 'moved' ? movedFrom(name, { before, after, isRightToLeft }) : parts.join(', '),
    was,
  };
}

interface Compared {
  readonly before: Version;
  readonly after: Version;
  readonly isRightToLeft: boolean;
}

function movedFrom(name: string, { before, after, isRightToLeft }: Compared): string {
  const [was, is] = [positionOf(before.document, name), positionOf(after.document, name)];
  if (was === null || is === null) return '';
  if (was.column !== is.column) return `from the ${sideOf(was.column, isRightToLeft)} column`;
  if (was.slot === is.slot) return '';
  return was.slot < is.slot ? 'down' : 'up';
}
