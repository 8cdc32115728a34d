import { isAscii } from 'node:buffer';
import { IMPORT_DOUBTS, IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { CHARSETS, type Charset, type Letters } from '#contract/groups/import-questions.ts';
import { badRequest } from '#server/platform/http/errors.ts';

/** The text of a file in any of the encodings that spreadsheets write, and what is doubtful about its letters. */
export interface FileText {
  readonly text: string;
  /** Sentences for the person to judge. */
  readonly doubts: readonly string[];
  /** How they may be read; null where all ways are alike. */
  readonly letters: Letters | null;
}

/** Decodes by the byte order mark if there is one, else each line as UTF-8 if it is valid, else all others as `charset` or what is likeliest. */
export function decodeFile(bytes: Buffer, lineEndsMax: number, charset?: Charset): FileText {
  const marked = utf16Of(bytes);
  if (marked !== null) return { text: marked, doubts: damagedIn(marked), letters: null };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, doubts: damagedIn(text), letters: null };
  } catch {
    return decodeLines(bytes, lineEndsMax, charset);
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
function decodeLines(bytes: Buffer, lineEndsMax: number, chosen: Charset | undefined): FileText {
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
  const foreign = Buffer.concat(lines.filter((_, index) => decoded[index] === null));
  const charset = chosen ?? likeliest(foreign.subarray(0, JUDGED_BYTES), bytes);
  const decoder = new TextDecoder(charset);
  const text = lines.map((line, index) => decoded[index] ?? decoder.decode(line)).join('');
  return { text: text.replace(/^\uFEFF/, ''), doubts: damagedIn(text), letters: lettersOf(foreign, charset) };
}

// A person can tell by the words. What looks the same in two ways is one.
function lettersOf(foreign: Buffer, charset: Charset): Letters | null {
  const inOrder = [charset, ...CHARSETS.filter((each) => each !== charset)];
  const read = inOrder.map((each) => {
    const text = new TextDecoder(each).decode(foreign);
    return { charset: each, text, words: wordsWith(FOREIGN, text) };
  });
  const different = read.filter(({ text }, at) => read.findIndex((each) => each.text === text) === at);
  if (different.length < 2) return null;
  return { charset, choices: different.map(({ words, ...each }) => ({ charset: each.charset, words })) };
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

/** So much of a file shows how it is written. */
const JUDGED_BYTES = 200_000;

// The first of equals is taken: most schools write Western European letters.
function likeliest(foreign: Buffer, all: Buffer): Charset {
  const isCentral = CENTRAL_ADDRESSES.test(all.subarray(0, JUDGED_BYTES).toString('latin1'));
  const hints = {
    'windows-1252': 0,
    'windows-1250': isCentral ? 0.5 : 0,
    macintosh: isOfOldMac(all) ? 1 : 0,
  };
  const rated = CHARSETS.map((charset) => {
    const text = new TextDecoder(charset).decode(foreign);
    return { charset, rate: plausibility(text) + hints[charset] };
  });
  return rated.reduce((best, each) => (each.rate > best.rate ? each : best)).charset;
}

// Where families write from whose letters are Central European.
const CENTRAL_ADDRESSES = /@[\w.-]+\.(?:pl|cz|sk|hu|hr|si|ro)\b/i;
// Next to such a letter, no Western European word has this one; the Central European in its place is usual there.
const ODD_PAIR = /ñ[bcdfghjklmnpqrstvwxyz]|[bcdfghjklmnpqrstvwxz]ñ|æ(?![\p{L}])|[èêìò][èêøæñ]/giu;

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
  return sum - (text.match(ODD_PAIR)?.length ?? 0);
}

const FOREIGN = /[\u0080-\uffff]/g;
// UTF-8 that was read as Windows-1252 and saved so: 'Ã©', 'â€™', 'Å‚'; and letters that are lost.
const DAMAGED = /[ÃÂÅÄ][\u0080-\u00bf‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›€]|Ã[ŒœŠšŸŽž]|â€|\uFFFD/g;

function damagedIn(text: string): readonly string[] {
  const found = wordsWith(DAMAGED, text).map((word) => `‘${word}’`);
  return found.length === 0 ? [] : [IMPORT_DOUBTS.damaged(found.join(', '))];
}

const WORDS_SHOWN = 3;
const WORD_PART = 40;
const SEPARATOR = /[\s,;|"\t]/;

/** The first words of a text that have such a sign. */
function wordsWith(signs: RegExp, text: string): string[] {
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
  return [...words];
}
