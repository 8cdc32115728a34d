import { type Block, isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { datesOf, isOfOneIssue, rowsOf, withNewIds } from '#newsletter/document/traits.ts';
import type { DateField } from '#newsletter/events/date-fields.ts';
import { dateHash } from '#server/features/newsletters/publishing/calendar-entries.ts';
import { sortedHash } from '#server/platform/content-hash.ts';
import { type fieldsFinder, fieldsHash } from './example-fields.ts';

/** What ready-made newsletters have invented is known by what it says, so that it stays marked wherever it is copied to. */

/** Whether a block is marked where it is invented. */
export function isMarkable(block: Block): boolean {
  return isOfOneIssue(block) !== false || datesOf(block).length > 0;
}

/** The hashes of all that these blocks say: dates first, then their fields. */
export function saidIn(code: readonly StoredBlock[]): readonly string[] {
  const blocks = code.flatMap((block) => (isEmptySpace(block) || !isMarkable(block) ? [] : [block]));
  const dates = blocks.flatMap(datesOf);
  const others = blocks.flatMap((block) => [
    ...partsOf(block).flatMap(({ hash }) => hash ?? []),
    ...(isOfDates(block) ? [] : [valueHash(block)]),
  ]);
  return [...new Set([...dates.map(dateHash), ...dates.map(fieldsHash), ...others])];
}

/** Of a block, what is invented: all of it, and the keys of its rows. */
export function inventedIn(block: Block, invented: ReadonlySet<string>) {
  const rows = partsOf(block).flatMap(({ key, hash }) => (hash !== null && invented.has(hash) ? [key] : []));
  return { isWhole: !isOfDates(block) && invented.has(valueHash(block)), rows };
}

/** Of a block's dates, what is invented, by their rows. A title is nobody's invention once all else is the school's own. */
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

/** The rows by their keys; null for an empty one, which nobody invents. A date counts as the calendar has it. */
function partsOf(block: Block): readonly { readonly key: string; readonly hash: string | null }[] {
  const dates = new Map(datesOf(block).map((date) => [date.row, dateHash(date)]));
  return rowsOf(block).map(({ key, content }) => ({
    key,
    hash: dates.get(key) ?? (isBlank(content) ? null : rowHash(content)),
  }));
}

// Its rows say all.
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
