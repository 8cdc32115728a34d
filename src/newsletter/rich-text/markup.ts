import type { Design } from '#newsletter/designs/design.ts';
import type { BlockContext } from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnDirection, withOwnNumbers } from '#newsletter/render/own-direction.ts';
import { isSameLanguage } from '#newsletter/values/passage-languages.ts';
import { isRightToLeft, runsAgainst } from '#newsletter/values/right-to-left.ts';
import { isOwnFile } from '#newsletter/values/url.ts';
import type { ParagraphLook, RichElement, RichNode, RichTag } from './nodes.ts';
import { hasContent, parseRichText } from './rich-text.ts';
import { INLINES } from './writer.ts';

/** The style of rich text, written inline because mail programs need that. */
export type RichTextStyle = Pick<BlockContext, 'fonts' | 'origin'> & {
  /** The newsletter's language. */
  readonly language: string;
  readonly heading: string;
  readonly weight: number;
  readonly lead: Design['text']['lead'];
  readonly link: string;
  /** Classes for dark colours; null if the text has a background of its own. */
  readonly classes: RichTextClasses | null;
};
type RichTextClasses = { readonly heading: string; readonly link: string };

/** The style of rich text in its section, in the school's colours. */
export function schoolRichText({ fonts, palette, origin, design, school }: BlockContext): RichTextStyle {
  const { usesTextColour, weight } = design.heading;
  const heading = usesTextColour ? palette.text : palette.heading;
  const classes = { heading: usesTextColour ? 'd-text' : 'd-heading', link: 'd-link' };
  const { lead } = design.text;
  return { fonts, origin, language: school.language, heading, weight, lead, link: palette.link, classes };
}

// The title is h1 and a heading block h2, so headings in text are one level lower than their tag. Source:
// docs/requirements/product.md 2.7.
export const RICH_TEXT_HEADINGS = {
  h1: { size: 22, line: 28 },
  h2: { size: 18, line: 24 },
  h3: { size: 16, line: 22 },
} as const;

const SIGNATURE = { size: 22, line: 30 } as const;

/** Rich text as the content of an mj-text, sanitised again; null if it has no text. */
export function richTextMarkup(html: string, style: RichTextStyle): Markup | null {
  const nodes = parseRichText(html);
  return hasContent(nodes) ? nodesMarkup(inParagraphs(nodes), style, true) : null;
}

/**
 * On the canvas, marks rich text as a field, which is typed in place, with a placeholder while it is empty (null)
 * and its style in custom properties. Elsewhere returns the words only.
 */
export function richTextField(
  context: Pick<BlockContext, 'placeholder'>,
  path: string,
  words: Markup | null,
  { fonts, heading, weight, lead, link }: RichTextStyle,
): Markup {
  if (!context.placeholder) return words ?? mjml``;
  const [leadSize, leadLine] = lead.size;
  const looks = `--lead-size:${leadSize}px;--lead-line:${leadLine}px;--lead-style:${lead.style};--signature-font:${fonts.serif};--signature-size:${SIGNATURE.size}px;--signature-line:${SIGNATURE.line}px`;
  const style = `--link:${link};--heading:${heading};--heading-font:${fonts.heading};--heading-weight:${weight};${looks}`;
  return mjml`<div data-field="${path}" style="${style}">${words ?? mjml`<p style="margin:0">Write something…</p>`}</div>`;
}

// Loose text gets a paragraph: engines trim text at the start and end of an mj-text.
function inParagraphs(nodes: readonly RichNode[]): RichNode[] {
  const blocks: RichElement[] = [];
  let loose: RichNode[] | null = null;
  for (const node of nodes) {
    if (typeof node !== 'string' && node.tag !== 'br' && !INLINES.has(node.tag)) {
      blocks.push(node);
      loose = null;
    } else if (loose === null) {
      loose = [node];
      blocks.push({ tag: 'p', children: loose });
    } else loose.push(node);
  }
  return blocks;
}

function nodesMarkup(nodes: readonly RichNode[], around: DirectedStyle, isTop: boolean): Markup {
  const last = nodes.length - 1;
  return mjml`${nodes.map((node, index) => {
    const style = isTop
      ? { ...around, runsRightToLeft: runsRightToLeft(around.language, textOf(node)) }
      : around;
    const markup = nodeMarkup(node, style, isTop && index < last ? 10 : 0);
    return isTop ? inOwnDirection(style.language, textOf(node), markup) : markup;
  })}`;
}

/** `runsRightToLeft`: whether the paragraph is written from right to left. */
type DirectedStyle = RichTextStyle & { readonly runsRightToLeft?: boolean };

function runsRightToLeft(language: string, text: string): boolean {
  return isRightToLeft(language) !== runsAgainst(language, text);
}

function textOf(node: RichNode): string {
  if (typeof node === 'string') return node;
  return node.tag === 'br' ? ' ' : node.children.map(textOf).join('');
}

function nodeMarkup(node: RichNode, style: DirectedStyle, gap: number): Markup {
  if (typeof node === 'string')
    return style.runsRightToLeft === true ? withOwnNumbers(style.language, node) : mjml`${node}`;
  if (node.tag === 'br') return mjml`<br />`;
  // An empty paragraph is an intentional empty line.
  const content =
    node.tag === 'p' && node.children.length === 0 ? mjml`<br />` : nodesMarkup(node.children, style, false);
  return elementMarkup(node, content, style, gap);
}

function elementMarkup(node: RichElement, content: Markup, style: DirectedStyle, gap: number): Markup {
  const classes = style.classes ?? NO_CLASSES;
  // Only for lists: it reads all of their text.
  const list = () => listStyle(runsAgainst(style.language, textOf(node)), gap);
  const writers: Readonly<Record<RichTag, () => Markup>> = {
    p: () => mjml`<p style="margin:0 0 ${gap}px${lookStyle(node.look, style)}">${content}</p>`,
    h1: () => mjml`<h2 class="${classes.heading}" style="${headingStyle('h1', style, gap)}">${content}</h2>`,
    h2: () => mjml`<h3 class="${classes.heading}" style="${headingStyle('h2', style, gap)}">${content}</h3>`,
    h3: () => mjml`<h4 class="${classes.heading}" style="${headingStyle('h3', style, gap)}">${content}</h4>`,
    ul: () => mjml`<ul style="${list()}">${content}</ul>`,
    ol: () =>
      node.start === undefined
        ? mjml`<ol style="${list()}">${content}</ol>`
        : mjml`<ol start="${node.start}" style="${list()}">${content}</ol>`,
    li: () => mjml`<li style="margin:0 0 4px">${content}</li>`,
    strong: () => mjml`<strong>${content}</strong>`,
    span: () => inLanguage(node.lang ?? style.language, style.language, content),
    em: () => mjml`<em>${content}</em>`,
    u: () => mjml`<u>${content}</u>`,
    a: () =>
      mjml`<a href="${isOwnFile(node.href ?? '') ? style.origin : ''}${node.href ?? ''}" class="${classes.link}" style="color:${style.link}">${content}</a>`,
  };
  return writers[node.tag]();
}

/**
 * A passage with its language and direction. In a right-to-left newsletter, all markup is mirrored afterwards
 * (`mirrorIfRightToLeft`).
 */
function inLanguage(language: string, around: string, content: Markup): Markup {
  if (isSameLanguage(language, around)) return content;
  const runsAlong = isRightToLeft(language) === isRightToLeft(around);
  return mjml`<span lang="${language}" dir="${runsAlong ? 'ltr' : 'rtl'}">${content}</span>`;
}

const NO_CLASSES: RichTextClasses = { heading: 'd-own', link: 'd-own' };

function listStyle(runsAgainstPage: boolean, gap: number): string {
  return `margin:0 0 ${gap}px;padding:${runsAgainstPage ? '0 22px 0 0' : '0 0 0 22px'}`;
}

function lookStyle(look: ParagraphLook | undefined, { lead, fonts }: RichTextStyle): string {
  if (look === undefined) return '';
  if (look === 'signature')
    return `;font-family:${fonts.serif};font-size:${SIGNATURE.size}px;line-height:${SIGNATURE.line}px;font-style:italic`;
  const [size, line] = lead.size;
  return `;font-size:${size}px;line-height:${line}px;font-style:${lead.style}`;
}

function headingStyle(tag: keyof typeof RICH_TEXT_HEADINGS, style: RichTextStyle, gap: number): string {
  const { size, line } = RICH_TEXT_HEADINGS[tag];
  return `margin:0 0 ${gap && 6}px;font-family:${style.fonts.heading};font-size:${size}px;line-height:${line}px;font-weight:${style.weight};color:${style.heading}`;
}
