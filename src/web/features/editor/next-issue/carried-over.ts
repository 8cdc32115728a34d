import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { rowsOf } from '#newsletter/document/traits.ts';
import { formatDayAndMonth } from '#newsletter/values/dates.ts';
import type { Opened } from '#web/features/editor/saving/newsletter-calls.ts';

/** What a next issue has from the issue before, or a newsletter from the ready-made one that it began with. */
export interface CarriedOver {
  /** As '13 November'. */
  readonly day: string;
  /** The names of the blocks that are of a ready-made one, or have rows of it, from wherever they were copied. */
  readonly examples: ReadonlySet<string>;
  /** The blocks as they were in the issue before, by name; without kept ones. */
  readonly blocks: ReadonlyMap<string, Block>;
  /** The rows that a ready-made newsletter has invented, as JSON, by the names of their blocks. */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names of the blocks whose dates may be over. */
  readonly dates: readonly string[];
  /** Hashes of what a ready-made newsletter has invented. */
  readonly exampleDates: readonly string[];
  /** The names of the blocks that were kept here as they are. */
  readonly kept: ReadonlySet<string>;
}

export function carriedOverOf({
  carriedOver,
  saved,
}: Pick<Opened, 'carriedOver' | 'saved'>): CarriedOver | null {
  if (carriedOver === null) return null;
  const { is_example, rows } = carriedOver;
  const names = new Set(carriedOver.blocks);
  const all = blocksOf(saved.document);
  const blocks = all.filter(({ name }) => names.has(name));
  return {
    day: formatDayAndMonth(carriedOver.day),
    // Servers of the version before say it of all of them.
    examples: new Set(is_example ? [...names, ...Object.keys(rows)] : carriedOver.examples),
    blocks: new Map(blocks.map((block) => [block.name, block])),
    rows: new Map(all.map((block) => [block.name, rowsAmong(block, rows[block.name] ?? [])])),
    dates: carriedOver.dates,
    exampleDates: carriedOver.example_dates,
    kept: new Set(),
  };
}

/** With what a save has found to be an example: copies of one come by many ways, from other newsletters, too. */
export function withFound(
  before: CarriedOver | null,
  answer: Pick<Opened, 'carriedOver' | 'saved'>,
): CarriedOver | null {
  const found = carriedOverOf(answer);
  if (found === null || found.examples.size === 0) return before;
  if (before === null) return found;
  const added = blocksOf(answer.saved.document).filter(
    (block) => isUntouched(found, block) && found.examples.has(block.name) && !isMarked(before, block),
  );
  if (added.length === 0) return before;
  const names = new Set(added.map(({ name }) => name));
  const among = <Value>(all: ReadonlyMap<string, Value>) => [...all].filter(([name]) => names.has(name));
  return {
    ...before,
    examples: new Set([...before.examples, ...names]),
    blocks: new Map([...before.blocks, ...among(found.blocks)]),
    rows: new Map([...before.rows, ...among(found.rows)]),
    exampleDates: found.exampleDates,
  };
}

function isMarked(carriedOver: CarriedOver, block: Block): boolean {
  const { name } = block;
  return carriedOver.kept.has(name) || (carriedOver.examples.has(name) && isUntouched(carriedOver, block));
}

/** Whether a block, as it is shown, is still as in the issue before; one of examples: also while one of its rows is. */
export function isUntouched(carriedOver: CarriedOver | null, block: Block): boolean {
  return isAsBefore(carriedOver, block) || exampleRows(carriedOver, block).size > 0;
}

/** Whether all of a block, as it is shown, is still as in the issue before. */
export function isAsBefore(carriedOver: CarriedOver | null, { name, value }: Block): boolean {
  const before = carriedOver?.blocks.get(name)?.value;
  if (before === undefined) return false;
  return before === value || JSON.stringify(before) === JSON.stringify(value);
}

/** The keys of the rows that a ready-made newsletter has invented and nobody has changed. */
export function exampleRows(carriedOver: CarriedOver | null, block: Block): ReadonlySet<string> {
  const invented = carriedOver?.rows.get(block.name);
  if (invented === undefined) return new Set();
  return new Set(
    rowsOf(block).flatMap(({ key, content }) => (invented.has(JSON.stringify(content)) ? [key] : [])),
  );
}

function rowsAmong(block: Block, keys: readonly string[]): ReadonlySet<string> {
  return new Set(
    rowsOf(block).flatMap(({ key, content }) => (keys.includes(key) ? [JSON.stringify(content)] : [])),
  );
}
