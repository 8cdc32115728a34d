import { isSameAudience } from './audience.ts';
import { type Block, type Column, columnCount, isAtFoot, type NewsletterDocument } from './document.ts';
import { blocksOf, findBlock } from './layout.ts';
import { blocksOfPart } from './parts.ts';
import { type Segment, segmentColumns, segmentsOf } from './segments.ts';
import { isHeading } from './traits.ts';

/** The rights of a person who writes only in parts of a newsletter. */

/** The names of the blocks at which parts begin. */
export interface PartsBegun {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

/** The names of the blocks in a person's parts. */
export function ownBlocks(document: NewsletterDocument, own: readonly string[]): ReadonlySet<string> {
  return new Set(own.flatMap((part) => blocksOfPart(document, part)));
}

/** A person's rights on a block; each includes the ones before. `add`: add blocks below it. `arrange`: move and remove it. */
export type BlockRight = 'read' | 'write' | 'add' | 'arrange';

/** A person's right on a block. */
export function rightAt(document: NewsletterDocument, parts: PartsBegun, name: string): BlockRight {
  if (movableBlocks(document, parts).has(name)) return 'arrange';
  const headings = parts.own.filter((part) => isHeading(findBlock(document, part)));
  if (ownBlocks(document, headings).has(name)) return 'add';
  return ownBlocks(document, parts.own).has(name) ? 'write' : 'read';
}

/** Whether a block may be added to a part: a heading or a footer would end it. */
export function mayBeInPart(block: Block): boolean {
  return !isHeading(block) && !isAtFoot(block);
}

// All but the blocks at which a part begins, whoever owns it.
function movableBlocks(document: NewsletterDocument, { own, others }: PartsBegun): ReadonlySet<string> {
  const begun = new Set([...own, ...others]);
  return new Set([...ownBlocks(document, own)].filter((name) => !begun.has(name)));
}

/**
 * Whether a change of blocks stays within a person's parts, as they were before the change. The content of own blocks
 * may change; below an own heading, blocks may be added, removed and moved. Blocks at which a part begins keep their
 * places, and no heading or footer is added, so that no part grows. The person may not change a block's audience: a new
 * block has the audience of another one of theirs. Settings are not compared. `isSame`: whether two blocks have the
 * same content.
 */
export function staysInParts(
  before: NewsletterDocument,
  after: NewsletterDocument,
  parts: PartsBegun,
  isSame: (before: Block, after: Block) => boolean,
): boolean {
  const blocks = blocksOf(before);
  const then = new Map(blocks.map((block) => [block.name, block]));
  const now = new Map(blocksOf(after).map((block) => [block.name, block]));
  const own = parts.own.filter((name) => then.has(name));
  const [mine, reached] = [ownBlocks(before, own), ownBlocks(after, own)];
  const movable = movableBlocks(before, parts);
  const looks = blocks.filter(({ name }) => mine.has(name));
  const mayChange = (was: Block) => {
    const is = now.get(was.name);
    if (is === undefined) return movable.has(was.name);
    if (mine.has(was.name) !== reached.has(was.name)) return false;
    return isInSameFrame(was, is) && (mine.has(was.name) || isSame(was, is));
  };
  const mayCome = (block: Block) =>
    reached.has(block.name) &&
    mayBeInPart(block) &&
    (block.wide !== true || looks.some(({ wide }) => wide)) &&
    (block.tint === undefined || looks.some(({ tint }) => tint === block.tint)) &&
    looks.some(({ audience }) => isSameAudience(audience, block.audience));
  return (
    blocks.every(mayChange) &&
    [...now.values()].every((block) => then.has(block.name) || mayCome(block)) &&
    frameOf(before, parts, mine) === frameOf(after, parts, reached)
  );
}

function isInSameFrame(was: Block, is: Block): boolean {
  const isSeenByTheSame = isSameAudience(was.audience, is.audience);
  return was.type === is.type && was.wide === is.wide && was.tint === is.tint && isSeenByTheSame;
}

/** Everything that the person may not move, and the white space and tints around it. */
function frameOf(document: NewsletterDocument, parts: PartsBegun, mine: ReadonlySet<string>): string {
  const movable = movableBlocks(document, parts);
  const fixed = segmentsOf(document.columns).filter(
    (segment) => !('wide' in segment && movable.has(segment.wide.name)),
  );
  const segments = segmentsOf(segmentColumns(fixed, document.columns.length));
  return JSON.stringify([columnCount(document.layout), segments.flatMap(frame)]);

  function frame(segment: Segment<Block>): readonly unknown[] {
    if ('wide' in segment) return [segment.wide.name];
    const columns = segment.columns.map(fixedIn);
    if (columns.every((column) => column.length === 0)) return [];
    // In one column each block has its own tint.
    const blocks = segment.columns.length === 1 ? [] : segment.columns.flat();
    return [{ columns, tint: blocks.find((block) => block !== null)?.tint ?? null }];
  }

  // White space belongs to the block above it.
  function fixedIn(column: Column): (string | null)[] {
    const first = column.find((block) => block !== null);
    let isMine = first !== undefined && movable.has(first.name);
    const kept: (string | null)[] = [];
    for (const block of column) {
      if (block !== null) isMine = mine.has(block.name);
      if (block === null ? !isMine : !movable.has(block.name)) kept.push(block?.name ?? null);
    }
    return kept;
  }
}
