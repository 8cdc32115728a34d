import type { Clipboard, PastedValue } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { pastedTable } from './pasted-table.tsx';

/** A number, a time or an amount, which is found below a heading rather than in it. */
const FIGURE = /^[£€$]?\s?\d[\d\s.,:%/–-]*(?:am|pm|p|%)?$/i;
/** A year, which may also be a heading above figures. */
const YEAR = /^(?:19|20)\d\d$/;

/** The table block from a clipboard; null if there is no table on it. */
export function tableFromClipboard(data: Clipboard): PastedValue<BlockValues['table']> | null {
  const pasted = pastedTable(data);
  if (pasted === null) return null;
  const [first = [], ...rest] = pasted.lines;
  const hasHeadings = !isData(first, rest);
  const rows = hasHeadings ? rest : pasted.lines;
  const value = {
    headings: hasHeadings ? [...first] : first.map(() => ''),
    rows: rows.length === 0 ? [first.map(() => '')] : rows.map((cells) => [...cells]),
    rowHeads: areNames(rows.map(([head = '']) => head)),
  };
  return pasted.note === undefined ? { value } : { value, note: pasted.note };
}

/** Whether a first line is like those below it, and therefore no headings: it has figures where they have. */
function isData(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  return first.some(
    (text, column) =>
      FIGURE.test(text) &&
      !YEAR.test(text) &&
      rest.length > 0 &&
      rest.every((cells) => FIGURE.test(cells[column] ?? '')),
  );
}

/** Whether a column names its rows: each cell has a distinct text. */
function areNames(cells: readonly string[]): boolean {
  return cells.every((text) => text !== '' && !FIGURE.test(text)) && new Set(cells).size === cells.length;
}
