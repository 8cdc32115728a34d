import { CsvError, parse } from 'csv-parse/sync';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { Charset } from '#contract/groups/import-questions.ts';
import { IMPORT_MAX_LINES } from '#contract/subscribers.ts';
import { decodeList, type ListText } from '#server/features/subscribers/import/file/text.ts';
import { storable } from '#server/platform/http/body.ts';
import { badRequest } from '#server/platform/http/errors.ts';

/** Reads CSV files from Excel, Numbers, Google and school systems, in any of their encodings and separators. */

/** A row of the file, with the line it begins in. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The separators that Excel uses in different countries. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;
// A first line that names the separator for Excel.
const SEPARATOR_LINE = /^sep=(.)\r?(?:\n|$)/i;

/** Receives the rows of a file in order. */
export interface RowReader {
  /** Called for each row that is not blank. Returns false if the row contains others behind an unclosed quotation mark. */
  row(row: CsvRow): boolean;
  /** Called for each unreadable line. */
  broken(line: number, message: string): void;
}

/** Reads the rows of a file, and returns doubts about its encoding. Throws 400 with a message for a file that is not CSV. */
export function readCsv(
  bytes: Buffer,
  reader: RowReader,
  charset?: Charset,
): Pick<ListText, 'doubts' | 'letters'> {
  const { text, ...about } = textOf(bytes, charset);
  const named = SEPARATOR_LINE.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const delimiter = named?.[1] ?? separatorOf(body);
  readRows(Buffer.from(body), delimiter, named === null ? 1 : 2, reader);
  return about;
}

function textOf(bytes: Buffer, charset: Charset | undefined): ListText {
  refuseOtherFormats(bytes);
  const { text, ...about } = decodeList(bytes, LINE_ENDS_MAX, charset);
  if (text.includes('\0')) throw badRequest(IMPORT_MESSAGES.notText);
  if (text.trim() === '') throw badRequest(IMPORT_MESSAGES.empty);
  if (hasTooManyLines(text)) throw badRequest(IMPORT_MESSAGES.tooMany);
  return { text: storable(text), ...about };
}

// Blank lines and those in quoted cells do not count as lines of the list, but they cost time: millions fit into a file.
const LINE_ENDS_MAX = 10 * IMPORT_MAX_LINES;

function hasTooManyLines(text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(/\n|\r/g)) if (++count > LINE_ENDS_MAX) return true;
  return false;
}

// An Excel workbook is a ZIP or, from before 2007, a compound document.
const WORKBOOKS = ['504b0304', 'd0cf11e0'];
const OTHERS = ['25504446', '89504e47', 'ffd8ff'];

function refuseOtherFormats(bytes: Buffer): void {
  const start = bytes.subarray(0, 4).toString('hex');
  if (WORKBOOKS.includes(start)) throw badRequest(IMPORT_MESSAGES.workbook);
  if (OTHERS.some((other) => start.startsWith(other))) throw badRequest(IMPORT_MESSAGES.notText);
}

/** The most frequent separator in the first line that has one, outside quotation marks; a comma if no line has one. */
function separatorOf(text: string): string {
  const above = text
    .slice(0, RECORD_MAX_BYTES)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]+/, 6);
  const first = above.find((line) => SEPARATORS.some((separator) => line.includes(separator))) ?? '';
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best), ',');
}

/**
 * An unclosed quotation mark would swallow everything below it. So only its own line is reported as broken, and reading
 * continues with the next one.
 */
function readRows(bytes: Buffer, delimiter: string, firstLine: number, reader: RowReader): void {
  let from = { offset: 0, line: firstLine };
  for (let broken = 0; from.offset < bytes.length; ) {
    const stop = readUntilBroken(bytes.subarray(from.offset), delimiter, from.line, reader);
    if (stop === null) return;
    broken += 1;
    if (broken > BROKEN_MAX) throw badRequest(IMPORT_MESSAGES.tooManyBroken);
    reader.broken(stop.line, stop.message);
    from = { offset: endOfLine(bytes, from.offset + stop.offset), line: stop.line + 1 };
  }
}

// Each broken line costs parsing up to `RECORD_MAX_BYTES` again.
const BROKEN_MAX = 100;
// More than a spreadsheet's cell can hold: a longer record means an unclosed quotation mark.
export const RECORD_MAX_BYTES = 100_000;

interface Stop {
  readonly offset: number;
  readonly line: number;
  readonly message: string;
}

/** The position of the first unreadable row; null if all were read. */
function readUntilBroken(
  bytes: Buffer,
  delimiter: string,
  firstLine: number,
  reader: RowReader,
): Stop | null {
  // The start of the next row: in the line after the previous row's end.
  let at = { offset: 0, line: firstLine };
  const onRecord = (record: readonly string[], info: { readonly lines: number; readonly bytes: number }) => {
    const cells = record.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== '') && !reader.row({ line: at.line, cells })) throw new UnclosedQuote();
    at = { offset: info.bytes, line: firstLine + info.lines };
    return null;
  };
  try {
    parse(bytes, { ...OPTIONS, delimiter, trim: delimiter !== '\t', on_record: onRecord });
    return null;
  } catch (error) {
    if (!(error instanceof UnclosedQuote || error instanceof CsvError)) throw error;
    const line = bytes.subarray(at.offset, endOfLine(bytes, at.offset)).toString();
    const isQuote =
      error instanceof UnclosedQuote || error.code === 'CSV_QUOTE_NOT_CLOSED' || line.includes('"');
    return { ...at, message: isQuote ? quoteMessage(line, delimiter) : IMPORT_MESSAGES.long };
  }
}

class UnclosedQuote extends Error {}

const QUOTED_CELL = /\s*"(?:[^"]|"")*"\s*/y;

/** A message about a line's quotation marks, for the first cell that opens with one and does not end with one. */
function quoteMessage(line: string, delimiter: string): string {
  const text = line.slice(0, RECORD_MAX_BYTES).trimEnd();
  for (let at = 0; at < text.length; ) {
    QUOTED_CELL.lastIndex = at;
    const isQuoted = QUOTED_CELL.test(text);
    const end = isQuoted ? QUOTED_CELL.lastIndex : text.indexOf(delimiter, at);
    if (isQuoted && end < text.length && text[end] !== delimiter) return IMPORT_MESSAGES.afterQuote;
    if (end < 0 || (!isQuoted && text.slice(at, end).trimStart().startsWith('"'))) break;
    at = end + 1;
  }
  return IMPORT_MESSAGES.quote;
}

/** The offset of the next line, after a line end of any kind. */
function endOfLine(bytes: Buffer, offset: number): number {
  const [cr, lf] = [bytes.indexOf('\r', offset), bytes.indexOf('\n', offset)].map((index) =>
    index < 0 ? bytes.length : index,
  );
  if (cr === undefined || lf === undefined) return bytes.length;
  return lf === cr + 1 ? lf + 1 : Math.min(cr, lf) + 1;
}

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // O"Brien is a name, not an opening quotation mark.
  relax_quotes: true,
  skip_empty_lines: false,
  max_record_size: RECORD_MAX_BYTES,
};
