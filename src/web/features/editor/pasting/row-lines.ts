import { escapeText } from '#newsletter/render/mjml.ts';

/** A line of a text, or a whole paragraph or item that cannot be divided into lines. */
export interface Piece {
  /** The index of its paragraph or list, from 0. */
  readonly of: number;
  readonly html: string;
  readonly lines: readonly string[];
}

/** The fewest lines that count as rows; fewer are words. */
const ROWS_MIN = 2;

/**
 * The lines that look like rows: all of them where most lines of a text do; otherwise only neighbouring ones. A single line among
 * words that mentions a day is a sentence.
 */
export function rowLines(lines: readonly string[], isRow: (line: string) => boolean): readonly string[] {
  const looks = lines.map(isRow);
  const isMost = looks.filter(Boolean).length * 2 >= lines.length;
  const found = lines.filter((_, at) => looks[at] && (isMost || looks[at - 1] || looks[at + 1]));
  return found.length < ROWS_MIN ? [] : found;
}

/** The lines of a text, in pieces that `htmlOf` joins again. The parsed document is inert. */
export function piecesOf(html: string): readonly Piece[] {
  return elementsOf(html).flatMap((element, of) => {
    const parts = element.matches('ul, ol')
      ? [...element.children].map(({ outerHTML }) => outerHTML)
      : linesIn(element);
    return parts.map((part) => ({ of, html: part, lines: wordsOf(part) }));
  });
}

/** The HTML of some pieces of a text, in its paragraphs and lists. */
export function htmlOf(text: string, pieces: readonly Piece[]): string {
  return elementsOf(text)
    .map((element, at) => {
      const own = pieces.filter(({ of }) => of === at).map(({ html }) => html);
      if (own.length === 0) return '';
      element.innerHTML = own.join(element.matches('ul, ol') ? '' : '<br>');
      return element.outerHTML;
    })
    .join('');
}

function elementsOf(html: string): readonly Element[] {
  return [...new DOMParser().parseFromString(html, 'text/html').body.children];
}

// A line break within bold words stays there.
function linesIn(element: Element): readonly string[] {
  const lines = [''];
  for (const node of element.childNodes) {
    const html = node instanceof Element ? node.outerHTML : escapeText(node.textContent ?? '');
    if (node.nodeName === 'BR') lines.push('');
    else lines.push(`${lines.pop() ?? ''}${html}`);
  }
  return lines;
}

function wordsOf(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  return body.textContent
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
