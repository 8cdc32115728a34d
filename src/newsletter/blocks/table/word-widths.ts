/** Estimates the width of words without a browser: in bold Arial, which is no narrower than the fonts of pages. */

/** The widths of characters in em. */
const WIDTHS: readonly (readonly [characters: RegExp, em: number])[] = [
  [/[ijlI.,:;'|!’‘]/, 0.3],
  [/[frt()[\]/\\ \-"“”°]/, 0.4],
  [/[mM%@W]/, 0.95],
  [/[wGOQ&+<>=~—…]/, 0.8],
  [/[A-Z]/, 0.73],
  [/[0-9$£*_?–-]/, 0.56],
  [/[\p{Script=Latin}\p{M}]/u, 0.61],
];
/** The width for other scripts, some of which have square characters. */
const OTHER = 1;

/** The places where a browser may break a line: at white space, after a hyphen, around characters of scripts without spaces. */
const BREAKS =
  /[^\S\u00a0]+|(?<=\p{L}-)(?=\p{L})|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** The width of the longest word of a text in pixels, rounded up. `size` is the font's in pixels. */
export function longestWord(text: string, size: number): number {
  return Math.max(0, ...text.split(BREAKS).map((word) => lineWidth(word, size)));
}

/** The width of a text in one line in pixels, rounded up. `size` is the font's in pixels. */
export function lineWidth(text: string, size: number): number {
  return Math.ceil(size * [...text].reduce((sum, each) => sum + widthOf(each), 0));
}

function widthOf(character: string): number {
  return WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? OTHER;
}
