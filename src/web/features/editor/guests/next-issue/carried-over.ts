import { createStore } from 'zustand/vanilla';
import type { BlockDate } from '#newsletter/document/block.ts';
import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf, rowsOf } from '#newsletter/document/traits.ts';
import { DATE_FIELDS, type DateField, textsByField } from '#newsletter/events/date-fields.ts';
import { formatDayAndMonth } from '#newsletter/values/dates.ts';
import type { Opened } from '#web/features/editor/kernel/opened.ts';
import { perSession } from '#web/features/editor/kernel/per-session.ts';

/** The content that a next issue has from the issue before, or a newsletter from the ready-made one that it began with. */
export interface CarriedOver {
  /** Such as '13 November'. */
  readonly day: string;
  /** The names of the blocks that come from a ready-made newsletter, or have rows of one, wherever they were copied from. */
  readonly examples: ReadonlySet<string>;
  /** The blocks as they were in the issue before, by name; without kept ones. */
  readonly blocks: ReadonlyMap<string, Block>;
  /** The rows that a ready-made newsletter has invented, as JSON, by the names of their blocks. */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
  /** The invented values of a ready-made newsletter in rows that are dates, by their keys and the names of their blocks. */
  readonly fields: ReadonlyMap<string, Invented>;
  /** The names of the blocks whose dates may be past. */
  readonly dates: readonly string[];
  /** The names of the blocks that somebody kept as they are in this session. */
  readonly kept: ReadonlySet<string>;
}

/** The invented values, by row and field. */
type Invented = ReadonlyMap<string, Partial<Readonly<Record<DateField, string>>>>;

/** Its state is null if the edited newsletter has nothing carried over. */
export const carriedOverStore = perSession(({ opened }) => createStore(() => carriedOverOf(opened)));

export function carriedOverOf({
  carriedOver,
  saved,
}: Pick<Opened, 'carriedOver' | 'saved'>): CarriedOver | null {
  if (carriedOver === null) return null;
  const { is_example, rows, fields } = carriedOver;
  const names = new Set(carriedOver.blocks);
  const all = blocksOf(saved.document);
  const blocks = all.filter(({ name }) => names.has(name));
  return {
    day: formatDayAndMonth(carriedOver.day),
    // Servers of the previous version send one flag for all blocks.
    examples: new Set(is_example ? [...names, ...Object.keys({ ...rows, ...fields })] : carriedOver.examples),
    blocks: new Map(blocks.map((block) => [block.name, block])),
    rows: new Map(all.map((block) => [block.name, rowsAmong(block, rows[block.name] ?? [])])),
    fields: new Map(
      all.flatMap((block) => {
        const of = fields[block.name];
        return of === undefined ? [] : [[block.name, fieldsAmong(block, of)]];
      }),
    ),
    dates: carriedOver.dates,
    kept: new Set(),
  };
}

/** Whether a block, as it is shown, is still as in the issue before; for an example, also while one of its rows is. */
export function isUntouched(carriedOver: CarriedOver | null, block: Block): boolean {
  return (
    isAsBefore(carriedOver, block) ||
    exampleRows(carriedOver, block).size > 0 ||
    inventedDates(carriedOver, block).length > 0
  );
}

/** A date in a block, with its fields that are still as in a ready-made newsletter. */
export interface InventedDate {
  readonly date: BlockDate;
  /** Never the title alone, which does not count as invented once the other fields are the school's own. */
  readonly fields: readonly DateField[];
  /** Whether all of its filled-in fields are still invented. */
  readonly isAll: boolean;
}

/** The dates of a block, as it is shown, that are still invented, at least in part. */
export function inventedDates(carriedOver: CarriedOver | null, block: Block): readonly InventedDate[] {
  const invented = carriedOver?.fields.get(block.name);
  if (invented === undefined) return [];
  return datesOf(block).flatMap((date) => {
    const example = invented.get(date.row) ?? {};
    const now = textsByField(date);
    const filled = DATE_FIELDS.filter((field) => now[field] !== '');
    const fields = filled.filter((field) => now[field] === example[field]);
    if (!fields.some((field) => field !== 'title')) return [];
    return [{ date, fields, isAll: fields.length === filled.length }];
  });
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

function fieldsAmong(block: Block, fields: Readonly<Record<string, readonly DateField[]>>): Invented {
  return new Map(
    datesOf(block).map((date) => {
      const texts = textsByField(date);
      return [date.row, Object.fromEntries((fields[date.row] ?? []).map((field) => [field, texts[field]]))];
    }),
  );
}
