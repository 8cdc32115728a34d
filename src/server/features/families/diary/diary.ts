import { schoolPagePath } from '#contract/paths.ts';
import { diaryWords } from '#newsletter/words/diary-words.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { calendarFile } from '#server/data/events/calendar-file.ts';
import { entryOf } from '#server/data/events/entries.ts';
import { leadsToDiary } from '#server/data/families/diary-links.ts';
import type { Group } from '#server/data/groups/groups.ts';
import type { FamilyPage } from '#server/features/families/frame/family-page.ts';
import type { FamilyFile } from '#server/features/families/frame/made-page.ts';
import type { FamilySection } from '#server/features/families/frame/section.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import { html } from '#server/platform/http/html.ts';
import { findGroupAt, groupAddress, readDiary, titleWithGroups } from './dates.ts';
import { calendarLink, dateList, diaryPage } from './diary-page.ts';
import { subscribePage } from './subscribe-page.ts';

/** How often calendars should refresh, in seconds. */
const REFRESH_SECONDS = 4 * 60 * 60;
/** The number of dates on the home page. */
const DIGEST_DATES = 4;

/** The school's dates: a page by group, and calendars to subscribe to. */
export const DIARY: FamilySection = {
  page: 'diary',
  label: (language) => diaryWords(language).words.diary,
  isOn: ({ showsDiary }) => showsDiary,
  links: ({ pages }) => calendarLink(pages),
  mount(server) {
    const options = { section: DIARY };
    const page = {
      ...options,
      query: ['group', 'subscribe'],
      gone: async (site: OpenSite) => await closedDiary(server, site),
    };
    server.page('diary', page, async (site, { query }) => {
      const { group: address = '', subscribe } = query;
      const found = address === '' ? null : await findGroupAt(server.context, site.school.id, address);
      if (address !== '' && found === null) return null;
      const group = found?.group ?? null;
      if (group !== null && found?.isMerged === true)
        return { to: groupPage(site, group, subscribe !== ''), isForEver: true };
      if (subscribe !== '') return subscribePage(server, DIARY, site, group);
      return diaryPage(DIARY, site, await readDiary(server.context, site.school, group), group);
    });
    server.page('calendar', options, async (site) => await feedOf(server, site, null));
    server.page('groupCalendar', options, async (site, { params: { group: address = '' } }) => {
      const found = await findGroupAt(server.context, site.school.id, address);
      if (found === null) return null;
      const { group, isMerged } = found;
      if (!isMerged) return await feedOf(server, site, group);
      const params = { group: groupAddress(group) };
      return { to: schoolPagePath(site.pages.address, 'groupCalendar', params), isForEver: true };
    });
  },
  async digest(server, site) {
    const { words } = diaryWords(site.school.language);
    const { events, groups, today } = await readDiary(server.context, site.school, null);
    const coming = events.filter((event) => !event.withdrawn && (event.lastDay ?? event.date) >= today);
    if (coming.length === 0) return null;
    const path = server.context.config.publicUrl + schoolPagePath(site.pages.address, 'diary');
    return html`<h2>${words.diary}</h2>${dateList(site.school, coming.slice(0, DIGEST_DATES), { groups, hasMonths: true })}<p class="all"><a href="${path}">${newsletterWords(site.school.language).words.allDates}</a></p>`;
  },
};

function groupPage({ pages }: OpenSite, group: Group, isSubscribing: boolean): string {
  const query = `?group=${groupAddress(group)}${isSubscribing ? '&subscribe=1' : ''}`;
  return schoolPagePath(pages.address, 'diary') + query;
}

/** The page at the diary's address while it is off: an explanation, if a newsletter still links there. */
async function closedDiary(server: FamilyServer, { school, pages }: OpenSite): Promise<FamilyPage | null> {
  const isLinked = await leadsToDiary(server.context.database, school.id);
  if (!isLinked) return null;
  const { words } = diaryWords(school.language);
  const isOpen = server.sections.some(({ isOn }) => isOn(pages));
  const home = html`<p><a href="${schoolPagePath(pages.address)}" dir="auto">${school.name}</a></p>`;
  return { title: words.diary, body: html`<p>${words.closed}</p>${isOpen ? home : ''}` };
}

async function feedOf(server: FamilyServer, site: OpenSite, group: Group | null): Promise<FamilyFile> {
  const { school, pages } = site;
  const { config } = server.context;
  const { events, groups } = await readDiary(server.context, school, group);
  const titled =
    group === null ? events.map((event) => ({ ...event, title: titleWithGroups(event, groups) })) : events;
  const name = group === null ? school.name : `${group.name} · ${school.name}`;
  const text = calendarFile({
    events: titled.map((event) => entryOf(event, school.timeZone)),
    ...{ name, schoolName: school.name, productName: config.product.name, refresh: REFRESH_SECONDS },
    language: school.language,
    pageUrl: config.publicUrl + schoolPagePath(pages.address, 'diary'),
    publishedAt: new Date(0),
  });
  return { type: 'text/calendar; charset=utf-8', text };
}
