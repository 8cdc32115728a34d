import { readPasted } from '#newsletter/rich-text/editor/pasted/read-pasted.ts';
import { cleanRichText } from '#newsletter/rich-text/rich-text.ts';
import { isSameLanguage, isWrittenIn, passageLanguage } from '#newsletter/values/passage-languages.ts';

/**
 * Converts pasted HTML to sanitised rich text. The allow-list knows only elements, but word processors use styles,
 * which are first rewritten as elements: Google Docs wraps everything in a `b` that is not bold. Passages in another
 * language than `language`, the newsletter's, stay marked.
 */
export function pastedHtml(html: string, language: string): string {
  const body = readPasted(html);
  makeParagraphs(body);
  for (const element of body.querySelectorAll<HTMLElement>('[style], b, strong'))
    writeStyleAsElements(element);
  for (const element of body.querySelectorAll<HTMLElement>('[lang]')) writeLanguage(element, language);
  for (const image of body.querySelectorAll('img')) removePicture(image);
  // The innermost first: a list that only holds pictures is empty once its items are removed.
  for (const element of [...body.querySelectorAll('p, li, ul, ol, h1, h2, h3, h4, h5, h6')].reverse())
    if (isEmpty(element)) element.remove();
  for (const gap of body.querySelectorAll(GAP)) gap.remove();
  return cleanRichText(body.innerHTML);
}

// Google Docs writes an empty line as a `br` between paragraphs.
const BLOCK = ':is(p, ul, ol, h1, h2, h3, h4, h5, h6)';
const GAP = `body > ${BLOCK} + br, body > br:has(+ ${BLOCK})`;

/** Elements that browsers show on lines of their own and the allow-list does not know. */
const OWN_LINES =
  'pre, details, summary, address, aside, nav, figure, dl, form, fieldset, legend, label, button, div[style*="white-space" i]';
const HOLDS_BLOCKS =
  ':is(p, ul, ol, table, h1, h2, h3, h4, h5, h6, div, section, article, blockquote, pre, dl, details, summary, form, fieldset, legend, label, button)';

/** Turns elements on lines of their own into paragraphs. Preformatted text becomes one paragraph for each line. */
export function makeParagraphs(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('pre, [style*="white-space" i]'))
    if (element.matches('pre') || /^(?:pre|break-spaces)/.test(element.style.whiteSpace)) breakLines(element);
  // The innermost first: an element that contains others is not a paragraph.
  for (const element of [...body.querySelectorAll<HTMLElement>(OWN_LINES)].reverse()) {
    if (element.closest('p, li, td, th') !== null) continue;
    if (element.querySelector(HOLDS_BLOCKS) === null) element.outerHTML = paragraphsOf(element.innerHTML);
    else wrapLooseWords(element);
  }
}

function breakLines(element: HTMLElement): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode() !== null) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
  for (const text of found) {
    const isBetweenBlocks = text.data.trim() === '' && text.parentElement?.matches(`:has(> ${HOLDS_BLOCKS})`);
    if (!text.data.includes('\n') || isBetweenBlocks === true) continue;
    const lines = text.data.split(/\r?\n/);
    text.replaceWith(
      ...lines.flatMap((line, at) => (at === 0 ? [line] : [element.ownerDocument.createElement('br'), line])),
    );
  }
}

// An element that spans two lines is closed and opened again by the parser.
function paragraphsOf(html: string): string {
  const lines = html.split(/(?:\s*<br>\s*)+/).filter((line) => line.trim() !== '');
  return lines.map((line) => `<p>${line}</p>`).join('');
}

// Wraps words beside a paragraph, such as those after a summary.
function wrapLooseWords(element: HTMLElement): void {
  for (const node of [...element.childNodes]) {
    if (!(node instanceof Text) || node.data.trim() === '') continue;
    const paragraph = element.ownerDocument.createElement('p');
    node.replaceWith(paragraph);
    paragraph.append(node);
  }
}

function writeStyleAsElements(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecoration, textDecorationLine } = element.style;
  const isBoldElement = element.matches('b, strong');
  const isBold = fontWeight === '' ? isBoldElement : isHeavy(fontWeight);
  if (isBoldElement && !isBold) {
    element.replaceWith(...element.childNodes);
    return;
  }
  // Headings are bold and links underlined anyway.
  if (isBold && !isBoldElement && element.closest('h1, h2, h3, h4, h5, h6') === null) wrap(element, 'strong');
  if (fontStyle === 'italic' && !element.matches('i, em')) wrap(element, 'em');
  const isUnderlined = `${textDecoration} ${textDecorationLine}`.includes('underline');
  if (isUnderlined && element.closest('a, u') === null && element.querySelector('a') === null)
    wrap(element, 'u');
}

// Word marks nearly everything with a language, mostly the newsletter's own.
function writeLanguage(element: HTMLElement, language: string): void {
  const { lang } = element;
  element.removeAttribute('lang');
  const known = isSameLanguage(lang, language) ? null : passageLanguage(lang);
  const isOther = known !== null && isWrittenIn(known, element.textContent);
  // Inside a passage, content in another language ends it.
  if (isOther || element.closest('span[lang]') !== null) wrap(element, 'span').lang = isOther ? lang : '';
}

const isHeavy = (weight: string) => weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;

// Wraps the content rather than the element, so that paragraphs stay outermost.
function wrap(element: HTMLElement, tag: 'strong' | 'em' | 'u' | 'span'): HTMLElement {
  const inner = element.ownerDocument.createElement(tag);
  inner.append(...element.childNodes);
  element.append(inner);
  return inner;
}

// Pictures are not part of a text; one on a line of its own is removed with that line.
function removePicture(image: HTMLImageElement): void {
  const { previousSibling: before, nextSibling: after } = image;
  const isAlone = (node: Node | null) => node === null || node.nodeName === 'BR';
  if (isAlone(before) && isAlone(after)) (after instanceof Element ? after : before)?.remove();
  image.remove();
}

// Word processors use empty paragraphs as spacing; newsletters have their own.
const isEmpty = ({ textContent }: Element) => textContent.replaceAll('\u00a0', ' ').trim() === '';
