import type { ExampleMarks } from '#contract/saved-items.ts';
import { type Block, isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { datesOf, isOfOneIssue, rowsOf } from '#newsletter/document/traits.ts';
import { dateHash } from '#server/features/newsletters/publishing/calendar-entries.ts';
import { byLetters, contentHash, inOrder } from '#server/platform/content-hash.ts';
import type { CarriedOver } from '#server/platform/db/schema/newsletters.ts';

/** The marks of what a next issue has from the issue before: each goes once its block changes, and returns with undo. */

/** The marks for a copy of these blocks; `day` is that of the issue copied, `before` are its own marks: examples stay examples. */
export function carryOver(
  code: readonly StoredBlock[],
  day: string,
  before: CarriedOver | null = null,
): CarriedOver {
  const blocks = code.filter((block) => !isEmptySpace(block));
  const invented = before?.isExample ? blocks.filter((block) => isInvented(before, block)) : [];
  // A block, or a row of one, that nobody has touched yet is still an example.
  if (before !== null && invented.length > 0) {
    const names = new Set(invented.map(({ name }) => name));
    return {
      ...before,
      day,
      blocks: Object.fromEntries(Object.entries(before.blocks).filter(([name]) => names.has(name))),
    };
  }
  const keptBefore = new Map(Object.entries(before?.kept ?? {}));
  const kept = blocks.flatMap((block): readonly (readonly [string, string])[] => {
    const hash = isOfOneIssue(block) === 'until-kept' ? hashOf(block) : undefined;
    return hash !== undefined && keptBefore.get(block.name) === hash ? [[block.name, hash]] : [];
  });
  const standing = new Set(kept.map(([name]) => name));
  const marks = blocks.flatMap((block): readonly (readonly [string, string | null])[] => {
    if (datesOf(block).length > 0) return [[block.name, null]];
    return isOfOneIssue(block) !== false && !standing.has(block.name) ? [[block.name, hashOf(block)]] : [];
  });
  return {
    day,
    blocks: Object.fromEntries(marks),
    kept: Object.fromEntries(kept),
    ...(before?.exampleDates && { exampleDates: before.exampleDates }),
    ...(before?.ownDates && { ownDates: before.ownDates }),
  };
}

/** What a ready-made newsletter says: all of it is an example, its dates as well. */
export function allExamples(code: readonly StoredBlock[]): ExampleMarks {
  const blocks = code.filter((block) => !isEmptySpace(block));
  const marked = blocks.filter((block) => isOfOneIssue(block) !== false || datesOf(block).length > 0);
  return { blocks: marked.map(({ name }) => name), dates: marked.flatMap(datesOf).map(dateHash) };
}

/** The marks of a newsletter that begins with examples. */
export function markExamples(code: readonly StoredBlock[], day: string, examples: ExampleMarks): CarriedOver {
  const names = new Set(examples.blocks);
  const marked = code.flatMap((block) => (isEmptySpace(block) || !names.has(block.name) ? [] : [block]));
  return {
    day,
    isExample: true,
    blocks: Object.fromEntries(marked.map((block) => [block.name, hashOf(block)])),
    rows: Object.fromEntries(
      marked.map((block) => [block.name, rowsOf(block).map(({ content }) => hashOfRow(content))]),
    ),
    exampleDates: examples.dates,
  };
}

/** The blocks whose marks show, by name: those with the value of the issue before, and those with dates. */
export function presentCarriedOver(carriedOver: CarriedOver, code: readonly StoredBlock[]) {
  const { day, isExample, blocks, exampleDates = [], ownDates = [] } = carriedOver;
  const hashes = new Map(Object.entries(blocks));
  const marked = code.flatMap((block) => (isEmptySpace(block) || !hashes.has(block.name) ? [] : [block]));
  const isDated = ({ name }: Block) => hashes.get(name) === null;
  const rows = marked.map((block): [string, string[]] => [block.name, [...inventedRows(carriedOver, block)]]);
  const namesOf = (shown: readonly Block[]) => shown.map(({ name }) => name);
  return {
    day,
    is_example: isExample === true,
    blocks: namesOf(marked.filter((block) => !isDated(block) && hashes.get(block.name) === hashOf(block))),
    dates: namesOf(marked.filter(isDated)),
    rows: Object.fromEntries(rows.filter(([, keys]) => keys.length > 0)),
    example_dates: exampleDates.filter((hash) => !ownDates.includes(hash)),
  };
}

/** The hashes of the invented dates in these blocks: whoever keeps the blocks makes them the school's own. */
export function inventedDates(
  { exampleDates = [] }: CarriedOver,
  code: readonly StoredBlock[],
  names: readonly string[],
): readonly string[] {
  const kept = code.filter((block) => names.includes(block.name));
  const hashes = kept.flatMap((block) => (isEmptySpace(block) ? [] : datesOf(block).map(dateHash)));
  return hashes.filter((hash) => exampleDates.includes(hash));
}

function isInvented(marks: CarriedOver, block: Block): boolean {
  return marks.blocks[block.name] === hashOf(block) || inventedRows(marks, block).length > 0;
}

/** The keys of the rows that a ready-made newsletter has invented and nobody has changed. */
function inventedRows({ isExample, blocks, rows }: CarriedOver, block: Block): readonly string[] {
  if (isExample !== true || blocks[block.name] === undefined) return [];
  const isWhole = blocks[block.name] === hashOf(block);
  const hashes = rows?.[block.name] ?? [];
  return rowsOf(block).flatMap(({ key, content }) =>
    isWhole || hashes.includes(hashOfRow(content)) ? [key] : [],
  );
}

function hashOfRow(content: unknown): string {
  return contentHash(inOrder(content, byLetters));
}

function hashOf({ value }: Block): string {
  return contentHash(inOrder(value, byLetters));
}
