import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { through } from './streams.ts';

/** Tables of people as CSV that a spreadsheet opens without running anything in it. Threat 40. */

// What a spreadsheet takes for the beginning of a formula, in its full-width forms as well. An apostrophe in front
// tells it that text follows; one that stands there already gets another, so that reading takes exactly one away.
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A text as it may stand in a cell. */
function cellOf(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `cellOf` made a cell of. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

type Row = readonly (string | null)[];

/** A CSV file, made as it is read: UTF-8 with the mark that Excel knows it by, line ends as Excel writes them. */
export function csvOf(headings: readonly string[], pages: AsyncIterable<readonly Row[]>): Readable {
  const csv = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[;\t']/ });
  return through(Readable.from(rowsOf(headings, pages)), csv);
}

async function* rowsOf(
  headings: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string[]> {
  yield [...headings];
  for await (const page of pages) for (const row of page) yield row.map((text) => cellOf(text ?? ''));
}
