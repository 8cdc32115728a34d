import { unwrappedAddress, unwrappedWords } from '#newsletter/values/wrapped-address.ts';
import { acceptWords, hasUnseenWords } from './accepted-words.ts';
import { setNotesApart } from './note-marks.ts';
import { makeLists } from './pasted-lists.ts';

/**
 * A copied document as its reader sees it, before it is converted: without deleted words and comments, with lists as
 * lists, and with links that lead to their real targets. The parsed document is inert: nothing in it runs or loads.
 */
export function readPasted(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  acceptWords(body);
  setNotesApart(body);
  makeLists(body);
  unwrapLinks(body);
  return body;
}

/** The plain text of a clipboard. Programs include deleted words and comments in it, too. */
export function pastedWords(data: { readonly getData: (type: string) => string }): string {
  const html = data.getData('text/html');
  if (!hasUnseenWords(html)) return unwrappedWords(data.getData('text/plain'));
  const body = readPasted(html);
  for (const text of textsIn(body)) text.data = text.data.replace(/\s+/g, ' ');
  for (const line of body.querySelectorAll(LINES)) line.after('\n');
  for (const cell of body.querySelectorAll('td:not(:first-child), th:not(:first-child)')) cell.prepend('\t');
  const lines = body.textContent.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n');
}

const LINES = 'br, p, div, li, tr, h1, h2, h3, h4, h5, h6';

function unwrapLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? '';
    const inner = unwrappedAddress(address);
    if (inner !== address) link.setAttribute('href', inner);
  }
  for (const text of textsIn(body)) if (text.data.includes('://')) text.data = unwrappedWords(text.data);
}

function textsIn(body: HTMLElement): readonly Text[] {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode() !== null) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
  return found;
}
