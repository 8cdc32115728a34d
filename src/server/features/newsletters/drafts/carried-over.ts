import { EXAMPLES_MAX, type ExampleMarks } from '#contract/saved-items.ts';
import { type Block, isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { datesOf, isOfOneIssue, rowsOf } from '#newsletter/document/traits.ts';
import { sortedHash } from '#server/platform/content-hash.ts';
import type { StoredCarriedOver } from '#server/platform/db/schema/newsletters.ts';
import { fieldsFinder, ownFieldsHash } from './example-fields.ts';
import { contentHashesIn, inventedFields, inventedIn, isMarkable, rowHash } from './invented.ts';

/** The marks of blocks that a next issue has taken over: a mark disappears when its block changes, and returns with undo. */

/** The marks for a copy of these blocks; `day` is that of the copied issue, `before` are its own marks: examples stay examples. */
export function carryOver(
  code: readonly StoredBlock[],
  day: string,
  before: StoredCarriedOver | null = null,
): StoredCarriedOver {
  const blocks = code.filter((block) => !isEmptySpace(block));
  const invented = before?.isExample ? blocks.filter((block) => isInvented(before, block)) : [];
  // A block or row that nobody has changed yet is still an example.
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
  const keptNames = new Set(kept.map(([name]) => name));
  const marks = blocks.flatMap((block): readonly (readonly [string, string | null])[] => {
    if (datesOf(block).length > 0) return [[block.name, null]];
    return isOfOneIssue(block) !== false && !keptNames.has(block.name) ? [[block.name, hashOf(block)]] : [];
  });
  return {
    day,
    blocks: Object.fromEntries(marks),
    kept: Object.fromEntries(kept),
    ...(before?.exampleDates && { exampleDates: before.exampleDates }),
    ...(before?.ownDates && { ownDates: before.ownDates }),
  };
}

/** The marks of a ready-made newsletter: all of it is an example, its dates as well. */
export function allExamples(code: readonly StoredBlock[]): ExampleMarks {
  const marked = code.flatMap((block) => (isEmptySpace(block) || !isMarkable(block) ? [] : [block]));
  return { blocks: marked.map(({ name }) => name), dates: [...contentHashesIn(code)] };
}

/** The marks of a newsletter that begins with examples. */
export function markExamples(
  code: readonly StoredBlock[],
  day: string,
  examples: ExampleMarks,
): StoredCarriedOver {
  const names = new Set(examples.blocks);
  const marked = code.flatMap((block) => (isEmptySpace(block) || !names.has(block.name) ? [] : [block]));
  return {
    day,
    isExample: true,
    blocks: Object.fromEntries(marked.map((block) => [block.name, hashOf(block)])),
    rows: Object.fromEntries(
      marked.map((block) => [block.name, rowsOf(block).map(({ content }) => rowHash(content))]),
    ),
    exampleDates: examples.dates,
  };
}

/** A newsletter's blocks with their marks. */
interface Marked {
  readonly code: readonly StoredBlock[];
  /** The marks from the issue before, or from the ready-made newsletter. */
  readonly carriedOver: StoredCarriedOver | null;
  /** The hashes of all invented content in the school's newsletters. */
  readonly invented: ReadonlySet<string>;
  readonly createdAt: Date;
}

/** The day for marks in a newsletter that began without any, `YYYY-MM-DD`. */
export function dayBegun({ createdAt }: { readonly createdAt: Date }): string {
  return createdAt.toISOString().slice(0, 10);
}

/** The blocks with visible marks, by name: those unchanged since the issue before, those with dates, and those with invented content. */
export function presentCarriedOver({ code, carriedOver, invented, createdAt }: Marked) {
  const fieldsOf = fieldsFinder(invented);
  const marks = code.flatMap((block) =>
    isEmptySpace(block) ? [] : (markOf(block, carriedOver, { invented, fieldsOf }) ?? []),
  );
  if (carriedOver === null && marks.length === 0) return null;
  const { exampleDates = [], ownDates = [] } = carriedOver ?? {};
  const names = (of: typeof marks) => of.map(({ name }) => name);
  const examples = marks.filter(({ isExample }) => isExample);
  const copied = contentHashesIn(code).filter((hash) => invented.has(hash));
  const own = exampleDates.filter((hash) => !ownDates.includes(hash));
  return {
    day: carriedOver?.day ?? dayBegun({ createdAt }),
    is_example: examples.length === marks.length && (carriedOver?.isExample === true || marks.length > 0),
    blocks: names(marks.filter(({ isWhole }) => isWhole)),
    dates: names(marks.filter(({ isDated }) => isDated)),
    rows: Object.fromEntries(marks.flatMap(({ name, rows }) => (rows.length > 0 ? [[name, rows]] : []))),
    fields: Object.fromEntries(
      marks.flatMap(({ name, fields }) => (Object.keys(fields).length > 0 ? [[name, fields]] : [])),
    ),
    examples: names(examples),
    example_dates: [...new Set([...own, ...copied])].slice(0, EXAMPLES_MAX),
  };
}

/** The hashes of the invented content in these blocks: a person who keeps the blocks makes it the school's own. */
export function inventedAmong(
  { code, invented }: Pick<Marked, 'code' | 'invented'>,
  names: readonly string[],
): readonly string[] {
  const kept = code.flatMap((block) => (isEmptySpace(block) || !names.includes(block.name) ? [] : [block]));
  const fieldsOf = fieldsFinder(invented);
  const inPart = kept.flatMap(datesOf).filter((date) => fieldsOf(date).length > 0);
  return [...contentHashesIn(kept).filter((hash) => invented.has(hash)), ...inPart.map(ownFieldsHash)];
}

function markOf(
  block: Block,
  carriedOver: StoredCarriedOver | null,
  { invented, fieldsOf }: Pick<Marked, 'invented'> & { readonly fieldsOf: ReturnType<typeof fieldsFinder> },
) {
  const { name } = block;
  const hash = carriedOver?.blocks[name];
  const copied = inventedIn(block, invented);
  const named = carriedOver === null ? [] : inventedRows(carriedOver, block);
  const rows = [...new Set([...named, ...copied.rows])];
  const fields = inventedFields(block, fieldsOf);
  const isInPart = rows.length > 0 || Object.keys(fields).length > 0;
  const isDated = hash === null;
  const isAsBefore = !isDated && hash === hashOf(block);
  if (!isDated && !isAsBefore && !copied.isWhole && !isInPart) return null;
  return {
    ...{ name, rows, fields, isDated },
    isWhole: isAsBefore || copied.isWhole,
    isExample: copied.isWhole || isInPart || (isAsBefore && carriedOver?.isExample === true),
  };
}

function isInvented(marks: StoredCarriedOver, block: Block): boolean {
  return marks.blocks[block.name] === hashOf(block) || inventedRows(marks, block).length > 0;
}

/** The keys of rows invented by a ready-made newsletter that nobody has changed. */
function inventedRows({ isExample, blocks, rows }: StoredCarriedOver, block: Block): readonly string[] {
  if (isExample !== true || blocks[block.name] === undefined) return [];
  const isWhole = blocks[block.name] === hashOf(block);
  const hashes = rows?.[block.name] ?? [];
  return rowsOf(block).flatMap(({ key, content }) =>
    isWhole || hashes.includes(rowHash(content)) ? [key] : [],
  );
}

function hashOf({ value }: Block): string {
  return sortedHash(value);
}
