import type { Block, LayoutType, NewsletterDocument } from '#newsletter/document/document.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { todayIn } from '#web/newsletter-ui/templates.ts';
import samplePicture from './sample.svg?url';

/** The sample newsletter of 'How it will look', rendered in the school's branding. Pure. */

/** A placeholder for a logo that is not uploaded yet, because documents allow no `data:` URLs; see `withLogo`. */
export const LOGO_PATH = '/files/onboarding/logo.png';

const welcome: Block = { name: 'welcome', type: 'heading', value: { text: 'Welcome back, everyone' } };
const words: Block = {
  name: 'words',
  type: 'text',
  value: {
    html: '<p>It was wonderful to see so many smiles at the gate on Monday. Here is what the first weeks of term hold, <a href="https://example.org/">from clubs to coats</a>.</p>',
  },
};
const dates: Block = {
  name: 'dates',
  type: 'button',
  value: { btnText: 'Dates for the term', url: 'https://example.org/' },
};
const clubs: Block = { name: 'clubs', type: 'heading', value: { text: 'Clubs' } };
const clubWords: Block = {
  name: 'club-words',
  type: 'text',
  value: { html: '<p>Choir on Tuesdays, chess on Thursdays, football whenever it is dry.</p>' },
};
const footer: Block = { name: 'footer', type: 'footer', value: { text: '' } };

/** The sample in a layout. `origin` has no trailing slash. */
export function sampleDocument(layout: LayoutType, origin: string): NewsletterDocument {
  const shown: Block = {
    name: 'picture',
    type: 'image',
    value: { url: new URL(samplePicture, origin).href, alt: '' },
  };
  if (layout === 'one_column')
    return { ...DEFAULT_SETTINGS, layout, columns: [[welcome, shown, words, dates, footer]] };
  return {
    ...DEFAULT_SETTINGS,
    layout,
    columns: [
      [welcome, shown, words, footer],
      [clubs, clubWords, dates],
    ],
  };
}

/** The title, document and branding of a sample. */
export interface Sample {
  readonly title: string;
  readonly document: NewsletterDocument;
  readonly school: SchoolBranding;
}

/** The MJML of a sample; `aspect` puts in the placeholder for a logo of this shape that is not uploaded yet. */
export function samplePage(
  { title, document, school }: Sample,
  aspect: number | null,
  origin: string,
): string {
  const shown = aspect === null ? school : { ...school, logo: LOGO_PATH, logo_aspect: aspect };
  return compileNewsletter({
    title,
    document,
    school: shown,
    target: 'page',
    origin,
    today: todayIn(undefined),
  });
}

/** Replaces the placeholder in rendered HTML by the logo's `data:` URL. */
export function withLogo(html: string, logo: string | null, origin: string): string {
  return logo === null ? html : html.replaceAll(`${origin}${LOGO_PATH}`, logo);
}
