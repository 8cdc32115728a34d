import { plainText } from '#newsletter/rich-text/rich-text.ts';
import { pictureAddress } from '#newsletter/values/url.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import type { Block, NewsletterDocument } from './document.ts';
import { blocksOf } from './layout.ts';
import { isContent, picturesOf, textsOf } from './traits.ts';

/** The link preview of a newsletter, for chat programs. */
export type Summary = {
  readonly description: string;
  readonly image: string | null;
  /** What the picture shows; empty if nobody has said. */
  readonly imageAlt: string;
  /** Shown if there is no picture. */
  readonly logo: string | null;
};

const DESCRIPTION_MAX = 200;

/** A newsletter's first words (without any, a sentence with the school's name), its first picture and the school's logo. */
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
  const text = firstWords(blocks.filter(isContent));
  return {
    description:
      text === ''
        ? newsletterWords(source.school.language ?? 'en').words.newsFrom(source.school.name)
        : shorten(text),
    image: pictures[0]?.url ?? null,
    imageAlt: pictures[0]?.alt ?? '',
    logo: pictureAddress(source.school.logo ?? '', source.origin),
  };
}

/** The rich texts, or without any what else the blocks say, such as the cells of a table. */
function firstWords(blocks: readonly Block[]): string {
  const texts = blocks.flatMap((block) => textsOf(block));
  const sentences = texts.flatMap(({ format, text }) => (format === 'rich' ? [plainText(text)] : []));
  const labels = texts.flatMap(({ format, text }) => (format === 'plain' ? [text] : []));
  return oneLine(sentences.join(' ')) || labels.map(oneLine).filter(Boolean).join(' · ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  const cut = text.slice(0, DESCRIPTION_MAX - 1);
  return `${cut
    .slice(0, cut.lastIndexOf(' ') > 100 ? cut.lastIndexOf(' ') : undefined)
    .toWellFormed()
    .trimEnd()}…`;
}
