import { PUBLISHED_PATH, schoolPagePath } from '#contract/paths.ts';
import { archiveWords } from '#newsletter/words/archive-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import { type Found, MATCH } from '#server/data/families/listing-search.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import { type Html, html } from '#server/platform/http/html.ts';
import { dayOnPage } from './day-words.ts';

/** The results of a search, with the matches marked. */
export function foundNewsletters(
  { school, pages }: OpenSite,
  sought: string,
  hits: readonly Found[],
  at: { readonly page: number; readonly pages: number },
): Html {
  const { words } = archiveWords(school.language);
  const [first] = hits;
  if (first === undefined) {
    const message = fill(words.nothingAbout, { words: sought });
    return html`<div><p><strong>${message}</strong></p><p>${words.tryOneWord} <a href="${schoolPagePath(pages.address, 'newsletters')}">${words.seeAll}</a>.</p></div>`;
  }
  const { total } = first;
  const hit = ({ slug, day, title, passage }: Found) =>
    html`<li><h2><a href="${PUBLISHED_PATH}${slug}"><span dir="auto">${marked(title)}</span></a></h2><p class="quiet small">${dayOnPage(school, day)}</p><p><span dir="auto">${marked(passage)}</span></p></li>`;
  const path = schoolPagePath(pages.address, 'newsletters');
  const chip = (page: number) =>
    html`<li><a href="${path}?${String(new URLSearchParams({ q: sought, page: String(page) }))}"${page === at.page ? html` aria-current="page"` : ''}>${page}</a></li>`;
  const numbers = Array.from({ length: at.pages }, (_, index) => index + 1);
  return html`<p><strong>${words.newsletters}: ${total}</strong></p><ol class="list found">${hits.map(hit)}</ol>${numbers.length < 2 ? '' : html`<ul class="chips" aria-label="${words.pages}">${numbers.map(chip)}</ul>`}`;
}

// The parts between the marks are the newsletter's own words, and are escaped here.
function marked(text: string): readonly Html[] {
  return text.split(MATCH.start).map((part, index) => {
    const [match = '', rest] = index === 0 ? ['', part] : part.split(MATCH.end);
    return index === 0 ? html`${part}` : html`<mark>${match}</mark>${rest ?? ''}`;
  });
}
