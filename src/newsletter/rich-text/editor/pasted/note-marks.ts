/** Footnotes: their marks are raised in a document, but would join the word before them in a newsletter. */

const IN_WORD = '[href*="#_ftn"], [href*="#_edn"], .MsoFootnoteReference, .MsoEndnoteReference';
const IN_LIBREOFFICE = '.sdfootnoteanc, .sdendnoteanc, .sdfootnotesym, .sdendnotesym';
const ELSEWHERE =
  'sup:has(a[href*="#"]), a[href^="#"]:has(sup), [href*="#ftnt"], [href*="#sdfootnote"], .FootnoteReference, .EndnoteReference';
const MARKS = [IN_WORD, IN_LIBREOFFICE, ELSEWHERE].join(', ');
const MARK = /^\[?([\p{L}\p{N}*†‡§]{1,5})\]?$/u;
const BLOCK = 'p, li, div, td, th, h1, h2, h3, h4, h5, h6, body';

/** Separates the marks of notes from the words around them: 'coat [1]'. */
export function setNotesApart(body: HTMLElement): void {
  for (const element of body.querySelectorAll(MARKS)) {
    // If several elements are around one mark, only the outermost counts.
    if (!body.contains(element) || element.parentElement?.closest(MARKS) != null) continue;
    const mark = MARK.exec(element.textContent.replace(/\s+/g, ''))?.[1];
    if (mark === undefined) continue;
    const before = wordsBeside(element, 'previousSibling');
    const after = wordsBeside(element, 'nextSibling');
    element.replaceWith(
      `${/\S$/.test(before) ? ' ' : ''}[${mark}]${/^[\p{L}\p{N}]/u.test(after) ? ' ' : ''}`,
    );
  }
}

function wordsBeside(element: Element, side: 'previousSibling' | 'nextSibling'): string {
  for (
    let node: Node | null = element;
    node instanceof Element && !node.matches(BLOCK);
    node = node.parentElement
  ) {
    const words = node[side]?.textContent ?? '';
    if (words !== '') return words;
  }
  return '';
}
