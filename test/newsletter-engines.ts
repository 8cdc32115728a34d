import { createRequire } from 'node:module';
import { renderAroundTexts } from '#newsletter/render/around-texts.ts';
import { RENDER_OPTIONS } from '#newsletter/render/render-options.ts';

/** The engine in use, the reference engine, and a normal form for comparing their output. */

type MrmlResult =
  | { readonly type: 'success'; readonly content: string; readonly warnings: readonly unknown[] }
  | { readonly type: 'error'; readonly message: string };
type MrmlEngine = {
  setRenderOptions(options: typeof RENDER_OPTIONS): void;
  toHtml(input: string): MrmlResult;
};

/** The part of the DOM that the tests read. */
export type DomNode = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>;
};
type DomDocument = DomNode & {
  readonly body: DomNode;
  readonly head: DomNode;
  readonly title: string;
  readonly documentElement: DomNode;
  querySelectorAll(selector: string): Iterable<DomNode>;
};
type Parser = { parseFromString(html: string, type: 'text/html'): DomDocument };

// Untyped here: mrml's types are for bundlers, and jsdom has none.
const require = createRequire(import.meta.url);
const { Engine }: { Engine: new () => MrmlEngine } = require('mrml');
const { JSDOM }: { JSDOM: new () => { window: { DOMParser: new () => Parser } } } = require('jsdom');

const engine = new Engine();
engine.setRenderOptions(RENDER_OPTIONS);
const parser = new new JSDOM().window.DOMParser();

/** Renders with mrml, like the product. Throws for warnings too. */
export function renderWithMrml(mjml: string): string {
  const result = renderAroundTexts(mjml, (outline) => engine.toHtml(outline));
  if (result.type === 'error') throw new Error(`mrml: ${JSON.stringify(result)}`);
  if (result.warnings.length > 0) throw new Error(`mrml warns: ${JSON.stringify(result.warnings)}`);
  return result.content;
}

/** Renders with mjml, the reference, in strict mode. */
export async function renderWithReference(mjml: string): Promise<string> {
  // Loaded on demand, because it is ten times larger than the engine in use.
  const { default: mjml2html } = await import('mjml');
  const { html } = await mjml2html(mjml, { fonts: {}, validationLevel: 'strict', keepComments: false });
  return html;
}

/** Parses HTML like a browser, without running scripts. */
export function parseHtml(html: string): DomDocument {
  return parser.parseFromString(html, 'text/html');
}

/** All elements below a node. */
export function* elementsOf(node: DomNode): Generator<DomNode> {
  for (const child of node.childNodes) {
    if (child.nodeType !== 1) continue;
    yield child;
    yield* elementsOf(child);
  }
}

/** An element's attributes by name. */
export function attributesOf(node: DomNode): Map<string, string> {
  return new Map([...(node.attributes ?? [])].map(({ name, value }) => [name, value]));
}

/**
 * The DOM of a rendered document as text, without invisible differences between the engines: the order of attributes and
 * declarations, white space between elements, and comments (including Outlook's).
 */
export function normalForm(html: string): string {
  const document = parseHtml(html);
  const language = attributesOf(document.documentElement).get('lang') ?? '';
  return [
    `lang ${language}`,
    `title ${document.title}`,
    ...rulesOf(document),
    ...linesOf(document.body, 0),
  ].join('\n');
}

function rulesOf(document: DomDocument): string[] {
  const rules = [...document.querySelectorAll('head style')].flatMap((style) =>
    (style.textContent ?? '')
      .replace(/@media[^{]*\{/g, '')
      .split('}')
      .map((rule) => rule.replace(/\s+/g, '').replace(/;$/, '')),
  );
  return [...new Set(rules.filter((rule) => rule !== ''))].sort();
}

const INLINE = new Set(['A', 'B', 'BR', 'EM', 'I', 'IMG', 'SPAN', 'STRONG', 'U', '#text']);

function linesOf(node: DomNode, depth: number): string[] {
  const children = [...node.childNodes].filter((child) => child.nodeType === 1 || child.nodeType === 3);
  const lines = children.flatMap((child, index) =>
    child.nodeType === 1
      ? elementLines(child, depth)
      : textLines(child, children[index - 1], children[index + 1], depth),
  );
  return lines;
}

// A non-standard attribute that mrml sets on cells, and empty attributes.
const NO_DIFFERENCE = new Set(['vertical-align="middle"', 'class=""', 'style=""']);

function elementLines(node: DomNode, depth: number): string[] {
  const attributes = [...attributesOf(node)]
    .map(([name, value]) => `${name}=${JSON.stringify(normalValue(name, value))}`)
    .sort();
  const shown = attributes.filter((text) => !NO_DIFFERENCE.has(text));
  return [
    `${'  '.repeat(depth)}<${[node.nodeName.toLowerCase(), ...shown].join(' ')}>`,
    ...linesOf(node, depth + 1),
  ];
}

function textLines(
  node: DomNode,
  before: DomNode | undefined,
  after: DomNode | undefined,
  depth: number,
): string[] {
  let text = (node.textContent ?? '').replace(/[\t\n\f\r ]+/g, ' ');
  if (before === undefined || !INLINE.has(before.nodeName)) text = text.replace(/^ /, '');
  if (after === undefined || !INLINE.has(after.nodeName)) text = text.replace(/ $/, '');
  return text === '' ? [] : [`${'  '.repeat(depth)}${JSON.stringify(text)}`];
}

// The reference repeats this style of the body on the wrapper of all content.
const INHERITED = 'word-spacing:normal';

function normalValue(name: string, value: string): string {
  if (name === 'class') return value.split(/\s+/).sort().join(' ');
  if (name !== 'style') return value;
  const declarations = value.split(';').map((declaration) => declaration.trim().replace(/\s*:\s*/, ':'));
  return declarations
    .filter((declaration) => declaration !== '' && declaration !== INHERITED)
    .sort()
    .join(';');
}
