import { isAscii } from 'node:buffer';
import { IMPORT_DOUBTS, IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { badRequest } from '#server/platform/http/errors.ts';

/** The text of a file in any of the encodings that spreadsheets write, and what is doubtful about its letters. */
export interface FileText {
  readonly text: string;
  /** Sentences for the person to judge. */
  readonly doubts: readonly string[];
}

/** Decodes by the byte order mark if there is one, else each line as UTF-8 if it is valid, else all others alike. */
export function decodeFile(bytes: Buffer, lineEndsMax: number): FileText {
  const marked = utf16Of(bytes);
  if (marked !== null) return { text: marked, doubts: damagedIn(marked) };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, doubts: damagedIn(text) };
  } catch {
    return decodeLines(bytes, lineEndsMax);
  }
}

function utf16Of(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // A heading begins with a letter; a zero byte beside it means UTF-16.
  if (bytes[1] === 0 && bytes[0] !== 0) return new TextDecoder('utf-16le').decode(bytes);
  return bytes[0] === 0 && bytes[1] !== 0 ? new TextDecoder('utf-16be').decode(bytes) : null;
}

// One wrong byte in a file of UTF-8 damages its own line alone.
function decodeLines(bytes: Buffer, lineEndsMax: number): FileText {
  const lines = linesOf(bytes, lineEndsMax);
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decoded = lines.map((line) => {
    if (isAscii(line)) return line.toString('latin1');
    try {
      return utf8.decode(line);
    } catch {
      return null;
    }
  });
  const foreign = lines.filter((_, index) => decoded[index] === null);
  const { name, decoder } = likeliest(Buffer.concat(foreign), isOfOldMac(bytes));
  const text = lines.map((line, index) => decoded[index] ?? decoder.decode(line)).join('');
  const words = wordsWith(FOREIGN, decoder.decode(Buffer.concat(foreign)));
  const doubts = [IMPORT_DOUBTS.encoding(name, words), ...damagedIn(text)];
  return { text: text.replace(/^\uFEFF/, ''), doubts };
}

function linesOf(bytes: Buffer, most: number): readonly Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte !== 0x0a && byte !== 0x0d) continue;
    lines.push(bytes.subarray(from, index + 1));
    from = index + 1;
    if (lines.length > most) throw badRequest(IMPORT_MESSAGES.tooMany);
  }
  return [...lines, bytes.subarray(from)];
}

const isOfOldMac = (bytes: Buffer) => bytes.includes(0x0d) && !bytes.includes(0x0a);

// The first of equals is taken: most schools write Western European letters.
const CHARSETS = [
  { label: 'windows-1252', name: 'Western European (Windows-1252)' },
  { label: 'windows-1250', name: 'Central European (Windows-1250)' },
  { label: 'macintosh', name: 'Mac Roman' },
] as const;
/** So much of a file shows how it is written. */
const JUDGED_BYTES = 200_000;

function likeliest(foreign: Buffer, isOldMac: boolean) {
  const judged = foreign.subarray(0, JUDGED_BYTES);
  const rated = CHARSETS.map(({ label, name }) => {
    const decoder = new TextDecoder(label);
    const bonus = isOldMac && label === 'macintosh' ? 1 : 0;
    return { name, decoder, rate: plausibility(decoder.decode(judged)) + bonus };
  });
  return rated.reduce((best, each) => (each.rate > best.rate ? each : best));
}

/** How much a text looks like names: letters at letters count for it, signs at letters and capitals within words against it. */
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
  return sum;
}

const FOREIGN = /[\u0080-\uffff]/g;
// UTF-8 that was read as Windows-1252 and saved so: 'Ã©', 'â€™', 'Å‚'; and letters that are lost.
const DAMAGED = /[ÃÂÅÄ][\u0080-\u00bf‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›€]|Ã[ŒœŠšŸŽž]|â€|\uFFFD/g;

function damagedIn(text: string): readonly string[] {
  const found = wordsWith(DAMAGED, text);
  return found === '' ? [] : [IMPORT_DOUBTS.damaged(found)];
}

const WORDS_SHOWN = 3;
const WORD_PART = 40;
const SEPARATOR = /[\s,;|"\t]/;

/** The first words of a text that have such a sign. */
function wordsWith(signs: RegExp, text: string): string {
  const words = new Set<string>();
  for (const { index } of text.matchAll(signs)) {
    const before =
      text
        .slice(Math.max(0, index - WORD_PART), index)
        .split(SEPARATOR)
        .at(-1) ?? '';
    const behind = text.slice(index, index + WORD_PART).split(SEPARATOR)[0] ?? '';
    words.add(before + behind);
    if (words.size === WORDS_SHOWN) break;
  }
  return [...words].map((word) => `‘${word}’`).join(', ');
}
