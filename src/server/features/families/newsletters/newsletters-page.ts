import { PUBLISHED_PATH, schoolPagePath } from '#contract/paths.ts';
import { archiveWords } from '#newsletter/words/archive-words.ts';
import { searchListed } from '#server/data/families/listing-search.ts';
import { type Listed, listDays, listListed } from '#server/data/families/listings.ts';
import type { FamilyPage } from '#server/features/families/frame/family-page.ts';
import type { FamilySection } from '#server/features/families/frame/section.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import { signUpSection } from '#server/features/families/sign-up/section.ts';
import { Html, html } from '#server/platform/http/html.ts';
import { dayInFull, dayOnPage } from './day-words.ts';
import { feedLinks, feedTitle } from './feed.ts';
import { foundNewsletters } from './found.ts';
import { daysOfYear, nameOfYear, schoolYearOf } from './school-years.ts';

/** A school's newsletters by school year, with search. */

const SEARCH_MAX = 100;
const FOUND_MAX = 10;
/** Nobody looks through more pages than this. */
const PAGES_MAX = 20;
/** More than a school publishes in a year. */
const YEAR_MAX = 400;

export async function newslettersPage(
  server: FamilyServer,
  section: FamilySection,
  site: OpenSite,
  query: Readonly<Record<string, string>>,
): Promise<FamilyPage | null> {
  const { words } = archiveWords(site.school.language);
  const sought = soughtIn(query.q);
  const body =
    sought === ''
      ? await yearOf(server, site, query.year ?? '')
      : await found(server, site, { sought, page: pageIn(query.page ?? '') });
  if (body === null) return null;
  const path = schoolPagePath(site.pages.address, 'newsletters');
  const form = html`<form class="search" role="search" action="${path}"><input name="q" type="search" value="${sought}" maxlength="${SEARCH_MAX}" aria-label="${words.search}"><button class="button">${LENS}${words.search}</button></form>`;
  return {
    title: words.newsletters,
    description: feedTitle(site),
    section,
    isUnlisted: sought !== '',
    heading: html`<div class="title"><h1>${words.newsletters}</h1>${form}</div>`,
    body,
    width: 'wide',
    head: feedLinks(site),
    styles: STYLES,
  };
}

/** The words to search for; empty: none. */
export function soughtIn(given = ''): string {
  // The database takes no NUL.
  return given
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, SEARCH_MAX)
    .toWellFormed();
}

// An invalid page number means the first page.
function pageIn(text: string): number {
  return /^[1-9]\d?$/.test(text) ? Math.min(Number(text), PAGES_MAX) : 1;
}

async function found(
  { context }: FamilyServer,
  site: OpenSite,
  { sought, page }: { readonly sought: string; readonly page: number },
): Promise<Html | null> {
  const asked = { words: sought, limit: FOUND_MAX, offset: (page - 1) * FOUND_MAX };
  const hits = await searchListed(context.database, site.school, asked);
  if (hits.length === 0 && page > 1) return null;
  const pages = Math.min(Math.ceil((hits[0]?.total ?? 0) / FOUND_MAX), PAGES_MAX);
  return foundNewsletters(site, sought, hits, { page, pages });
}

// Null for a year without newsletters, so that invented years have no page.
async function yearOf(server: FamilyServer, site: OpenSite, asked: string): Promise<Html | null> {
  const { database } = server.context;
  const days = await listDays(database, site.school.id);
  const years = [...new Set(days.map(schoolYearOf))].sort((one, other) => other - one);
  const [latest] = years;
  const { words } = archiveWords(site.school.language);
  if (latest === undefined) return asked === '' ? html`<p>${words.nothingYet}</p>` : null;
  const year = asked === '' ? latest : years.find((one) => String(one) === asked);
  if (year === undefined) return null;
  const listed = await listListed(database, site.school.id, { ...daysOfYear(year), limit: YEAR_MAX });
  const first = year === latest ? listed[0] : undefined;
  const others = first === undefined ? listed : listed.slice(1);
  return html`${first === undefined ? '' : lead(site, first)}${others.length === 0 ? '' : html`<ul class="cards">${others.map((one) => card(site, one))}</ul>`}
<div class="ways"><ul class="chips" aria-label="${words.years}">${years.map((one) => chip(site, one, one === year))}</ul><a class="feed" href="${schoolPagePath(site.pages.address, 'newslettersAtom')}">${FEED}${words.feed}</a></div>${await signUp(server, site)}`;
}

function chip({ pages }: OpenSite, year: number, isHere: boolean): Html {
  const path = schoolPagePath(pages.address, 'newsletters');
  return html`<li><a href="${path}?year=${year}"${isHere ? html` aria-current="page"` : ''}>${nameOfYear(year)}</a></li>`;
}

function lead(site: OpenSite, one: Listed): Html {
  return html`<article class="lead"${itemScope(site)}>${picture(site, one, '(min-width: 768px) 600px, 100vw')}<div><p class="quiet"><time datetime="${one.day}"${itemProp(site, 'datePublished')}>${dayInFull(site.school, one.day)}</time></p><h2>${link(site, one)}</h2><p><span dir="auto">${one.description}</span></p></div></article>`;
}

function card(site: OpenSite, one: Listed): Html {
  return html`<li${itemScope(site)}>${picture(site, one, '250px')}<h3>${link(site, one)}</h3><p class="quiet small"><time datetime="${one.day}"${itemProp(site, 'datePublished')}>${dayOnPage(site.school, one.day)}</time></p></li>`;
}

function link(site: OpenSite, { slug, title }: Listed): Html {
  return html`<a href="${PUBLISHED_PATH}${slug}"${itemProp(site, 'url')}><span dir="auto"${itemProp(site, 'headline')}>${title}</span></a>`;
}

// The picture has no alternative text: the words beside it say what it is about.
function picture(site: OpenSite, one: Listed, sizes: string): Html | string {
  if (one.picture === null) return '';
  const { address, srcset } = one.picture;
  const copies = srcset === '' ? '' : html` srcset="${srcset}" sizes="${sizes}"`;
  return html`<img class="picture" src="${address}"${copies} alt="" width="600" height="340" loading="lazy"${itemProp(site, 'image')}>`;
}

// Structured data, if the school lets search engines in.
function itemScope({ school }: OpenSite): Html | string {
  return school.searchEngines ? html` itemscope itemtype="https://schema.org/NewsArticle"` : '';
}

function itemProp({ school }: OpenSite, name: string): Html | string {
  return school.searchEngines ? html` itemprop="${name}"` : '';
}

async function signUp(server: FamilyServer, site: OpenSite): Promise<Html | string> {
  const shown = signUpSection.isOn(site.pages) ? await signUpSection.digest?.(server, site) : null;
  return shown == null ? '' : html`<section class="panel across">${shown}</section>`;
}

const LENS = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"/><path d="m20 20-4.8-4.8"/></svg>',
);
const FEED = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="5.5" cy="18.5" r="1"/><path d="M4 12a8 8 0 0 1 8 8M4 5a15 15 0 0 1 15 15"/></svg>',
);
const STYLES = new Html(`
.title > * + * { margin-top: 16px; }
.search { display: flex; gap: 10px; }
.search input { flex: 1; width: 0; min-height: 50px; padding: 10px 14px; border: 2px solid var(--edge); border-radius: var(--corner); background: var(--ground); color: var(--ink); font: inherit; }
.picture { width: 100%; aspect-ratio: 30 / 17; border-radius: var(--round); object-fit: cover; }
.lead { border-radius: var(--round); box-shadow: 0 0 0 1px var(--line); overflow: hidden; }
.lead .picture { border-radius: 0; }
.lead > div { padding: 18px; }
.lead h2 { margin: 2px 0 6px; font-size: 1.625rem; }
.cards { border-top: 1px solid var(--line); list-style: none; }
.cards li { padding: 16px 0; border-bottom: 1px solid var(--line); }
.cards .picture { display: none; }
.cards h3 { font: inherit; font-weight: 600; }
.ways { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 16px; }
.feed { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; font-size: 0.9375rem; }
.feed svg { width: 20px; height: 20px; fill: none; stroke: currentcolor; stroke-width: 1.75; stroke-linecap: round; }
@media (min-width: 768px) {
.title { display: flex; align-items: center; justify-content: space-between; gap: 32px; }
.title > * + * { margin-top: 0; }
.search input { flex: none; width: min(300px, 30vw); }
.lead { display: grid; grid-template-columns: 3fr 2fr; align-items: center; gap: 44px; border-radius: 0; box-shadow: none; }
.lead:not(:has(.picture)) { display: block; }
.lead .picture { border-radius: var(--round); }
.lead > div { padding: 0; }
.lead h2 { font-size: 2.125rem; }
.cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: 32px 28px; padding-bottom: 32px; border: 0; border-bottom: 1px solid var(--line); }
.cards li { padding: 0; border: 0; }
.cards .picture { display: block; margin-bottom: 12px; }
}
@media print { .ways { display: none; } .cards { grid-template-columns: 1fr; } .cards .picture { display: none; } }
`);
