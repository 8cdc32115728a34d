import type { Block, Column, NewsletterDocument } from '#newsletter/document/document.ts';
import { type Segment, segmentColumns, segmentsOf } from '#newsletter/document/segments.ts';
import { mergeOrder } from './merge-order.ts';
import { changedSide, type ThreeSides } from './three-sides.ts';

/** The place of a block: its column (0 for a wide one) and the empty slots above it. */
interface Placement {
  readonly column: number;
  readonly gaps: number;
}

/**
 * The columns of a merged newsletter whose blocks are known, from three versions with the same number of columns. A
 * block that both sides have moved gets my place.
 */
export function mergeColumns(
  { base, theirs, mine }: ThreeSides<NewsletterDocument>,
  blocks: ReadonlyMap<string, Block>,
): Column[] {
  const [was, others, own] = [base, theirs, mine].map(placementsOf);
  const names = (document: NewsletterDocument, column: number) =>
    namesIn(document, column).filter((name) => blocks.has(name));
  // A block that one side has removed and the other changed counts as added.
  const stays = (name: string) => others?.has(name) === own?.has(name);
  const count = mine.columns.length;
  const placements = new Map<string, Placement>();
  for (const name of blocks.keys()) {
    const sides = { base: was?.get(name), theirs: others?.get(name), mine: own?.get(name) };
    placements.set(name, placementOf(sides));
  }
  const isWide = (name: string) => count > 1 && blocks.get(name)?.wide === true;
  const orders = Array.from({ length: count }, (_, column) => {
    const belongs = (name: string) => isWide(name) || placements.get(name)?.column === column;
    const order = mergeOrder({
      base: names(base, column).filter(stays),
      theirs: names(theirs, column),
      mine: names(mine, column),
    }).filter(belongs);
    return [...order, ...[...blocks.keys()].filter((name) => belongs(name) && !order.includes(name))];
  });
  return segmentColumns(segmentsFrom(orders, isWide, blocks, placements), count);
}

function placementOf({ base, theirs, mine }: ThreeSides<Placement | undefined>): Placement {
  const one = mine ?? theirs ?? { column: 0, gaps: 0 };
  const [was, others] = [base ?? one, theirs ?? one];
  const column = changedSide({ base: was.column, theirs: others.column, mine: one.column });
  const gaps = changedSide({ base: was.gaps, theirs: others.gaps, mine: one.gaps });
  return { column: column?.value ?? one.column, gaps: gaps?.value ?? Math.min(others.gaps, one.gaps) };
}

/** The blocks of a column from top to bottom, with the wide ones between them. */
function namesIn(document: NewsletterDocument, column: number): string[] {
  return segmentsOf(document.columns).flatMap((segment) =>
    'wide' in segment
      ? [segment.wide.name]
      : (segment.columns[column] ?? []).flatMap((block) => block?.name ?? []),
  );
}

function placementsOf(document: NewsletterDocument): ReadonlyMap<string, Placement> {
  const placements = new Map<string, Placement>();
  for (const segment of segmentsOf(document.columns)) {
    if ('wide' in segment) placements.set(segment.wide.name, { column: 0, gaps: 0 });
    else
      for (const [column, blocks] of segment.columns.entries()) {
        let gaps = 0;
        for (const block of blocks) {
          if (block === null) gaps += 1;
          else {
            placements.set(block.name, { column, gaps });
            gaps = 0;
          }
        }
      }
  }
  return placements;
}

// The wide blocks have the order of the left column.
function segmentsFrom(
  orders: readonly (readonly string[])[],
  isWide: (name: string) => boolean,
  blocks: ReadonlyMap<string, Block>,
  placements: ReadonlyMap<string, Placement>,
): Segment<Block>[] {
  const wide = (orders[0] ?? []).filter(isWide);
  const between = Array.from({ length: wide.length + 1 }, () => orders.map((): (Block | null)[] => []));
  for (const [column, order] of orders.entries()) {
    let segment = 0;
    for (const name of order) {
      const block = blocks.get(name);
      if (isWide(name)) segment = wide.indexOf(name) + 1;
      else if (block !== undefined)
        between[segment]?.[column]?.push(...emptySlots(placements.get(name)?.gaps ?? 0), block);
    }
  }
  return between.flatMap((columns, index): Segment<Block>[] => {
    const block = blocks.get(wide[index] ?? '');
    return [{ columns }, ...(block === undefined ? [] : [{ wide: block }])];
  });
}

function emptySlots(count: number): null[] {
  return Array.from({ length: count }, () => null);
}
