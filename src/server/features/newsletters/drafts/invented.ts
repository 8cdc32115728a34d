import { type Block, isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { datesOf, isOfOneIssue, rowsOf, withNewIds } from '#newsletter/document/traits.ts';
import type { DateField } from '#newsletter/events/date-fields.ts';
import { dateHash } from '#server/features/newsletters/publishing/calendar-entries.ts';
import { sortedHash } from '#server/platform/content-hash.ts';
import { type fieldsFinder, fieldsHash } from './example-fields.ts';

/** Invented content of ready-made newsletters is recognised by hashes, so that it stays marked wherever it is copied to. */

/** Whether a block gets a mark if its content is invented. */
export function isMarkable(block: Block): boolean {
  return isOfOneIssue(block) !== false || datesOf(block).length > 0;
}

/** The hashes of everything in these blocks: dates first, then their fields. */
export function contentHashesIn(code: readonly StoredBlock[]): readonly string[] {
  const blocks = code.flatMap((block) => (isEmptySpace(block) || !isMarkable(block) ? [] : [block]));
  const dates = blocks.flatMap(datesOf);
  const others = blocks.flatMap((block) => [
    ...partsOf(block).flatMap(({ hash }) => hash ?? []),
    ...(isOfDates(block) ? [] : [valueHash(block)]),
  ]);
  return [...new Set([...dates.map(dateHash), ...dates.map(fieldsHash), ...others])];
}

/** The invented part of a block: whether all of it is, and the keys of its rows. */
export function inventedIn(block: Block, invented: ReadonlySet<string>) {
  const rows = partsOf(block).flatMap(({ key, hash }) => (hash !== null && invented.has(hash) ? [key] : []));
  return { isWhole: !isOfDates(block) && invented.has(valueHash(block)), rows };
}

/** The invented fields of a block's dates, by row. A title alone does not count as invented once all else is the school's own. */
export function inventedFields(
  block: Block,
  fieldsOf: ReturnType<typeof fieldsFinder>,
): Readonly<Record<string, DateField[]>> {
  const dates = datesOf(block).map((date) => [date.row, fieldsOf(date)] as const);
  return Object.fromEntries(dates.filter(([, fields]) => fields.some((field) => field !== 'title')));
}

/** A hash of a block's row, without its id. */
export function rowHash(content: unknown): string {
  return sortedHash(content);
}

/** The rows by their keys; null for an empty one, which cannot be invented. A date is hashed as the calendar has it. */
function partsOf(block: Block): readonly { readonly key: string; readonly hash: string | null }[] {
  const dates = new Map(datesOf(block).map((date) => [date.row, dateHash(date)]));
  return rowsOf(block).map(({ key, content }) => ({
    key,
    hash: dates.get(key) ?? (isBlank(content) ? null : rowHash(content)),
  }));
}

// Its rows contain everything.
function isOfDates(block: Block): boolean {
  return datesOf(block).length > 0;
}

function valueHash(block: Block): string {
  return rowHash(withNewIds(block, () => '').value);
}

function isBlank(content: unknown): boolean {
  if (typeof content === 'string') return content.trim() === '';
  return Array.isArray(content) && content.every(isBlank);
}
