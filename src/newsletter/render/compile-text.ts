import { designOf } from '#newsletter/designs/index.ts';
import type { BlockContext } from '#newsletter/document/block.ts';
import { type Block, type BlockType, DEFINITIONS } from '#newsletter/document/document.ts';
import { blocksOf, NEWSLETTER_WIDTH, splitFooters } from '#newsletter/document/layout.ts';
import { paletteOf } from '#newsletter/values/branding.ts';
import { underlined } from '#newsletter/values/underlined.ts';
import { type NewsletterWords, newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import type { NewsletterSource } from './compile-newsletter.ts';
import { FONTS } from './fonts.ts';

/** The plain-text part of a newsletter's mail: the title, the blocks in reading order, the links. */
export function textOfNewsletter(source: NewsletterSource): string {
  const { columns, footers } = splitFooters(source.document);
  const context = textContext(source);
  const { words } = context;
  const blocks = [...blocksOf({ columns }), ...footers].flatMap((block) => [
    source.marks?.has(block.name) ? `[${source.marks.get(block.name)}]` : '',
    blockText(block, context),
  ]);
  const parts = [
    source.title.trim() === '' ? '' : underlined(source.title, '='),
    source.pageUrl === undefined ? '' : `${words.readInBrowser}: ${source.pageUrl}`,
    ...blocks,
    footOf(source, words),
  ];
  return joinParts(parts);
}

/** The reason why the reader gets it, and the links to choose and to unsubscribe; empty without the latter. */
export function footOf(
  {
    school,
    unsubscribeUrl,
    preferencesUrl,
  }: {
    readonly school: { readonly name: string };
    readonly unsubscribeUrl?: string | undefined;
    readonly preferencesUrl?: string | undefined;
  },
  words: NewsletterWords,
): string {
  if (unsubscribeUrl === undefined) return '';
  const choose = preferencesUrl === undefined ? [] : [`${words.whatYouGet}: ${preferencesUrl}`];
  return [
    fill(words.onList, { school: school.name }),
    ...choose,
    `${words.unsubscribe}: ${unsubscribeUrl}`,
  ].join('\n');
}

/** The plain-text part of one of the product's own mails. */
export function textOfMail(mail: {
  readonly paragraphs: readonly string[];
  readonly button?: { readonly text: string; readonly url: string };
}): string {
  return joinParts([
    ...mail.paragraphs,
    mail.button === undefined ? '' : `${mail.button.text}:\n${mail.button.url}`,
  ]);
}

// Control characters, which a terminal or mail program might interpret.
const UNPRINTABLE = /[^\P{Cc}\n]/gu;

/** The parts of a mail's text that are not empty, without control characters. */
export function joinParts(parts: readonly string[]): string {
  const filled = parts
    .map((part) => part.toWellFormed().replace(UNPRINTABLE, '').trim())
    .filter((part) => part !== '');
  return `${filled.join('\n\n')}\n`;
}

function textContext(source: NewsletterSource): BlockContext {
  const { document, school, origin, pageUrl, calendarUrl, today } = source;
  return {
    school,
    design: designOf(document.design, school.design),
    role: 'wide',
    origin,
    pageUrl: pageUrl ?? null,
    target: 'mail',
    width: NEWSLETTER_WIDTH,
    padding: '0',
    palette: paletteOf(school),
    words: newsletterWords(school.language).words,
    fonts: { ...FONTS.mail, text: FONTS.mail.sans, heading: FONTS.mail.serif },
    text: { size: 16, line: 25 },
    year: (document.issueDate ?? today).slice(0, 4),
    today,
    calendarUrl: calendarUrl ?? null,
    placeholder: false,
  };
}

function blockText<Type extends BlockType>(block: Block<Type>, context: BlockContext): string {
  return DEFINITIONS[block.type].toText(block.value, context, block.name);
}
