import { schoolPagePath } from '#contract/paths.ts';
import { pageFrameWords } from '#newsletter/words/page-frame-words.ts';
import type { School } from '#server/data/schools.ts';
import { type Html, html } from '#server/platform/http/html.ts';
import { framed } from '#server/platform/http/page/frame.ts';
import { schoolSign } from '#server/platform/http/page/school-sign.ts';
import { schoolStyles } from '#server/platform/http/page/school-styles.ts';
import type { FieldError } from './form-parts.ts';
import type { SectionEntry } from './section-entry.ts';
import type { FamilySite } from './site.ts';

/** A page for families: the content inside the frame. */
export interface FamilyPage {
  /** The tab's title before the school's name, and the heading unless `heading` is given. */
  readonly title: string;
  /** A sentence for search engines and link previews; absent on pages that nobody shares. */
  readonly description?: string;
  /** The `<h1>` and anything beside it; null: the body has its own `<h1>`. */
  readonly heading?: Html | null;
  /** Everything below the heading. */
  readonly body: Html;
  /** The page's section, for the navigation. */
  readonly section?: SectionEntry;
  /** Errors in the page's form: a box on top, with links to the fields. Each field shows its own, too. */
  readonly errors?: readonly FieldError[];
  /** `wide`: for lists with pictures; words and forms have narrower lines. */
  readonly width?: 'words' | 'wide';
  /** Additions to `<head>`, such as links to feeds. */
  readonly head?: Html;
  /** The page's own CSS, after the frame's (`schoolStyles`). */
  readonly styles?: Html;
  /** No navigation: for forms and a reader's own pages, so that nothing leads away. */
  readonly isAlone?: boolean;
  /** Hides the page from search engines, even where the school lets them in. */
  readonly isUnlisted?: boolean;
  /** No header and contact: for a frame in another website. */
  readonly isBare?: boolean;
}

/**
 * The document of a page: without script, in the school's colours and language, with the navigation of sections that are on and the
 * school's contact. `url`: its own absolute address, for link previews.
 */
export function familyPage(
  site: FamilySite,
  sections: readonly SectionEntry[],
  page: FamilyPage,
  url: string | null = null,
): string {
  const { school } = site;
  const { words, lang } = pageFrameWords(school.language);
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

// The preview that chat programs show for the address.
function preview({ name, logo }: School, { title, description }: FamilyPage, url: string): Html | string {
  if (description === undefined) return '';
  const picture = logo === null ? '' : html`<meta property="og:image" content="${new URL(logo, url).href}">`;
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website"><meta property="og:title" content="${[...new Set([title, name])].join(' · ')}"><meta property="og:description" content="${description}"><meta property="og:site_name" content="${name}"><meta property="og:url" content="${url}">${picture}<meta name="twitter:card" content="summary">
`;
}

// A single page needs no navigation.
function navigation({ school, pages }: FamilySite, sections: readonly SectionEntry[], page: FamilyPage) {
  const shown = pages === null ? [] : sections.filter(({ isOn }) => isOn(pages));
  if (pages === null || shown.length < 2) return '';
  const links = shown.map(
    (section) =>
      html`<a href="${schoolPagePath(pages.address, section.page)}"${section === page.section ? html` aria-current="page"` : ''}>${section.label(school.language)}</a>`,
  );
  return html`<nav class="pages" aria-label="${pageFrameWords(school.language).words.pages}">${links}</nav>`;
}

function problems(title: string, errors: readonly FieldError[]): Html | string {
  if (errors.length === 0) return '';
  const lines = errors.map(({ id, message }) => html`<li><a href="#${id}">${message}</a></li>`);
  return html`<div class="problem" role="alert"><h2>${title}</h2><ul>${lines}</ul></div>`;
}

function contact({ name, phone, email }: School): Html {
  return html`<footer class="contact"><p class="name" dir="auto">${name}</p><p class="reach">${phone === '' ? '' : html`<span dir="ltr">${phone}</span><span class="dot"> · </span>`}<a href="mailto:${email}">${email}</a></p></footer>`;
}
