import { schoolPagePath } from '#contract/paths.ts';
import { familyWords } from '#newsletter/words/family-words.ts';
import type { School } from '#server/data/schools.ts';
import { type Html, html } from '#server/platform/http/html.ts';
import { framed } from '#server/platform/http/page/frame.ts';
import { schoolSign } from '#server/platform/http/page/school-sign.ts';
import { schoolStyles } from '#server/platform/http/page/school-styles.ts';
import type { FieldError } from './form-parts.ts';
import type { SectionEntry } from './section-entry.ts';
import type { FamilySite } from './site.ts';

/** A page for families: what stands inside the frame. */
export interface FamilyPage {
  /** What the tab says before the school's name, and the heading unless `heading` says otherwise. */
  readonly title: string;
  /** A sentence for search engines and link previews; absent on pages that nobody posts. */
  readonly description?: string;
  /** `<h1>` and what stands beside it; null: the body has its own `<h1>`. */
  readonly heading?: Html | null;
  /** Everything below the heading. */
  readonly body: Html;
  /** The section that it belongs to, for the navigation. */
  readonly section?: SectionEntry;
  /** What is wrong in its form: a box on top, with links to the fields. Each field says it itself, too. */
  readonly errors?: readonly FieldError[];
  /** `wide`: for lists with pictures; words and forms have narrower lines. */
  readonly width?: 'words' | 'wide';
  /** More for `<head>`, such as links to feeds. */
  readonly head?: Html;
  /** Rules of its own, after those of the frame (`schoolStyles`). */
  readonly styles?: Html;
  /** Pages of one reader, and forms: no navigation, so that nothing leads away. */
  readonly isAlone?: boolean;
  /** Search engines leave it out, also where the school lets them in. */
  readonly isUnlisted?: boolean;
  /** Within another website: neither header nor contact. */
  readonly isBare?: boolean;
}

/**
 * The document of a page: without script, in the school's colours and language, with the navigation of what is switched on and
 * the school's contact. `url`: its own absolute address, for link previews.
 */
export function familyPage(
  site: FamilySite,
  sections: readonly SectionEntry[],
  page: FamilyPage,
  url: string | null = null,
): string {
  const { school } = site;
  const { words, lang } = familyWords(school.language);
  const { title, errors = [] } = page;
  const heading = page.heading === undefined ? html`<h1>${title}</h1>` : (page.heading ?? '');
  const isBare = page.isBare === true;
  const header = html`<header class="head">${schoolSign(school, site.pages && schoolPagePath(site.pages.address))}${page.isAlone === true ? '' : navigation(site, sections, page)}</header>`;
  const main = html`<main class="${isBare ? 'bare' : (page.width ?? 'words')}">${problems(words.problem, errors)}${heading}${page.body}</main>`;
  const names = [...new Set([title, school.name])].join(' · ');
  return framed({
    lang,
    title: `${errors.length > 0 ? `${words.error} ` : ''}${names}`,
    head: html`${url === null ? '' : preview(school, page, url)}${page.head ?? ''}`,
    styles: html`${schoolStyles(school)}${page.styles ?? ''}`,
    body: isBare ? main : html`${header}${main}${contact(school)}`,
  }).toString();
}

// Chat programs show it where somebody posts the address.
function preview({ name, logo }: School, { title, description }: FamilyPage, url: string): Html | string {
  if (description === undefined) return '';
  const picture = logo === null ? '' : html`<meta property="og:image" content="${new URL(logo, url).href}">`;
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website"><meta property="og:title" content="${[...new Set([title, name])].join(' · ')}"><meta property="og:description" content="${description}"><meta property="og:site_name" content="${name}"><meta property="og:url" content="${url}">${picture}<meta name="twitter:card" content="summary">
`;
}

// One page needs no navigation.
function navigation({ school, pages }: FamilySite, sections: readonly SectionEntry[], page: FamilyPage) {
  const shown = pages === null ? [] : sections.filter(({ isOn }) => isOn(pages));
  if (pages === null || shown.length < 2) return '';
  const links = shown.map(
    (section) =>
      html`<a href="${schoolPagePath(pages.address, section.page)}"${section === page.section ? html` aria-current="page"` : ''}>${section.label(school.language)}</a>`,
  );
  return html`<nav class="pages" aria-label="${familyWords(school.language).words.pages}">${links}</nav>`;
}

function problems(title: string, errors: readonly FieldError[]): Html | string {
  if (errors.length === 0) return '';
  const lines = errors.map(({ id, message }) => html`<li><a href="#${id}">${message}</a></li>`);
  return html`<div class="problem" role="alert"><h2>${title}</h2><ul>${lines}</ul></div>`;
}

function contact({ name, phone, email }: School): Html {
  return html`<footer class="contact"><p class="name" dir="auto">${name}</p><p class="reach">${phone === '' ? '' : html`<span dir="ltr">${phone}</span><span class="dot"> · </span>`}<a href="mailto:${email}">${email}</a></p></footer>`;
}
