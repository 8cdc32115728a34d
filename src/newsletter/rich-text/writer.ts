import { cleanText } from '#newsletter/render/mjml.ts';
import { passageLanguage } from '#newsletter/values/passage-languages.ts';
import { linkAddress } from '#newsletter/values/url.ts';
import type { TagAttributes } from './html-tokens.ts';
import {
  LIST_DEPTH,
  listStart,
  PARAGRAPH_LOOKS,
  type ParagraphLook,
  type RichElement,
  type RichNode,
  type RichTag,
} from './nodes.ts';

/** Direction marks that can reverse the text after them, so that words are read as others. Isolates are kept, because they end. */
const EMBEDDINGS = /[\u{202a}-\u{202e}]/gu;

const BLOCKS: ReadonlyMap<string, RichTag> = new Map([
  ...(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'li'] as const).map((tag) => [tag, tag] as const),
  ...(['h4', 'h5', 'h6'] as const).map((tag) => [tag, 'h3'] as const),
  ...(
    [
      'div',
      'section',
      'article',
      'header',
      'footer',
      'main',
      'blockquote',
      'pre',
      'address',
      'figure',
      'figcaption',
      'tr',
      'dt',
      'dd',
      'center',
    ] as const
  ).map((tag) => [tag, 'p'] as const),
]);
/** The inline elements that are kept, by the tag names that map to them. */
export const INLINES: ReadonlyMap<string, RichTag> = new Map([
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['i', 'em'],
  ['u', 'u'],
  ['ins', 'u'],
  ['a', 'a'],
  ['span', 'span'],
]);
/** An inline element that applies to the following text; `depth` counts its open duplicates. */
type Inline = Omit<RichElement, 'children'> & { readonly depth: number };
/** An open block. An implied one is only kept if it has content. */
type OpenBlock = RichElement & { readonly implied: boolean };
/** The attributes of a block that are kept. */
type BlockFacts = { readonly look?: ParagraphLook | undefined; readonly start?: number | undefined };

/**
 * Builds the tree. Inline elements are opened only when text arrives and closed as late as possible, so that empty and
 * duplicate ones disappear and equal content has one form.
 */
export class RichTextWriter {
  readonly #root: RichNode[] = [];
  readonly #blocks: OpenBlock[] = [];
  #active: Inline[] = [];
  /** The languages of the open spans, innermost last; null is the newsletter's. */
  readonly #languages: (string | null)[] = [];
  #opened: { readonly inline: Inline; readonly children: RichNode[] }[] = [];
  #tooDeep = 0;
  #endsWithSpace = false;

  finish(): RichNode[] {
    while (this.#blocks.length > 0) this.#pop();
    return this.#root;
  }

  text(raw: string): void {
    const text = cleanText(raw).replace(EMBEDDINGS, '');
    if (text === '' || (text === ' ' && !this.#isAfterInline())) return;
    if (this.#isList()) this.#push('li');
    const children = this.#inlineContainer();
    const last = children.at(-1);
    if (typeof last !== 'string') children.push(text);
    // Only concatenates: inspecting the whole text for each piece would be quadratic.
    else
      children[children.length - 1] =
        last + (this.#endsWithSpace && text.startsWith(' ') ? text.slice(1) : text);
    this.#endsWithSpace = text.endsWith(' ');
  }

  open(name: string, { href, lang, className, start }: TagAttributes): void {
    if (name === 'br') this.#lineBreak();
    const block = BLOCKS.get(name);
    if (block !== undefined)
      this.#openBlock(block, block !== name, {
        look: name === 'p' ? lookOf(className) : undefined,
        start: name === 'ol' ? listStart(start) : undefined,
      });
    const tag = INLINES.get(name);
    if (tag === undefined) return;
    if (tag === 'a') this.#openLink(href);
    else if (tag === 'span') this.#openSpan(lang);
    else this.#changeDepth(tag, 1);
  }

  close(name: string): void {
    const block = BLOCKS.get(name);
    if (block !== undefined) this.#closeBlock(block);
    const inline = INLINES.get(name);
    if (inline === 'span') this.#closeSpan();
    else if (inline !== undefined) this.#changeDepth(inline, -1);
    if (name === 'td' || name === 'th') this.text(' ');
  }

  #changeDepth(tag: RichTag, step: 1 | -1): void {
    if (step === 1 && !this.#active.some((inline) => inline.tag === tag))
      this.#active.push({ tag, depth: 1 });
    else {
      const changed = this.#active.map((inline) =>
        inline.tag === tag ? { ...inline, depth: inline.depth + step } : inline,
      );
      this.#active = changed.filter(({ depth }) => depth > 0);
    }
  }

  #lineBreak(): void {
    if (this.#isList()) return;
    this.#inlineContainer().push({ tag: 'br' });
  }

  #openLink(href: string | null): void {
    this.#active = this.#active.filter((inline) => inline.tag !== 'a');
    const address = href === null ? null : linkAddress(href);
    if (address !== null) this.#active.push({ tag: 'a', href: address, depth: 1 });
  }

  // A span without a language inherits the one around it; one whose language is not offered has none.
  #openSpan(lang: string | null): void {
    const around = this.#languages.at(-1) ?? null;
    this.#languages.push(lang === null ? around : passageLanguage(lang));
    this.#setLanguage(this.#languages.at(-1) ?? null);
  }

  #closeSpan(): void {
    this.#languages.pop();
    this.#setLanguage(this.#languages.at(-1) ?? null);
  }

  #setLanguage(lang: string | null): void {
    const now = this.#active.find((inline) => inline.tag === 'span')?.lang ?? null;
    if (now === lang) return;
    this.#active = this.#active.filter((inline) => inline.tag !== 'span');
    if (lang !== null) this.#active.push({ tag: 'span', lang, depth: 1 });
  }

  #openBlock(tag: RichTag, implied: boolean, { look, start }: BlockFacts): void {
    if (this.#isText()) this.#pop();
    if (tag === 'li') {
      while (this.#blocks.length > 0 && !this.#isList()) this.#pop();
      this.#push(this.#isList() ? 'li' : 'p');
    } else if (tag === 'ul' || tag === 'ol') {
      const depth = this.#blocks.filter((block) => block.tag === 'ul' || block.tag === 'ol').length;
      if (depth >= LIST_DEPTH) {
        this.#tooDeep += 1;
        return;
      }
      if (this.#isList()) this.#push('li');
      this.#fillItem();
      this.#push(tag, false, { start });
    } else {
      if (this.#isList()) this.#push('li');
      if (this.#blocks.length > 0) this.#push('p', implied);
      else this.#push(tag, implied, { look });
    }
  }

  /** An item begins with words: the text editor does not accept one that begins with a list, and would move the list out. */
  #fillItem(): void {
    const item = this.#blocks.at(-1);
    if (item?.tag === 'li' && item.children.length === 0) item.children.push({ tag: 'p', children: [] });
  }

  #closeBlock(tag: RichTag): void {
    if (tag === 'ul' || tag === 'ol') {
      if (this.#tooDeep > 0) {
        this.#tooDeep -= 1;
        return;
      }
      if (!this.#blocks.some((block) => block.tag === tag)) return;
      while (!this.#isList()) this.#pop();
      this.#pop();
    } else if (tag === 'li') {
      const item = this.#blocks.findLastIndex((block) => block.tag === 'li');
      const list = this.#blocks.findLastIndex((block) => block.tag === 'ul' || block.tag === 'ol');
      if (item > list) while (this.#blocks.length > item) this.#pop();
      else if (item < 0 && this.#isText()) this.#pop();
    } else if (this.#isText()) this.#pop();
  }

  #push(tag: RichTag, implied = false, { look, start }: BlockFacts = {}): void {
    const element: RichElement = {
      tag,
      ...(look !== undefined && { look }),
      ...(start !== undefined && { start }),
      children: [],
    };
    this.#container().push(element);
    this.#blocks.push({ ...element, implied });
    this.#opened = [];
  }

  #pop(): void {
    const block = this.#blocks.pop();
    const isSpare = block?.implied === true || block?.tag === 'ul' || block?.tag === 'ol';
    this.#opened = [];
    if (!isSpare || block.children.length > 0) return;
    this.#container().pop();
    this.#resume(this.#container().at(-1));
  }

  /** After an empty block was removed, reopens the inline elements before it. */
  #resume(last: RichNode | undefined): void {
    if (last === undefined || typeof last === 'string' || last.tag === 'br' || !INLINES.has(last.tag)) return;
    const { children, ...inline } = last;
    this.#opened.push({ inline: { ...inline, depth: 1 }, children });
    this.#resume(children.at(-1));
  }

  /** White space matters only after text, a line break or an inline element. */
  #isAfterInline(): boolean {
    const last = this.#opened.length > 0 ? 'text' : this.#container().at(-1);
    return last !== undefined && (typeof last === 'string' || last.tag === 'br' || INLINES.has(last.tag));
  }

  #container(): RichNode[] {
    return this.#blocks.at(-1)?.children ?? this.#root;
  }

  #isList(): boolean {
    const tag = this.#blocks.at(-1)?.tag;
    return tag === 'ul' || tag === 'ol';
  }

  #isText(): boolean {
    const tag = this.#blocks.at(-1)?.tag;
    return tag === 'p' || tag === 'h1' || tag === 'h2' || tag === 'h3';
  }

  #inlineContainer(): RichNode[] {
    let shared = 0;
    while (shared < this.#opened.length && sameInline(this.#opened[shared]?.inline, this.#active[shared]))
      shared += 1;
    this.#opened.length = shared;
    for (const inline of this.#active.slice(shared)) {
      const children: RichNode[] = [];
      const { depth: _, ...element } = { ...inline, children };
      (this.#opened.at(-1)?.children ?? this.#container()).push(element);
      this.#opened.push({ inline, children });
    }
    return this.#opened.at(-1)?.children ?? this.#container();
  }
}

function lookOf(className: string | null): ParagraphLook | undefined {
  return PARAGRAPH_LOOKS.find((look) => look === className);
}

function sameInline(one: Inline | undefined, other: Inline | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.tag === other.tag && one.href === other.href && one.lang === other.lang;
}
