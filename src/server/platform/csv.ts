import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { through } from './streams.ts';

/** CSV files in which spreadsheets find no formulas. Threat 40. */

// Characters that start a formula, including full-width forms. A leading apostrophe marks a cell as text. A text that
// already has one gets another, so that reading always removes exactly one.
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Escapes a text for a cell. */
function cellOf(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Undoes `cellOf`. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

type Row = readonly (string | null)[];

/** Streams a CSV file for Excel: UTF-8 with a byte order mark, and Windows line ends. */
export function csvOf(headings: readonly string[], pages: AsyncIterable<readonly Row[]>): Readable {
  const csv = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[;\t'\n]/ });
  return through(Readable.from(rowsOf(headings, pages)), csv);
}

async function* rowsOf(
  headings: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string[]> {
  yield [...headings];
  for await (const page of pages) for (const row of page) yield row.map((text) => cellOf(text ?? ''));
}
