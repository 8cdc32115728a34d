import type { School } from '#newsletter/branding.ts';
import { compileNewsletter } from '#newsletter/compile.ts';
import { type Block, LAYOUT_TYPES, type LayoutType, type NewsletterDocument } from '#newsletter/document.ts';
import { readyMadeOf } from '#newsletter/ready-made/index.ts';
import { documentOf } from '#newsletter/ready-made/kit.ts';
import { artPath, todayIn } from '../../api/ready-made.ts';
import type { Answers } from './answers.ts';
import samplePicture from './sample.svg?url';

/** What onboarding shows as 'How it will look': a sample in the school's colours, made by the real renderer. Pure. */

// The document takes no `data:` addresses. The logo, which no server has yet, goes in by this name and is put in its
// place afterwards.
const LOGO_PATH = '/files/onboarding/logo.png';

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

/** The sample in a layout. `origin` has no slash at its end. */
export function sampleDocument(layout: LayoutType, origin: string): NewsletterDocument {
  const shown: Block = {
    name: 'picture',
    type: 'image',
    value: { url: new URL(samplePicture, origin).href, alt: '' },
  };
  if (layout === 'one_column') return { layout, columns: [[welcome, shown, words, dates, footer]] };
  return {
    layout,
    columns: [
      [welcome, shown, words, footer],
      [clubs, clubWords, dates],
    ],
  };
}

/** The MJML of the sample for what is answered so far. */
export function samplePage(answers: Answers, hasLogo: boolean, origin: string): string {
  return compileNewsletter({
    title: answers.title,
    document: startDocument(answers, origin),
    school: schoolOf(answers, hasLogo),
    target: 'page',
    origin,
  });
}

function startDocument(answers: Answers, origin: string): NewsletterDocument {
  const made = readyMadeOf(answers.layout);
  if (made === null)
    return sampleDocument(LAYOUT_TYPES.find((layout) => layout === answers.layout) ?? 'one_column', origin);
  return documentOf(made, {
    today: todayIn(undefined),
    school: { name: answers.name.trim() || 'Your school', website: null },
    art: (name) => origin + artPath(name),
  });
}

/** Puts the logo, a `data:` address of ours, into what the engine made. */
export function withLogo(html: string, logo: string | null, origin: string): string {
  return logo === null ? html : html.replaceAll(`${origin}${LOGO_PATH}`, logo);
}

/** The school as far as it is answered. */
export function schoolOf(answers: Answers, hasLogo: boolean): School {
  return {
    name: answers.name.trim() || 'Your school',
    logo: hasLogo ? LOGO_PATH : null,
    email: answers.email.trim(),
    phone: answers.phone,
    website: null,
    primary_color: answers.primary || null,
    secondary_color: answers.secondary || null,
    language: 'en',
  };
}
