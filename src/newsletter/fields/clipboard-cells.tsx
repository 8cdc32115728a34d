import type { Clipboard } from '#newsletter/blocks/block-editor.ts';
import { pastedWords, readPasted } from '#newsletter/rich-text/editor/pasted/read-pasted.ts';

/** Lines of cells. */
export type Lines = readonly (readonly string[])[];

/** The cells of a table on the clipboard, all lines of the same width; empty if there is none. The parsed document is inert. */
export function clipboardCells(data: Clipboard): Lines {
  return withoutEmptyEnds(linesOfHtml(data.getData('text/html')) ?? linesOfText(pastedWords(data)) ?? []);
}

const BULLET = /^(?:[·•▪◦‣*–-]|o)(?:\s+|$)/;

/** The lines of text on the clipboard, without bullets and empty lines; the cells of a row become lines of one item. */
export function clipboardLines(data: Clipboard): readonly string[] {
  const html = data.getData('text/html');
  const table = html !== '' && isTableAlone(html) ? linesOfHtml(html) : null;
  const lines =
    table === null
      ? pastedWords(data)
          .split(/\r\n|\r|\n/)
          .map((line) => line.split('\t'))
      : withoutEmptyEnds(table);
  return lines
    .map((cells) => cells.map((cell) => cell.trim().replace(BULLET, '')).filter((cell) => cell !== ''))
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.join('\n'));
}

function isTableAlone(html: string): boolean {
  const body = readPasted(html);
  body.querySelector('table')?.remove();
  return body.textContent.trim() === '';
}

/** Lines of the same width, without empty lines and empty columns on the right, which spreadsheets select too. */
function withoutEmptyEnds(lines: Lines): Lines {
  const clean = lines
    .map((line) => Array.from(line, (text = '') => text.replace(/\s+/g, ' ').trim()))
    .filter((line) => line.some((text) => text !== ''));
  const width = Math.max(0, ...clean.map((line) => line.findLastIndex((text) => text !== '') + 1));
  return clean.map((line) => Array.from({ length: width }, (_, index) => line[index] ?? ''));
}

function linesOfHtml(html: string): Lines | null {
  const table = readPasted(html).querySelector('table');
  if (table === null) return null;
  for (const element of table.querySelectorAll('br, p, div, li')) element.after(' ');
  return gridOf([...table.rows]);
}

/** The widest span of a cell: more columns than any table for people has. A clipboard may claim thousands. */
const SPAN_MAX = 50;

/**
 * The cells in their places. A cell over several rows is repeated in each of them, because each row is read separately;
 * one over several columns is put into the first, or as a heading above each.
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
