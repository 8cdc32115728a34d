import { SaxesParser } from 'saxes';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_LINES } from '#contract/subscribers.ts';
import type { CsvRow } from '#server/features/subscribers/import/csv.ts';
import { storable } from '#server/platform/http/body.ts';
import { badRequest } from '#server/platform/http/errors.ts';

/**
 * Reads the tables of an OpenDocument spreadsheet, as LibreOffice, Excel and Google Sheets write it: the text that its cells show.
 * Comments, drawings and the list of earlier changes are not read. Source: OpenDocument 1.3, part 3, chapters 6 and 9.
 */

/** A table and its rows that are not empty. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly CsvRow[];
}

/** The tables in a document's `content.xml`. Throws 400 if it cannot be read or is too large. */
export function sheetsIn(xml: string): readonly Sheet[] {
  const reader = new SheetReader();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => reader.open(name, attributes));
  parser.on('closetag', ({ name }) => reader.close(name));
  parser.on('text', (text) => reader.text(text));
  parser.on('error', () => {
    throw badRequest(IMPORT_MESSAGES.damaged);
  });
  parser.write(xml).close();
  return reader.sheets;
}

type Attributes = Readonly<Record<string, string>>;

/** Elements within a cell that are not its text, and the document's earlier contents. */
const UNREAD = /^(?:office:annotation|draw:|dr3d:|table:tracked-changes|table:table$)/;
const CELL = /^table:(?:covered-)?table-cell$/;
const BLANK: Readonly<Record<string, string>> = { 'text:s': ' ', 'text:tab': '\t', 'text:line-break': '\n' };

class SheetReader {
  readonly sheets: { readonly name: string; readonly rows: CsvRow[] }[] = [];
  #line = 1;
  #rows = 0;
  #repeated = 1;
  #cells: string[] = [];
  // Empty cells count only if another one follows: a row is as wide as the sheet.
  #empty = 0;
  #paragraphs: string[] | null = null;
  #isInParagraph = false;
  #unread = 0;

  open(name: string, attributes: Attributes): void {
    if (this.#unread > 0 || this.#isUnread(name)) this.#unread += 1;
    else if (name === 'table:table') this.#openSheet(attributes['table:name'] ?? '');
    else if (name === 'table:table-row') {
      this.#cells = [];
      this.#empty = 0;
      this.#repeated = countOf(attributes['table:number-rows-repeated']);
    } else if (CELL.test(name)) {
      this.#paragraphs = [];
      this.#columns = countOf(attributes['table:number-columns-repeated']);
    } else if (name === 'text:p') {
      this.#isInParagraph = this.#paragraphs !== null;
      this.#paragraphs?.push('');
    } else if (BLANK[name] !== undefined)
      this.text(BLANK[name].repeat(Math.min(countOf(attributes['text:c']), 100)));
  }

  #columns = 1;

  text(text: string): void {
    if (this.#unread > 0 || !this.#isInParagraph || this.#paragraphs === null) return;
    const last = this.#paragraphs.pop() ?? '';
    this.#paragraphs.push(last + text);
  }

  close(name: string): void {
    if (this.#unread > 0) this.#unread -= 1;
    else if (name === 'text:p') this.#isInParagraph = false;
    else if (CELL.test(name)) this.#closeCell();
    else if (name === 'table:table-row') this.#closeRow();
  }

  // A table within a cell, as text documents have, is not part of the cell's text.
  #isUnread(name: string): boolean {
    return UNREAD.test(name) && (name !== 'table:table' || this.#paragraphs !== null);
  }

  #openSheet(name: string): void {
    this.sheets.push({ name, rows: [] });
    this.#line = 1;
  }

  #closeCell(): void {
    const text = storable((this.#paragraphs ?? []).join('\n')).trim();
    this.#paragraphs = null;
    if (text === '') {
      this.#empty += this.#columns;
      return;
    }
    if (this.#cells.length + this.#empty + this.#columns > IMPORT_MAX_COLUMNS)
      throw badRequest(IMPORT_MESSAGES.tooManyColumns);
    this.#cells.push(...Array<string>(this.#empty).fill(''), ...Array<string>(this.#columns).fill(text));
    this.#empty = 0;
  }

  #closeRow(): void {
    const first = this.#line;
    this.#line += this.#repeated;
    if (this.#cells.length === 0) return;
    this.#rows += this.#repeated;
    // The lines' limit does not count the headings of the tables.
    if (this.#rows > IMPORT_MAX_LINES + this.sheets.length) throw badRequest(IMPORT_MESSAGES.tooMany);
    const cells = this.#cells;
    for (let row = 0; row < this.#repeated; row += 1)
      this.sheets.at(-1)?.rows.push({ line: first + row, cells });
  }
}

/** The number of repetitions of a row, a cell or a space. */
function countOf(attribute: string | undefined): number {
  const count = Number(attribute ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}
