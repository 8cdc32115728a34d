import { escapeAttribute, escapeText } from '#newsletter/render/mjml.ts';
import { underlined } from '#newsletter/values/underlined.ts';
import { isOwnFile } from '#newsletter/values/url.ts';
import { decodeReferences, htmlTokens } from './html-tokens.ts';
import type { RichElement, RichNode } from './nodes.ts';
import { INLINES, RichTextWriter } from './writer.ts';

/**
 * Sanitises rich text. HTML is parsed, only what the allow-list names is kept, and the result is serialised again, so
 * that stored rich text is always well-formed and written by us. Runs on the server and in the browser, without a
 * DOM.
 */

// Dropped with their content; other unknown elements are unwrapped.
const DROPPED = new Set(
  'script style textarea title xmp iframe noembed noframes noscript plaintext svg math template object applet embed select datalist audio video canvas map frameset head'.split(
    ' ',
  ),
);
const VOID = new Set(['embed']);
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3']);

/** Parses any HTML to sanitised rich text, in linear time. */
export function parseRichText(html: string): RichNode[] {
  const writer = new RichTextWriter();
  let dropping: { name: string; depth: number } | null = null;
  for (const token of htmlTokens(html)) {
    if (dropping) {
      if (token.kind !== 'text' && token.name === dropping.name)
        dropping.depth += token.kind === 'open' ? 1 : -1;
      if (dropping.depth === 0) dropping = null;
    } else if (token.kind === 'text') writer.text(token.text);
    else if (token.kind === 'close') writer.close(token.name);
    else if (DROPPED.has(token.name)) dropping = VOID.has(token.name) ? null : { name: token.name, depth: 1 };
    else writer.open(token.name, token);
  }
  return writer.finish();
}

/** Sanitises any HTML. Idempotent. */
export function cleanRichText(html: string): string {
  return richTextHtml(parseRichText(html));
}

/** Serialises rich text. */
export function richTextHtml(nodes: readonly RichNode[]): string {
  return nodes.map(serialiseNode).join('');
}

function serialiseNode(node: RichNode): string {
  if (typeof node === 'string') return escapeText(node);
  if (node.tag === 'br') return '<br>';
  const href = node.href === undefined ? '' : ` href="${escapeAttribute(node.href)}"`;
  const lang = node.lang === undefined ? '' : ` lang="${escapeAttribute(node.lang)}"`;
  const look = node.look === undefined ? '' : ` class="${node.look}"`;
  const start = node.start === undefined ? '' : ` start="${node.start}"`;
  return `<${node.tag}${look}${href}${lang}${start}>${richTextHtml(node.children)}</${node.tag}>`;
}

/** Maps the URLs of links in **sanitised** rich text, which has quotes in attributes only. */
export function mapLinks(clean: string, map: (address: string) => string): string {
  return clean.replace(
    /href="([^"]*)"/g,
    (_, address: string) => `href="${escapeAttribute(map(decodeReferences(address)))}"`,
  );
}

/** Whether rich text has any text. */
export function hasContent(nodes: readonly RichNode[]): boolean {
  return nodes.some((node) => {
    if (typeof node === 'string') return node.trim() !== '';
    return node.tag !== 'br' && hasContent(node.children);
  });
}

/** Whether **sanitised** rich text has any text, without parsing it. */
export function hasText(clean: string): boolean {
  return clean.replace(/<[^>]*>/g, '').trim() !== '';
}

/**
 * Rich text as plain text: an empty line between paragraphs, none between list items, which start with a hyphen or their
 * number. With `origin`, as in the text part of a mail, headings are underlined and the URLs of links follow in brackets, for
 * uploaded files on this origin.
 */
export function plainText(html: string, options: { readonly origin?: string } = {}): string {
  return linesOf(parseRichText(html), options.origin ?? null)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

// Adjacent inline nodes form a run. Only runs are trimmed, as the indentation of nested lists must stay.
function linesOf(nodes: readonly RichNode[], origin: string | null): string {
  let lines = '';
  let run = '';
  for (const node of nodes) {
    if (isBlock(node)) {
      lines += trimmedLines(run) + blockLines(node, origin);
      run = '';
    } else run += wordsOf(node, origin);
  }
  return lines + trimmedLines(run);
}

function isBlock(node: RichNode): node is RichElement {
  return typeof node !== 'string' && node.tag !== 'br' && !INLINES.has(node.tag);
}

function trimmedLines(text: string): string {
  const lines = text.split('\n');
  return lines.map((line) => line.trim()).join('\n');
}

function wordsOf(node: RichNode, origin: string | null): string {
  if (typeof node === 'string') return node.replaceAll('\u00a0', ' ');
  if (node.tag === 'br') return '\n';
  const words = node.children.map((child) => wordsOf(child, origin)).join('');
  if (origin === null || node.href === undefined) return words;
  const address = isOwnFile(node.href) ? origin + node.href : node.href;
  return address === words ? words : `${words} (${address})`;
}

function blockLines(node: RichElement, origin: string | null): string {
  if (origin !== null && HEADINGS.has(node.tag)) return headingLines(linesOf(node.children, origin).trim());
  if (node.tag !== 'ul' && node.tag !== 'ol') return `\n${linesOf(node.children, origin)}\n`;
  const items = node.children.map((item, at) =>
    itemLines(linesOf([item], origin), node.tag === 'ol' ? `${at + (node.start ?? 1)}. ` : '- '),
  );
  return `\n${items.join('\n')}\n`;
}

function headingLines(text: string): string {
  return text === '' ? '' : `\n${underlined(text, '-')}\n`;
}

function itemLines(text: string, mark: string): string {
  const [first = '', ...rest] = text.split('\n').filter((line) => line !== '');
  return [mark + first, ...rest.map((line) => ' '.repeat(mark.length) + line)].join('\n');
}

const LINE = { height: 25, characters: 36 } as const;

/** The approximate height of rich text in a medium column, in pixels. */
export function richTextHeight(html: string): number {
  const lines = plainText(html)
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(line.length / LINE.characters)));
  return 16 + LINE.height * lines.reduce((sum, each) => sum + each, 0);
}
