import { escapeText } from '#newsletter/render/mjml.ts';
import { readPasted } from '#newsletter/rich-text/editor/pasted/read-pasted.ts';
import { makeParagraphs, pastedHtml } from '#newsletter/rich-text/editor/pasted-html.ts';
import { hasText } from '#newsletter/rich-text/rich-text.ts';
import { linkAddress } from '#newsletter/values/url.ts';
import { unwrappedWords } from '#newsletter/values/wrapped-address.ts';
import { pictureFile } from './picture-file.ts';
import type { ClipboardContent } from './read-clipboard.ts';

/** A part of a clipboard, by the kind of block that it becomes. */
export type ClipboardPart =
  | { readonly kind: 'heading'; readonly text: string }
  /** `html` is sanitised. */
  | { readonly kind: 'text'; readonly html: string }
  /** Not sanitised: a table block takes the words of its cells. */
  | { readonly kind: 'table'; readonly html: string }
  | { readonly kind: 'picture'; readonly file: File; readonly alt: string };

/** The parts in their order, and the numbers of pictures and links that are lost. */
export interface ClipboardParts {
  readonly parts: readonly ClipboardPart[];
  readonly lostPictures: number;
  /** Links in headings and cells, which hold plain words only. */
  readonly lostLinks: number;
}

/** The longest heading; a longer one becomes a text. */
const HEADING_MAX = 200;
const HEADING = 'h1, h2, h3, h4, h5, h6';
/** The elements that stay together in one text. */
const TOGETHER = 'p, ul, ol';
const LINES = 'div, section, article, main, header, footer, blockquote, pre, li, td, th, dt, dd, figcaption';

/**
 * Splits what Word, Google Docs, spreadsheets and web pages put on a clipboard: headings, tables, pictures, and what is
 * between them as texts. `language` is the newsletter's.
 */
export function clipboardParts({ html, text, files }: ClipboardContent, language: string): ClipboardParts {
  const body = readPasted(html === '' ? paragraphsOf(unwrappedWords(text)) : html);
  makeParagraphs(body);
  const images = [...body.querySelectorAll('img')].filter((image) => !isSpacer(image));
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  // A copied picture is a file as well. Beside words, a file is a picture of the whole selection, which Word and Excel send.
  const isPictures = body.textContent.trim() === '';
  const given = isPictures && pictures.length === images.length ? pictures : [];
  const parts: ClipboardPart[] = [];
  let lostPictures = 0;
  let lostLinks = 0;
  let run = '';

  function endRun(): void {
    const clean = pastedHtml(run, language);
    run = '';
    if (hasText(clean)) parts.push({ kind: 'text', html: clean });
  }
  function addPicture(image: HTMLImageElement): void {
    if (isSpacer(image)) return;
    const file = given[images.indexOf(image)] ?? pictureFile(image);
    if (file === null) lostPictures += 1;
    else {
      endRun();
      parts.push({ kind: 'picture', file, alt: image.alt });
    }
  }
  function addHeading(heading: Element): void {
    const words = heading.textContent.replace(/\s+/g, ' ').trim();
    if (words.length > HEADING_MAX) run += `<p>${escapeText(words)}</p>`;
    else if (words !== '') {
      endRun();
      lostLinks += linksIn(heading);
      parts.push({ kind: 'heading', text: words });
    }
  }
  function addTable(table: HTMLTableElement): void {
    endRun();
    lostLinks += linksIn(table);
    parts.push({ kind: 'table', html: table.outerHTML });
  }
  function addAll(parent: Element): void {
    for (const node of [...parent.childNodes]) {
      if (node instanceof Element) add(node);
      else if (node.nodeType === Node.TEXT_NODE) run += escapeText(node.textContent ?? '');
    }
  }
  function add(element: Element): void {
    const pictures = element.matches('img') ? [] : [...element.querySelectorAll('img')];
    if (element instanceof HTMLImageElement) addPicture(element);
    else if (element.matches(HEADING)) addHeading(element);
    else if (element instanceof HTMLTableElement && isOfCells(element)) addTable(element);
    else if (element.matches(TOGETHER)) run += element.outerHTML;
    else if (element.querySelector(`${HEADING}, ${TOGETHER}, ${LINES}, table, img`) !== null) {
      addAll(element);
      return;
    } else run += element.matches(LINES) ? `<p>${element.innerHTML}</p>` : element.outerHTML;
    for (const picture of pictures) addPicture(picture);
  }

  addAll(body);
  endRun();
  return { parts, lostPictures, lostLinks };
}

/** The number of links in an element that have an allowed address and words. */
function linksIn(element: Element): number {
  const links = [...element.querySelectorAll('a')].filter((link) => link.textContent.trim() !== '');
  return links.filter((link) => linkAddress(link.getAttribute('href') ?? '') !== null).length;
}

/** Whether a table holds data, rather than laying out other things. */
function isOfCells(table: HTMLTableElement): boolean {
  return table.querySelector('table') === null && [...table.rows].some(({ cells }) => cells.length > 1);
}

/** Whether an image is one of the invisible ones that space pages or count readers. */
function isSpacer(image: HTMLImageElement): boolean {
  return ['width', 'height'].some((side) => Number(image.getAttribute(side) ?? Number.NaN) <= 2);
}

function paragraphsOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => `<p>${escapeText(line)}</p>`).join('');
}
