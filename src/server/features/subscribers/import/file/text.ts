import { IMPORT_DOUBTS, IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { CHARSETS, type Charset, type Letters } from '#contract/groups/import-questions.ts';
import { decodeFile } from '#contract/texts/file-text.ts';
import { badRequest } from '#server/platform/http/errors.ts';

/** The text of a list, with doubts about its encoding. */
export interface ListText {
  readonly text: string;
  /** Sentences for the person to judge. */
  readonly doubts: readonly string[];
  /** The possible encodings; null if all of them give the same text. */
  readonly letters: Letters | null;
}

/** Decodes a list. Throws 400 for more lines than `linesMax`. */
export function decodeList(bytes: Buffer, linesMax: number, chosen?: Charset): ListText {
  const decoded = decodeFile(bytes, TextDecoder, { charset: chosen, linesMax });
  if (decoded === null) throw badRequest(IMPORT_MESSAGES.tooMany);
  const { text, charset, foreign } = decoded;
  return { text, doubts: damagedIn(text), letters: charset && lettersOf(foreign, charset) };
}

// A person can choose by the words. Encodings that give the same text are one choice.
function lettersOf(foreign: Uint8Array, charset: Charset): Letters | null {
  const inOrder = [charset, ...CHARSETS.filter((each) => each !== charset)];
  const read = inOrder.map((each) => {
    const text = new TextDecoder(each).decode(foreign);
    return { charset: each, text, words: wordsWith(FOREIGN, text) };
  });
  const different = read.filter(({ text }, at) => read.findIndex((each) => each.text === text) === at);
  if (different.length < 2) return null;
  return { charset, choices: different.map(({ words, ...each }) => ({ charset: each.charset, words })) };
}

const FOREIGN = /[\u0080-\uffff]/g;
// UTF-8 that was read as Windows-1252 and saved again: 'Ã©', 'â€™', 'Å‚'; and letters that are lost.
const DAMAGED = /[ÃÂÅÄ][\u0080-\u00bf‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›€]|Ã[ŒœŠšŸŽž]|â€|\uFFFD/g;

function damagedIn(text: string): readonly string[] {
  const found = wordsWith(DAMAGED, text).map((word) => `‘${word}’`);
  return found.length === 0 ? [] : [IMPORT_DOUBTS.damaged(found.join(', '))];
}

const WORDS_SHOWN = 3;
const WORD_PART = 40;
const SEPARATOR = /[\s,;|"\t]/;

/** The first words of a text that contain such a character. */
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
