import type { Clipboard } from '#newsletter/blocks/block-editor.ts';
import { clipboardCells } from '#newsletter/fields/clipboard-cells.tsx';
import { CELL_MAX, TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from './block.ts';

type Lines = readonly (readonly string[])[];

/** The cells of a table from a clipboard, as far as a table block has room for them. */
export type PastedTable = {
  /** The first line, then the others, all of the same width. */
  readonly lines: Lines;
  /** A message about what did not fit; absent if everything did. */
  readonly note?: string;
};

const NOTES = {
  columns: `A table has up to ${TABLE_COLUMNS_MAX} columns: what stood in the others is in the last one`,
  rows: `A table has up to ${TABLE_ROWS_MAX} rows: the others were left out`,
  cells: `A cell has up to ${CELL_MAX} characters: longer ones were cut`,
} as const;

/**
 * The cells of a table on the clipboard, in the form of Word, Google Docs and spreadsheets; null if there is none. The
 * parsed document is inert.
 */
export function pastedTable(data: Clipboard): PastedTable | null {
  const cells = clipboardCells(data);
  if (cells.length === 0) return null;
  const narrow = cells.map(inColumns);
  const lines = narrow.slice(0, TABLE_ROWS_MAX + 1).map((line) => line.map(cut));
  const notes = [
    cells.some((line) => line.length > TABLE_COLUMNS_MAX) && NOTES.columns,
    cells.length > lines.length && NOTES.rows,
    narrow.some((line) => line.some((text) => text.length > CELL_MAX)) && NOTES.cells,
  ].filter((note) => note !== false);
  return notes.length === 0 ? { lines } : { lines, note: notes.join('. ') };
}

function cut(text: string): string {
  return text.slice(0, CELL_MAX).toWellFormed();
}

/** A line whose last cell also has the content of all cells without a column. */
function inColumns(line: readonly string[]): readonly string[] {
  if (line.length <= TABLE_COLUMNS_MAX) return line;
  const rest = line.slice(TABLE_COLUMNS_MAX - 1).filter((text) => text !== '');
  return [...line.slice(0, TABLE_COLUMNS_MAX - 1), rest.join(' · ')];
}
