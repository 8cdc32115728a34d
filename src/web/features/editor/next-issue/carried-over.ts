import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { formatDayAndMonth } from '#newsletter/values/dates.ts';
import type { Opened } from '#web/features/editor/saving/newsletter-calls.ts';

/** What a next issue has from the issue before, or a newsletter from the ready-made one that it began with. */
export interface CarriedOver {
  /** Whether it is a ready-made one. */
  readonly isExample: boolean;
  /** As '13 November'. */
  readonly day: string;
  /** The blocks as they were in the issue before, by name; without kept ones. */
  readonly blocks: ReadonlyMap<string, Block>;
  /** The names of the blocks whose dates may be over. */
  readonly dates: readonly string[];
  /** Hashes of the dates that a ready-made newsletter has invented. */
  readonly exampleDates: readonly string[];
}

export function carriedOverOf({ carriedOver, saved }: Opened): CarriedOver | null {
  if (carriedOver === null) return null;
  const names = new Set(carriedOver.blocks);
  const blocks = blocksOf(saved.document).filter(({ name }) => names.has(name));
  return {
    day: formatDayAndMonth(carriedOver.day),
    isExample: carriedOver.is_example,
    blocks: new Map(blocks.map((block) => [block.name, block])),
    dates: carriedOver.dates,
    exampleDates: carriedOver.example_dates,
  };
}

/** Whether a block, as it is shown, is still as in the issue before; one of examples: also while one of its dates is. */
export function isUntouched(carriedOver: CarriedOver | null, block: Block): boolean {
  return isAsBefore(carriedOver, block) || exampleDates(carriedOver, block).size > 0;
}

/** Whether all of a block, as it is shown, is still as in the issue before. */
export function isAsBefore(carriedOver: CarriedOver | null, { name, value }: Block): boolean {
  const before = carriedOver?.blocks.get(name)?.value;
  if (before === undefined) return false;
  return before === value || JSON.stringify(before) === JSON.stringify(value);
}

/** The rows of the dates that a ready-made newsletter has invented and nobody has changed. */
export function exampleDates(carriedOver: CarriedOver | null, block: Block): ReadonlySet<string> {
  const before = carriedOver?.isExample ? carriedOver.blocks.get(block.name) : undefined;
  const invented = new Set(before === undefined ? [] : datesOf(before).map((date) => JSON.stringify(date)));
  return new Set(datesOf(block).flatMap((date) => (invented.has(JSON.stringify(date)) ? [date.row] : [])));
}
