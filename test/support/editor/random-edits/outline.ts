import { linkAddress } from '#newsletter/values/url.ts';

/** The marks of words, by their tags. */
const MARKS = new Map([
  ['STRONG', 'b'],
  ['EM', 'i'],
  ['U', 'u'],
]);
const LINES = new Set(['P', 'H1', 'H2', 'H3', 'H4']);
const LISTS = new Set(['UL', 'OL']);

/**
 * Words with their structure, in whatever markup: a line each for paragraphs, headings and items, without empty ones.
 * `headingOffset` says how many levels lower headings are drawn than stored.
 */
export function outlineOf(root: Node, headingOffset = 0): readonly string[] {
  const lines: string[] = [];
  let words: string[] = [];
  function end(kind: string): void {
    const line = written(words);
    words = [];
    if (line !== '') lines.push(`${kind} ${line}`);
  }
  function visit(node: Node, within: string, kind: string, marks: readonly string[]): void {
    for (const child of node.childNodes) {
      const { nodeName } = child;
      if (child.nodeType === Node.TEXT_NODE) {
        const mark = marks.toSorted().join('');
        for (const letter of child.textContent ?? '')
          words.push(/\s/.test(letter) ? ' ' : mark === '' ? letter : `${letter}‹${mark}›`);
      } else if (nodeName === 'BR') words.push(' ');
      else if (LINES.has(nodeName)) {
        end(within + kind);
        const own = nodeName === 'P' ? kind : `h${Number(nodeName.slice(1)) - headingOffset}`;
        visit(child, within, own, marks);
        end(within + own);
      } else if (LISTS.has(nodeName) || nodeName === 'LI') {
        end(within + kind);
        visit(child, nodeName === 'LI' ? within : `${within}${nodeName.toLowerCase()}>`, 'p', marks);
        end(within + kind);
      } else visit(child, within, kind, [...marks, ...markOf(child)]);
    }
  }
  visit(root, '', 'p', []);
  end('p');
  return lines;
}

function markOf(node: Node): readonly string[] {
  if (node instanceof HTMLAnchorElement) return [`(${linkAddress(node.getAttribute('href') ?? '') ?? ''})`];
  const mark = MARKS.get(node.nodeName);
  return mark === undefined ? [] : [mark];
}

function written(letters: readonly string[]): string {
  return letters.join('').replace(/ +/g, ' ').trim();
}

/** The outline of stored rich text. */
export function outlineOfHtml(html: string): readonly string[] {
  return outlineOf(new DOMParser().parseFromString(html, 'text/html').body);
}

/** Plain words in one line, however their lines are broken. */
export function lineOfWords(text: string): readonly string[] {
  return outlineInOneLine(text.split('\n').map((line) => `p ${line}`));
}

/** A drawn outline's words in one line. */
export function outlineInOneLine(outline: readonly string[]): readonly string[] {
  const line = written(
    outline.map((each) => each.replace(/^\S+ /, '').replace(/\s/g, ' ')).flatMap((each) => [each, ' ']),
  );
  return line === '' ? [] : [line];
}
