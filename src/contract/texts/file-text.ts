import { CHARSETS, type Charset } from '#contract/groups/import-questions.ts';

/** The text of a file in any of the encodings of spreadsheets and calendars: lists of families, and dates. */
export interface FileText {
  readonly text: string;
  /** The character set that was used; null if the file declares its own. */
  readonly charset: Charset | null;
  /** The lines that had to be guessed: those with letters that are not UTF-8. */
  readonly foreign: Uint8Array;
}

/** The runtime's `TextDecoder`, the same in browsers and servers. */
export type Decoder = new (
  label: string,
  options?: { fatal?: boolean; ignoreBOM?: boolean },
) => { decode(bytes: Uint8Array): string };

const [LF, CR] = [0x0a, 0x0d];
const NONE = new Uint8Array();

/**
 * Decodes by the byte order mark if there is one, else each valid line as UTF-8 and all others as `charset` or the
 * likeliest one. Null for more than `linesMax` lines.
 */
export function decodeFile(
  bytes: Uint8Array,
  Decoder: Decoder,
  { charset, linesMax = Number.POSITIVE_INFINITY }: { charset?: Charset | undefined; linesMax?: number } = {},
): FileText | null {
  const kind = utf16Kind(bytes);
  const whole = kind === null ? utf8Of(bytes, Decoder) : new Decoder(kind).decode(bytes);
  if (whole !== null) return { text: whole, charset: null, foreign: NONE };
  const lines = linesOf(bytes, linesMax);
  return lines && decodeLines(lines, Decoder, (foreign) => charset ?? likeliest(foreign, bytes, Decoder));
}

function utf16Kind([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === undefined || second === undefined) return null;
  // A file begins with a letter; a zero byte beside it also means UTF-16.
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null;
}

function utf8Of(bytes: Uint8Array, Decoder: Decoder): string | null {
  try {
    return new Decoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

// One wrong byte in a UTF-8 file damages only its own line.
function decodeLines(
  lines: readonly Uint8Array[],
  Decoder: Decoder,
  charsetOf: (foreign: Uint8Array) => Charset,
): FileText {
  const utf8 = new Decoder('utf-8', { fatal: true, ignoreBOM: true });
  const decoded = lines.map((line) => {
    try {
      return utf8.decode(line);
    } catch {
      return null;
    }
  });
  const foreign = joined(lines.filter((_, index) => decoded[index] === null));
  const charset = charsetOf(foreign.subarray(0, JUDGED_BYTES));
  const decoder = new Decoder(charset);
  const text = lines.map((line, index) => decoded[index] ?? decoder.decode(line)).join('');
  return { text: text.replace(/^\uFEFF/, ''), charset, foreign };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function linesOf(bytes: Uint8Array, most: number): readonly Uint8Array[] | null {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte !== LF && byte !== CR) continue;
    lines.push(bytes.subarray(from, index + 1));
    from = index + 1;
    if (lines.length > most) return null;
  }
  return [...lines, bytes.subarray(from)];
}

const isOfOldMac = (bytes: Uint8Array) => bytes.includes(CR) && !bytes.includes(LF);

/** How much of a file is examined. */
const JUDGED_BYTES = 200_000;

// In a tie the first wins: most schools use Western European letters.
function likeliest(foreign: Uint8Array, all: Uint8Array, Decoder: Decoder): Charset {
  const start = new Decoder('windows-1252').decode(all.subarray(0, JUDGED_BYTES));
  const isCentral = CENTRAL_ADDRESSES.test(start);
  const hints = {
    'windows-1252': 0,
    'windows-1250': isCentral ? 0.5 : 0,
    macintosh: isOfOldMac(all) ? 1 : 0,
  };
  const rated = CHARSETS.map((charset) => {
    const text = new Decoder(charset).decode(foreign);
    return { charset, rate: plausibility(text) + hints[charset] };
  });
  return rated.reduce((best, each) => (each.rate > best.rate ? each : best)).charset;
}

// Countries whose letters are Central European.
const CENTRAL_ADDRESSES = /@[\w.-]+\.(?:pl|cz|sk|hu|hr|si|ro)\b/i;
// Letters that no Western European word has next to each other, whereas their Central European equivalents often are.
const ODD_PAIR = /ñ[bcdfghjklmnpqrstvwxyz]|[bcdfghjklmnpqrstvwxz]ñ|æ(?![\p{L}])|[èêìò][èêøæñ]/giu;

/** How much a text looks like names: letters beside letters raise it, symbols beside letters and capitals within words lower it. */
function plausibility(text: string): number {
  let sum = 0;
  for (const { 0: sign, index } of text.matchAll(/[\u0080-\uffff]/g)) {
    const [before, after] = [text[index - 1] ?? ' ', text[index + 1] ?? ' '];
    const isWithin = /\p{L}/u.test(before) || /\p{L}/u.test(after);
    const isOddCapital = /\p{Ll}/u.test(before) && /\p{Lu}/u.test(sign);
    const isOddSmall = /\p{Ll}/u.test(sign) && /\p{Lu}/u.test(after);
    if (sign === '’') sum += 1;
    else if (/\p{L}/u.test(sign)) sum += isOddCapital || isOddSmall ? -1 : 1;
    else if (isWithin) sum -= 1;
  }
  return sum - (text.match(ODD_PAIR)?.length ?? 0);
}
