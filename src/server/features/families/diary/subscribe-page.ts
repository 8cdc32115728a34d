import { schoolPagePath } from '#contract/paths.ts';
import { diaryWords } from '#newsletter/words/diary-words.ts';
import type { Group } from '#server/data/groups/groups.ts';
import type { FamilyPage } from '#server/features/families/frame/family-page.ts';
import type { FamilySection } from '#server/features/families/frame/section.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import { Html, html } from '#server/platform/http/html.ts';
import { groupAddress } from './dates.ts';

/** The page that explains how to follow the school's dates in one's own calendar. */
export function subscribePage(
  { context }: FamilyServer,
  section: FamilySection,
  { school, pages }: OpenSite,
  group: Group | null,
): FamilyPage {
  const { words } = diaryWords(school.language);
  const path =
    group === null
      ? schoolPagePath(pages.address, 'calendar')
      : schoolPagePath(pages.address, 'groupCalendar', { group: groupAddress(group) });
  const address = context.config.publicUrl + path;
  const followed = address.replace(/^https?:/, 'webcal:');
  const name = group === null ? school.name : `${group.name} · ${school.name}`;
  const ways = [
    ['Apple', followed],
    ['Google', `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(followed)}`],
    [
      'Outlook',
      `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=${encodeURIComponent(name)}`,
    ],
  ];
  const buttons = ways.map(
    ([label, href]) => html`<p><a class="button other wide" href="${href ?? ''}">${label ?? ''}</a></p>`,
  );
  const all = schoolPagePath(pages.address, 'diary');
  const back = group === null ? all : `${all}?group=${groupAddress(group)}`;
  const title = group === null ? words.inYourCalendar : `${words.inYourCalendar}: ${group.name}`;
  return {
    title,
    section,
    heading: html`<h1>${words.inYourCalendar}${group === null ? '' : html`: <span dir="auto">${group.name}</span>`}</h1>`,
    body: html`<p>${words.chooseOnce}</p><div class="ways">${buttons}</div><div class="field"><label for="address">${words.another}</label><p class="hint" id="address-hint">${words.copyAddress}</p><textarea id="address" class="address" readonly rows="2" dir="ltr" spellcheck="false" aria-describedby="address-hint">${address}</textarea></div><p class="quiet">${words.mayTakeADay}</p><p><a href="${back}">${words.diary}</a></p>`,
    styles: new Html(
      '.button.wide { display: flex; } .ways > p + p { margin-top: 10px; } .address { field-sizing: content; resize: none; overflow-wrap: anywhere; }',
    ),
  };
}
