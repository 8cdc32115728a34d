import { plainText } from '#newsletter/rich-text/rich-text.ts';
import { startOf } from '#newsletter/values/start-of.ts';
import { pictureAddress } from '#newsletter/values/url.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import type { Block, NewsletterDocument } from './document.ts';
import { blocksOf } from './layout.ts';
import { datesOf, isContent, picturesOf, type TextOf, textsOf } from './traits.ts';

/** The link preview of a newsletter, for chat programs. */
export type Summary = {
  readonly description: string;
  readonly image: string | null;
  /** The description of the picture; empty if there is none. */
  readonly imageAlt: string;
  /** Shown if there is no picture. */
  readonly logo: string | null;
};

const DESCRIPTION_MAX = 200;
/** With this many letters, a description is long enough: the next paragraph is about something else. */
const DESCRIPTION_ENOUGH = 80;
const LIST_MARK = /^\s*(?:-|\d+\.) /;

/** A newsletter's first words (or, without text, a sentence with the school's name), its first picture and the school's logo. */
export function summaryOf(source: {
  readonly document: NewsletterDocument;
  readonly school: { readonly name: string; readonly logo: string | null; readonly language?: string };
  readonly origin: string;
}): Summary {
  const blocks = blocksOf(source.document);
  const pictures = blocks.flatMap((block) =>
    picturesOf(block).flatMap(({ address, alt }) => {
      const url = pictureAddress(address, source.origin);
      return url === null ? [] : [{ url, alt: alt ?? '' }];
    }),
  );
  const { words } = newsletterWords(source.school.language ?? 'en');
  const text = firstWords(blocks.filter(isContent), words.cancelled);
  return {
    description: text === '' ? fill(words.newsFrom, { school: source.school.name }) : shorten(text),
    image: pictures[0]?.url ?? null,
    imageAlt: pictures[0]?.alt ?? '',
    logo: pictureAddress(source.school.logo ?? '', source.origin),
  };
}

/** The rich texts or, without any, the other texts of the blocks, such as the cells of a table. */
function firstWords(blocks: readonly Block[], cancelled: string): string {
  const texts = blocks.flatMap((block) => markedTexts(block, cancelled));
  const rich = texts.flatMap(({ format, text }) => (format === 'rich' ? [text] : []));
  const labels = texts.flatMap(({ format, text }) => (format === 'plain' ? [text] : []));
  return firstParagraphs(rich) || labels.map(oneLine).filter(Boolean).join(' · ');
}

// Marks cancelled dates in words; elsewhere their titles are also struck through.
function markedTexts(block: Block, cancelled: string): readonly Pick<TextOf, 'format' | 'text'>[] {
  const off = new Set(datesOf(block).flatMap(({ title, isCancelled }) => (isCancelled ? [title] : [])));
  return textsOf(block).map(({ format, text }) => ({
    format,
    text: off.has(text) ? `${cancelled}: ${text}` : text,
  }));
}

// A list is one paragraph, its items separated by commas.
function paragraphsOf(html: string): readonly string[] {
  const lines = plainText(html).split('\n');
  const paragraphs: string[] = [];
  let wasItem = false;
  for (const line of lines) {
    const isItem = LIST_MARK.test(line);
    const words = oneLine(line.replace(LIST_MARK, ''));
    if (words !== '' && isItem && wasItem) paragraphs.push(`${paragraphs.pop()}, ${words}`);
    else if (words !== '') paragraphs.push(words);
    wasItem = isItem;
  }
  return paragraphs;
}

/** The first paragraphs that together are long enough. Later texts are not parsed: that would take longer than everything else here. */
function firstParagraphs(texts: readonly string[]): string {
  let words = '';
  for (const text of texts) {
    if (words.length >= DESCRIPTION_ENOUGH) break;
    for (const paragraph of paragraphsOf(text)) {
      if (words.length >= DESCRIPTION_ENOUGH) break;
      words = words === '' ? paragraph : `${words} ${paragraph}`;
    }
  }
  return words;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  const cut = startOf(text, DESCRIPTION_MAX - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > 100 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
