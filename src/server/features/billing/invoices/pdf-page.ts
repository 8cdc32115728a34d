import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

/** A PDF page with text in any script of the app's own typeface. Positions are in points from the top left. */

const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
const WEIGHTS = { normal: 400, strong: 600 } as const;
type Weight = keyof typeof WEIGHTS;

// A font file contains one script. 'latin' has the letters of Western Europe, and punctuation.
const RANGES: readonly (readonly [(typeof SCRIPTS)[number], RegExp])[] = [
  ['latin', /[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]/],
  ['latin-ext', /[\u0100-\u024f\u1e00-\u1eff]/],
  ['greek', /[\u0370-\u03ff]/],
  ['cyrillic', /[\u0400-\u045f\u0490\u0491]/],
];

const files = new Map<string, Buffer>();
function fontFile(name: string): Buffer {
  const known = files.get(name);
  if (known !== undefined) return known;
  const file = readFileSync(new URL(`./fonts/commissioner-${name}.woff`, import.meta.url));
  files.set(name, file);
  return file;
}

export interface Style {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
}

/** One A4 page. */
export class PdfPage {
  readonly #document: PDFKit.PDFDocument;

  constructor(info: { readonly Title: string; readonly Author: string }) {
    this.#document = new PDFDocument({ size: 'A4', margin: 0, info, lang: 'en-GB' });
  }

  /** Writes a line from `x` to the right. */
  line(text: string, x: number, y: number, style: Style): void {
    let at = x;
    for (const run of runsOf(text)) {
      this.#use(run.script, style);
      this.#document.fillColor(style.colour ?? '#16243d').text(run.text, at, y, { lineBreak: false });
      at += this.#document.widthOfString(run.text);
    }
  }

  /** Writes a line that ends at `x`. */
  lineTo(text: string, x: number, y: number, style: Style): void {
    this.line(text, x - this.#widthOf(text, style), y, style);
  }

  /** Writes text wrapped between words at this width; returns the y position of the next line. */
  block(text: string, x: number, y: number, width: number, style: Style): number {
    let top = y;
    for (const line of this.#linesOf(text, width, style)) {
      this.line(line, x, top, style);
      top += style.size * 1.5;
    }
    return top;
  }

  rule(x: number, y: number, width: number, colour: string): void {
    this.#document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(1)
      .strokeColor(colour)
      .stroke();
  }

  async finish(): Promise<Buffer> {
    this.#document.end();
    return await buffer(this.#document);
  }

  #use(script: string, { size, weight = 'normal' }: Style): void {
    const name = `${script}-${WEIGHTS[weight]}`;
    this.#document.font(fontFile(name)).fontSize(size);
  }

  #widthOf(text: string, style: Style): number {
    return runsOf(text).reduce((width, run) => {
      this.#use(run.script, style);
      return width + this.#document.widthOfString(run.text);
    }, 0);
  }

  #linesOf(text: string, width: number, style: Style): readonly string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ').flatMap((each) => this.#piecesOf(each, width, style))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && this.#widthOf(longer, style) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return line === '' ? lines : [...lines, line];
  }

  // Splits a word that is wider than the block.
  #piecesOf(word: string, width: number, style: Style): readonly string[] {
    if (this.#widthOf(word, style) <= width) return [word];
    const half = Math.ceil(word.length / 2);
    return [word.slice(0, half), word.slice(half)].flatMap((part) => this.#piecesOf(part, width, style));
  }
}

function runsOf(text: string): readonly { readonly script: string; readonly text: string }[] {
  const runs: { script: string; text: string }[] = [];
  for (const letter of text) {
    const script = RANGES.find(([, range]) => range.test(letter))?.[0];
    const last = runs.at(-1);
    if (last !== undefined && (last.script === script || letter === ' ')) last.text += letter;
    else runs.push({ script: script ?? 'latin', text: script === undefined ? '?' : letter });
  }
  return runs;
}
