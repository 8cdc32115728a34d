import type { Clipboard } from '#newsletter/blocks/block-editor.ts';
import { CELL_MAX, TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from './block.ts';

type Lines = readonly (readonly string[])[];

/** The cells of a table on a clipboard, as far as a table block holds them. */
export type PastedTable = {
  /** The first line, then the others, all of the same width. */
  readonly lines: Lines;
  /** What did not fit, for people; absent if all did. */
  readonly note?: string;
};

const NOTES = {
  columns: `A table has up to ${TABLE_COLUMNS_MAX} columns: what stood in the others is in the last one`,
  rows: `A table has up to ${TABLE_ROWS_MAX} rows: the others were left out`,
  cells: `A cell has up to ${CELL_MAX} characters: longer ones were cut`,
} as const;

/**
 * The cells of a table on the clipboard, as Word, Google Docs and spreadsheets put it there; null if there is none. The
 * parsed document is inert.
 */
export function pastedTable(data: Clipboard): PastedTable | null {
  const found = linesOfHtml(data.getData('text/html')) ?? linesOfText(data.getData('text/plain'));
  const cells = withoutEmptyEnds(found ?? []);
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

/** A line with the cells that have no column in the last one. */
function inColumns(line: readonly string[]): readonly string[] {
  if (line.length <= TABLE_COLUMNS_MAX) return line;
  const rest = line.slice(TABLE_COLUMNS_MAX - 1).filter((text) => text !== '');
  return [...line.slice(0, TABLE_COLUMNS_MAX - 1), rest.join(' · ')];
}

/** The lines in the same width, without empty lines and without empty columns on the right, which spreadsheets select too. */
function withoutEmptyEnds(lines: Lines): Lines {
  const clean = lines
    .map((line) => Array.from(line, (text = '') => text.replace(/\s+/g, ' ').trim()))
    .filter((line) => line.some((text) => text !== ''));
  const width = Math.max(0, ...clean.map((line) => line.findLastIndex((text) => text !== '') + 1));
  return clean.map((line) => Array.from({ length: width }, (_, index) => line[index] ?? ''));
}

function linesOfHtml(html: string): Lines | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const table = body.querySelector('table');
  if (table === null) return null;
  // Bullets that Word writes as text, and rows that a spreadsheet hides.
  for (const element of table.querySelectorAll(NOT_SHOWN)) element.remove();
  for (const element of table.querySelectorAll('br, p, div, li')) element.after(' ');
  return gridOf([...table.rows]);
}

const NOT_SHOWN = [
  ':is(tr, span)[style*="display:none" i]',
  '[style*="mso-list:Ignore" i]',
  'style',
  'script',
].join(',');
/** More columns than any table for people; a clipboard may claim thousands. */
const SPAN_MAX = 50;

/**
 * The cells in their places. A cell over several rows stands in each of them, since each is read by itself; one over several
 * columns stands in the first, or as a heading above each.
 */
function gridOf(rows: readonly HTMLTableRowElement[]): Lines {
  const grid = rows.map((): string[] => []);
  for (const [top, row] of rows.entries()) {
    let left = 0;
    for (const cell of row.cells) {
      while (grid[top]?.[left] !== undefined) left += 1;
      const width = Math.min(cell.colSpan, SPAN_MAX);
      for (const line of grid.slice(top, top + Math.max(1, cell.rowSpan)))
        for (let across = 0; across < width; across += 1)
          line[left + across] = across === 0 || top === 0 ? cell.textContent : '';
      left += width;
    }
  }
  return grid;
}

function linesOfText(text: string): Lines | null {
  if (!text.includes('\t')) return null;
  return text.split(/\r\n|\r|\n/).map((line) => line.split('\t'));
}
