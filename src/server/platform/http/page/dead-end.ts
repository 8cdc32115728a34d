import { type DeadEndWords, deadEndWords } from '#newsletter/words/dead-end-words.ts';
import { Html, html } from '#server/platform/http/html.ts';
import { plainPage } from './plain-page.ts';

/** The page for families whose link leads nowhere, in one of the languages of schools, otherwise in English. */
export function deadLinkPage(language: string, link: keyof Pick<DeadEndWords, 'leave' | 'choices'>): Html {
  const { words, lang } = deadEndWords(language);
  return wordsPage({ lang, title: words.title, text: words[link] });
}

/** The page for families if a page cannot be shown just now. */
export function laterPage(language: string, product: string): Html {
  const { words, lang } = deadEndWords(language);
  return plainPage({ lang, title: product, styles: STYLES, body: html`<main><p>${words.later}</p></main>` });
}

/** The page for families in place of one that does not exist or is not public; null if the app's own page is in their language. */
export function gonePage(language: string): Html | null {
  const { words, lang } = deadEndWords(language);
  return lang === 'en' ? null : wordsPage({ lang, title: words.goneTitle, text: words.gone });
}

/** A page of a title and a sentence, without a school. */
export function wordsPage({ lang, title, text }: { lang?: string; title: string; text: string }): Html {
  const body = html`<main><h1>${title}</h1><p>${text}</p></main>`;
  return plainPage({ ...(lang !== undefined && { lang }), title, styles: STYLES, body });
}

/** The first language that a browser asks for; empty if it asks for none. */
export function browserLanguage({
  'accept-language': asked,
}: {
  'accept-language'?: string | undefined;
}): string {
  return asked?.split(/[,;]/, 1)[0]?.trim() ?? '';
}

const STYLES = new Html(
  'main { max-width: 560px; margin: 8vh auto; padding: 20px; } h1 { font: 600 1.875rem/1.2 Georgia, serif; }',
);
