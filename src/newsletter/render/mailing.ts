import { directionOf } from '#newsletter/values/right-to-left.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
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
  const { words: before, lang: own } = newsletterWords(from);
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
  const foot = text.lastIndexOf(fill(before.onList, { school }));
  const [body, end] = foot === -1 ? [text, ''] : [text.slice(0, foot), text.slice(foot)];
  return {
    html: translated,
    text:
      body.replace(`${before.readInBrowser}: http`, () => `${after.readInBrowser}: http`) +
      end
        .replace(fill(before.onList, { school }), () => fill(after.onList, { school }))
        .replace(`\n${before.whatYouGet}: http`, () => `\n${after.whatYouGet}: http`)
        .replace(`\n${before.unsubscribe}: http`, () => `\n${after.unsubscribe}: http`),
  };
}
