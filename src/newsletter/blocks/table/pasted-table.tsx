import type { Clipboard } from '#newsletter/blocks/block-editor.ts';
import { CELL_MAX, TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from './block.ts';

type Lines = readonly (readonly string[])[];

/**
 * The cells of a table on the clipboard, as Word, Google Docs and spreadsheets put it there; null if there is none. Cut
 * to what a table block holds. The parsed document is inert.
 */
export function pastedTable(data: Clipboard): Lines | null {
  const lines = linesOfHtml(data.getData('text/html')) ?? linesOfText(data.getData('text/plain'));
  if (lines === null || lines.length === 0) return null;
  const width = Math.min(TABLE_COLUMNS_MAX, Math.max(...lines.map((cells) => cells.length)));
  return lines
    .slice(0, TABLE_ROWS_MAX + 1)
    .map((cells) =>
      Array.from({ length: width }, (_, index) =>
        (cells[index] ?? '').replace(/\s+/g, ' ').trim().slice(0, CELL_MAX).toWellFormed(),
      ),
    );
}

function linesOfHtml(html: string): Lines | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const table = body.querySelector('table');
  if (table === null) return null;
  return [...table.rows]
    .map((row) => [...row.cells].map(({ textContent }) => textContent))
    .filter((cells) => cells.some((text) => text.trim() !== ''));
}

function linesOfText(text: string): Lines | null {
  if (!text.includes('\t')) return null;
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));
}
