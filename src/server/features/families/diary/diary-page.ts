import { schoolPagePath } from '#contract/paths.ts';
import { PHONE } from '#newsletter/render/own-direction.ts';
import { commaOf } from '#newsletter/values/comma.ts';
import { dayParts, monthName, shortDay } from '#newsletter/values/dates.ts';
import { webAddress } from '#newsletter/values/url.ts';
import { diaryWords } from '#newsletter/words/diary-words.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import type { SchoolEventRow } from '#server/data/events/events.ts';
import type { SchoolPages } from '#server/data/families/school-pages.ts';
import type { Group } from '#server/data/groups/groups.ts';
import type { School } from '#server/data/schools.ts';
import type { FamilyPage } from '#server/features/families/frame/family-page.ts';
import type { FamilySection } from '#server/features/families/frame/section.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import { Html, html } from '#server/platform/http/html.ts';
import { type Diary, groupAddress } from './dates.ts';

/** The diary of a group or of the whole school: coming dates by month; past dates are folded. */
export function diaryPage(
  section: FamilySection,
  { school, pages }: OpenSite,
  diary: Diary,
  group: Group | null,
): FamilyPage {
  const { words } = diaryWords(school.language);
  const shown = diary.events.filter(({ withdrawn }) => !withdrawn);
  const [coming, over] = [true, false].map((isComing) =>
    shown.filter(({ date, lastDay }) => (lastDay ?? date) >= diary.today === isComing),
  );
  const path = schoolPagePath(pages.address, 'diary');
  const query = group === null ? '?subscribe=1' : `?group=${groupAddress(group)}&subscribe=1`;
  const title = group === null ? words.diary : `${words.diary}: ${group.name}`;
  const list =
    (coming ?? []).length === 0 ? nothing(path, group, school) : months(school, coming ?? [], diary);
  const earlier =
    (over ?? []).length === 0
      ? ''
      : html`<details class="earlier"><summary>${words.earlier}</summary>${months(school, (over ?? []).toReversed(), diary)}</details>`;
  return {
    title,
    description: descriptionOf(school, coming ?? [], diary.today),
    section,
    heading: html`<h1>${group === null ? words.diary : html`${words.diary}: <span dir="auto">${group.name}</span>`}</h1>`,
    body: html`${chips(path, diary.groups, group, school)}<p><a class="button other wide" href="${path}${query}">${words.subscribe}</a></p>${group === null ? '' : html`<p class="quiet">${words.withSchool}</p>`}${list}${earlier}`,
    head: calendarLink(pages),
    styles: DIARY_STYLES,
  };
}

/** The calendar of the whole school, for the `<head>` of a page. */
export function calendarLink({ address }: SchoolPages): Html {
  return html`<link rel="alternate" type="text/calendar" href="${schoolPagePath(address, 'calendar')}">
`;
}

/** The number of dates in a link preview. */
const DESCRIBED = 3;

function descriptionOf({ language, name }: School, coming: readonly SchoolEventRow[], today: string): string {
  const next = coming.filter(({ isCancelled }) => !isCancelled).slice(0, DESCRIBED);
  const dates = next.map(({ date, title }) => `${shortDay(date, language, today)} ${title}`);
  return dates.length === 0 ? `${diaryWords(language).words.diary} · ${name}` : dates.join(' · ');
}

function chips(path: string, groups: readonly Group[], chosen: Group | null, school: School): Html | string {
  // A chosen group stays even without dates.
  const shown = chosen === null || groups.some(({ id }) => id === chosen.id) ? groups : [...groups, chosen];
  if (shown.length === 0) return '';
  const { words } = diaryWords(school.language);
  const chip = (href: string, name: string, isChosen: boolean) =>
    html`<li><a href="${href}"${isChosen ? html` aria-current="page"` : ''}><span dir="auto">${name}</span></a></li>`;
  return html`<nav aria-label="${words.groups}"><ul class="chips">${chip(path, words.all, chosen === null)}${shown.map(
    (group) => chip(`${path}?group=${groupAddress(group)}`, group.name, group.id === chosen?.id),
  )}</ul></nav>`;
}

function nothing(path: string, group: Group | null, school: School): Html {
  const { words } = diaryWords(school.language);
  return html`<p><strong>${words.none}</strong></p>${group === null ? '' : html`<p><a href="${path}">${newsletterWords(school.language).words.allDates}</a></p>`}`;
}

function months(school: School, events: readonly SchoolEventRow[], { groups, today }: Diary): Html {
  const byMonth = [...Map.groupBy(events, ({ date }) => date.slice(0, 7))];
  return html`${byMonth.map(
    ([month, dates]) =>
      html`<section><h2>${monthName(month, school.language, today)}</h2>${dateList(school, dates, { groups, hasMonths: false })}</section>`,
  )}`;
}

interface Shown {
  /** The groups that are named beside their dates. */
  readonly groups: readonly Group[];
  /** Whether dates show their month, as the list is not under a month's heading. */
  readonly hasMonths: boolean;
}

/** Dates with weekday, day, times and place. */
export function dateList(school: School, events: readonly SchoolEventRow[], shown: Shown): Html {
  return html`<ul class="list dates">${events.map((event) => dateItem(school, event, shown))}</ul>`;
}

function dateItem(school: School, event: SchoolEventRow, { groups, hasMonths }: Shown): Html {
  const { language } = school;
  const { words } = diaryWords(language);
  const parts = dayParts(event.date, language);
  const names = groups.filter(({ id }) => event.groups.includes(id)).map(({ name }) => name);
  const times = timesOf(event, language);
  const until =
    event.lastDay === null ? '' : fill(words.until, { day: shortDay(event.lastDay, language, event.date) });
  const off = event.isCancelled ? newsletterWords(language).words.cancelled : '';
  const facts = [names.join(commaOf(language)), times, until, event.place ?? '', off]
    .filter(Boolean)
    .join(' · ');
  const title = event.isCancelled ? html`<s>${event.title}</s>` : event.title;
  return html`<li><time datetime="${event.date}"><span>${parts?.weekday ?? ''}</span> <b>${parts?.day ?? ''}</b>${hasMonths ? html` <small>${parts?.month ?? ''}</small>` : ''}</time><div dir="auto"><p><strong>${title}</strong></p>${facts === '' ? '' : html`<p class="quiet small"><span dir="auto">${withLinks(facts)}</span></p>`}${event.description === '' ? '' : html`<p class="quiet small words" dir="auto">${withLinks(event.description)}</p>`}</div></li>`;
}

/** Makes web addresses, such as those of online meetings, links. A full stop or bracket after one is not part of it. */
function withLinks(words: string): Html {
  const parts = words.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)\]])/i);
  return html`${parts.map((part) => {
    const address = /^https?:/i.test(part) ? webAddress(part) : null;
    return address === null ? withNumbers(part) : html`<a href="${address}" rel="nofollow">${part}</a>`;
  })}`;
}

// Telephone numbers run from left to right even among words that do not.
function withNumbers(words: string): Html {
  const parts = words.split(PHONE);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<span dir="ltr">${part}</span>` : html`${part}`))}`;
}

function timesOf({ time, end }: SchoolEventRow, language: string): string {
  if (time === null) return '';
  return end === null ? time : fill(newsletterWords(language).words.fromTo, { start: time, end });
}

const DIARY_STYLES = new Html(`
.button.wide { display: flex; }
main > section { margin-top: 32px; }
.dates .words { white-space: pre-line; }
.earlier summary { width: fit-content; min-height: 44px; align-content: center; color: var(--main); font-weight: 600; cursor: pointer; }
.earlier section + section { margin-top: 24px; }
@media print { .earlier, .button { display: none; } .dates > li { break-inside: avoid; } }
`);
