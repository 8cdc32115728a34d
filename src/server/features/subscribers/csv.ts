import { CsvError, parse } from 'csv-parse/sync';
import { IMPORT_MAX_LINES, IMPORT_MESSAGES } from '#contract/subscribers.ts';
import { storable } from '#server/http/body.ts';
import { badRequest } from '#server/http/errors.ts';

/** Reads a CSV file as Excel, Numbers, Google and school systems write it: whatever its encoding and separator. */

/** A row of the file, with the line that it begins in. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What Excel separates by in different countries. */
const SEPARATORS = [',', ';', '\t', '|'] as const;
// A line of its own that tells Excel the separator.
const SEPARATOR_LINE = /^sep=(.)\r?(?:\n|$)/i;

/** The rows of a file that are not blank. Throws 400 with a sentence for what is not CSV. */
export function readCsv(bytes: Buffer): readonly CsvRow[] {
  const text = textOf(bytes);
  const named = SEPARATOR_LINE.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const delimiter = named?.[1] ?? separatorOf(body);
  return rowsOf(body, delimiter, named === null ? 1 : 2);
}

/** The file's text: by its mark where it has one, else UTF-8 if it is that, else what Windows writes in the West. */
export function textOf(bytes: Buffer): string {
  refuseOthers(bytes);
  const text = decode(bytes);
  if (text.includes('\0')) throw badRequest(IMPORT_MESSAGES.notText);
  if (text.trim() === '') throw badRequest(IMPORT_MESSAGES.empty);
  return storable(text);
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // The first character of a heading is a letter: beside a zero byte it is half of one.
  if (bytes[1] === 0 && bytes[0] !== 0) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

// An Excel workbook is a ZIP or, from before 2007, a compound document.
const WORKBOOKS = ['504b0304', 'd0cf11e0'];
const OTHERS = ['25504446', '89504e47', 'ffd8ff'];

function refuseOthers(bytes: Buffer): void {
  const start = bytes.subarray(0, 4).toString('hex');
  if (WORKBOOKS.includes(start)) throw badRequest(IMPORT_MESSAGES.workbook);
  if (OTHERS.some((other) => start.startsWith(other))) throw badRequest(IMPORT_MESSAGES.notText);
}

/** The separator that the first line has most of, outside of quotation marks; a comma where it has none. */
function separatorOf(text: string): string {
  const first = (/^\s*([^\r\n]*)/.exec(text)?.[1] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best), ',');
}

function rowsOf(text: string, delimiter: string, firstLine: number): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  // A row begins in the line after the one in which the row before it ended.
  let line = firstLine;
  const take = (record: readonly string[], { lines }: { readonly lines: number }) => {
    const cells = record.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
    line = firstLine + lines;
    if (rows.length > IMPORT_MAX_LINES + 1) throw badRequest(IMPORT_MESSAGES.tooMany);
    return null;
  };
  try {
    parse(text, { ...OPTIONS, delimiter, trim: delimiter !== '\t', on_record: take });
  } catch (error) {
    throw error instanceof CsvError ? badRequest(IMPORT_MESSAGES.quote(line)) : error;
  }
  return rows;
}

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // O"Brien is a name, not an open quotation.
  relax_quotes: true,
  skip_empty_lines: false,
};
