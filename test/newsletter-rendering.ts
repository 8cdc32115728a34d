import {
  type Block,
  type BlockType,
  codeSchema,
  fromCode,
  isEmptySpace,
  type LayoutType,
  type StoredBlock,
} from '#newsletter/document/document.ts';
import { compileBlock } from '#newsletter/render/compile-block.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { type DomNode, parseHtml, renderWithMrml } from './newsletter-engines.ts';
import { OAKFIELD, ORIGIN } from './newsletter-samples.ts';

/** Helpers that render blocks, for the tests of the newsletter room. */

/** The public page of the samples. */
export const PAGE_URL = `${ORIGIN}/published/autumn-news`;

/** Parses a stored block. Throws if it is invalid. */
export function stored(type: BlockType, value: unknown, name = 'block'): Block {
  const [block] = codeSchema.parse([{ name, type, value }]);
  if (block === undefined || isEmptySpace(block)) throw new Error(`Not a block: ${type}`);
  return block;
}

/** The schema's errors for a value as `path: message`; empty if it is valid. */
export function problemsOf(type: BlockType, value: unknown): string[] {
  const result = codeSchema.safeParse([{ name: 'block', type, value }]);
  return result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

type Options = {
  readonly layout?: LayoutType;
  readonly school?: SchoolBranding;
  readonly title?: string;
  readonly calendar?: boolean;
  /** The day on which the newsletter is rendered. */
  readonly today?: string;
};

function rendered(blocks: readonly StoredBlock[], target: 'page' | 'mail', options: Options): string {
  const calendarUrl = ({ block, row }: { block: string; row: string }) => `${PAGE_URL}/${block}/${row}.ics`;
  return renderWithMrml(
    compileNewsletter({
      title: options.title ?? 'Autumn news',
      today: options.today ?? '2026-09-20',
      document: fromCode(options.layout ?? 'one_column', blocks),
      school: options.school ?? OAKFIELD,
      target,
      origin: ORIGIN,
      pageUrl: PAGE_URL,
      unsubscribeUrl: `${ORIGIN}/unsubscribe/token`,
      ...(options.calendar === false ? {} : { calendarUrl }),
    }),
  );
}

/** Renders blocks to a page. */
export function pageOf(blocks: readonly StoredBlock[], options: Options = {}): string {
  return rendered(blocks, 'page', options);
}

/** Renders blocks to a mail. */
export function mailOf(blocks: readonly StoredBlock[], options: Options = {}): string {
  return rendered(blocks, 'mail', options);
}

/** Renders a block for the canvas, complete or not. */
export function canvasOf(block: Block, width = 264): string {
  return renderWithMrml(compileBlock({ block, school: OAKFIELD, width, origin: ORIGIN }));
}

/** The visible text in one line, with a space between elements. */
export function wordsOf(html: string): string {
  return [...textsOf(parseHtml(html).body)].join(' ').replace(/\s+/g, ' ').trim();
}

function* textsOf(node: DomNode): Generator<string> {
  for (const child of node.childNodes) {
    if (child.nodeType === 3) yield child.textContent ?? '';
    else yield* textsOf(child);
  }
}

/** All elements that match a selector. */
export function findAll(html: string, selector: string): DomNode[] {
  return [...parseHtml(html).querySelectorAll(selector)];
}

/** The first element that matches a selector. Throws if there is none. */
export function find(html: string, selector: string): DomNode {
  const [node] = findAll(html, selector);
  if (node === undefined) throw new Error(`No ${selector} in ${html.slice(0, 2000)}`);
  return node;
}
