import { directionOf } from '#newsletter/values/right-to-left.ts';
import { type NewsletterWords, newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import { footOf, joinParts } from './compile-text.ts';
import { markup } from './mjml.ts';

/** Turns a rendered newsletter into the mail for one reader. */

/** The placeholders for the reader's tokens in a mail's HTML and text. See `personaliser`. */
export const UNSUBSCRIBE_PLACEHOLDER = 'unsubscribe-token-of-this-reader';
export const PREFERENCES_PLACEHOLDER = 'preferences-token-of-this-reader';

/** A reader's tokens: each has its own purpose. */
export interface ReaderTokens {
  readonly unsubscribe: string;
  readonly preferences: string;
}

/** The placeholders, and a reader's tokens in the same order. */
export const PLACEHOLDERS = [UNSUBSCRIBE_PLACEHOLDER, PREFERENCES_PLACEHOLDER] as const;
export function tokensInOrder({ unsubscribe, preferences }: ReaderTokens): readonly string[] {
  return [unsubscribe, preferences];
}

// Invisible filler: after a short preview, mail programs would show the mail's first words.
const FILLER = '\u034f\u00a0'.repeat(90);

/** Adds a preview text, which mail programs show beside the subject. Empty text changes nothing. */
export function withPreviewText(mail: string, previewText: string): string {
  const start = mail.indexOf('>', mail.indexOf('<body')) + 1;
  if (previewText.trim() === '' || start === 0) return mail;
  const preview = markup`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${previewText}${FILLER}</div>`;
  return `${mail.slice(0, start)}${preview}${mail.slice(start)}`;
}

/** Returns a function that inserts a reader's tokens. It splits the text only once, so each call is fast. */
export function personaliser(text: string): (tokens: ReaderTokens) => string {
  const parts = text.split(UNSUBSCRIBE_PLACEHOLDER).map((part) => part.split(PREFERENCES_PLACEHOLDER));
  return ({ unsubscribe, preferences }) => parts.map((part) => part.join(preferences)).join(unsubscribe);
}

/**
 * A newsletter's mail in which the program's own texts are in the reader's language: the link to the page, the reason
 * for the mail, choosing, unsubscribing. The newsletter stays unchanged, and so do mails that were rendered before
 * these texts had marks.
 */
export function inReadersLanguage(
  { html: page, text }: { readonly html: string; readonly text: string },
  { school, from, to }: { readonly school: string; readonly from: string; readonly to: string },
): { readonly html: string; readonly text: string } {
  const { lang: own } = newsletterWords(from);
  const { words: after, lang } = newsletterWords(to);
  if (own === lang) return { html: page, text };
  const turned = directionOf(own) === directionOf(lang) ? '' : ` dir="${directionOf(lang)}"`;
  const inHtml: readonly (readonly [string, string])[] = [
    ['ink-in-browser', after.readInBrowser],
    ['ink-on-list', fill(after.onList, { school })],
    ['ink-choose', after.whatYouGet],
    ['ink-leave', after.unsubscribe],
  ];
  const translated = inHtml.reduce(
    (all, [mark, words]) =>
      all.replace(
        new RegExp(`<(a|p)( class="(?:d-\\w+ )?${mark}"[^>]*>)[^<]*<`),
        (_, name: string, rest: string) => `<${name} lang="${lang}"${turned}${rest}${markup`${words}`}<`,
      ),
    page,
  );
  const [, pageUrl] = PAGE_LINK.exec(page) ?? [];
  // Without a mark, the text is from before the marks, too.
  if (pageUrl === undefined) return { html: translated, text };
  return { html: translated, text: textInLanguage(text, { pageUrl, school, words: after }) };
}

const PAGE_LINK = /ink-in-browser"[^>]* href="([^"]+)"/;
const LEAVE_URL = new RegExp(`http\\S*${UNSUBSCRIBE_PLACEHOLDER}`);
const CHOOSE_URL = new RegExp(`http\\S*${PREFERENCES_PLACEHOLDER}`);

// The lines are found by their addresses: their words may be those of an earlier release, or of the school's earlier name.
function textInLanguage(
  text: string,
  {
    pageUrl,
    school,
    words,
  }: { readonly pageUrl: string; readonly school: string; readonly words: NewsletterWords },
): string {
  const paragraphs = text.split('\n\n');
  const foot = paragraphs.pop() ?? '';
  const link = paragraphs.findIndex((paragraph) => paragraph.endsWith(`: ${pageUrl}`));
  const body = paragraphs.map((paragraph, index) =>
    index === link ? `${words.readInBrowser}: ${pageUrl}` : paragraph,
  );
  const [unsubscribeUrl] = LEAVE_URL.exec(foot) ?? [];
  const [preferencesUrl] = CHOOSE_URL.exec(foot) ?? [];
  const links = { unsubscribeUrl, preferencesUrl };
  const end =
    unsubscribeUrl === undefined ? foot : joinParts([footOf({ school: { name: school }, ...links }, words)]);
  return [...body, end].join('\n\n');
}
