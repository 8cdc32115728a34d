import { CsvError, parse } from 'csv-parse/sync';
import { IMPORT_MESSAGES } from '#contract/subscribers.ts';
import { storable } from '#server/platform/http/body.ts';
import { badRequest } from '#server/platform/http/errors.ts';

/** Reads a CSV file as Excel, Numbers, Google and school systems write it: whatever its encoding and separator. */

/** A row of the file, with the line that it begins in. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What Excel separates by in different countries. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;
// A line of its own that tells Excel the separator.
const SEPARATOR_LINE = /^sep=(.)\r?(?:\n|$)/i;

/** What is done with the rows of a file, in their order. */
export interface RowReader {
  /** Told of each row that is not blank; false when it must have swallowed others behind an open quotation mark. */
  row(row: CsvRow): boolean;
  broken(line: number, message: string): void;
}

/** Reads the rows of a file. Throws 400 with a sentence for what is not CSV. */
export function readCsv(bytes: Buffer, reader: RowReader): void {
  const text = textOf(bytes);
  const named = SEPARATOR_LINE.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const delimiter = named?.[1] ?? separatorOf(body);
  readRows(Buffer.from(body), delimiter, named === null ? 1 : 2, reader);
}

/** The file's text: by its mark where it has one, else UTF-8 if it is that, else what Windows writes in the West. */
function textOf(bytes: Buffer): string {
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

/**
 * A quotation mark that is never closed would swallow everything below it. So it costs its own line alone: that one is
 * reported as broken, and reading goes on in the next one.
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

// Each costs a second look at up to `RECORD_MAX_BYTES`.
const BROKEN_MAX = 100;
// More than any cell of a spreadsheet can hold: what is longer is an open quotation.
const RECORD_MAX_BYTES = 100_000;

interface Stop {
  readonly offset: number;
  readonly line: number;
  readonly message: string;
}

/** Where a row begins that cannot be read; null when all of them could. */
function readUntilBroken(
  bytes: Buffer,
  delimiter: string,
  firstLine: number,
  reader: RowReader,
): Stop | null {
  // A row begins in the line after the one in which the row before it ended.
  let at = { offset: 0, line: firstLine };
  const take = (record: readonly string[], info: { readonly lines: number; readonly bytes: number }) => {
    const cells = record.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== '') && !reader.row({ line: at.line, cells })) throw new Swallowed();
    at = { offset: info.bytes, line: firstLine + info.lines };
    return null;
  };
  try {
    parse(bytes, { ...OPTIONS, delimiter, trim: delimiter !== '\t', on_record: take });
    return null;
  } catch (error) {
    if (!(error instanceof Swallowed || error instanceof CsvError)) throw error;
    const line = bytes.subarray(at.offset, endOfLine(bytes, at.offset)).toString();
    const isQuote = error instanceof Swallowed || error.code === 'CSV_QUOTE_NOT_CLOSED' || line.includes('"');
    return { ...at, message: isQuote ? quoteFault(line, delimiter) : IMPORT_MESSAGES.long };
  }
}

class Swallowed extends Error {}

const QUOTED_CELL = /\s*"(?:[^"]|"")*"\s*/y;

/** What is wrong with the quotation marks of a line: the first cell that begins with one and does not end with one tells. */
function quoteFault(line: string, delimiter: string): string {
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

/** Where the next line begins, after a line end of any kind. */
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
  // O"Brien is a name, not an open quotation.
  relax_quotes: true,
  skip_empty_lines: false,
  max_record_size: RECORD_MAX_BYTES,
};
