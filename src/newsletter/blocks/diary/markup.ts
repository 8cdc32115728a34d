import type { BlockContext } from '#newsletter/document/block.ts';
import { laterLastDay, timesOf } from '#newsletter/events/when.ts';
import { headingMarkup } from '#newsletter/render/heading-markup.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnDirection, inOwnRun } from '#newsletter/render/own-direction.ts';
import { LINK_LINE } from '#newsletter/render/type-size/link-line.ts';
import { mix } from '#newsletter/values/colour.ts';
import { commaOf } from '#newsletter/values/comma.ts';
import { fullDate, shortDay } from '#newsletter/values/dates.ts';
import { underlined } from '#newsletter/values/underlined.ts';
import { type DiaryValue, type FilledDate, PAGE_PATH } from './value.ts';

type Filled = NonNullable<DiaryValue['filled']>;

/** The heading, a row for each date, and a link to all dates. */
export function diaryMarkup({ title }: DiaryValue, { dates, page }: Filled, context: BlockContext): Markup {
  const { palette, padding } = context;
  const heading = headingMarkup(title ?? titleOf(context), context, title === undefined ? null : 'title');
  const rows = dates.map((date) => rowMarkup(date, context));
  return mjml`${heading}<mj-text padding="${padding}" line-height="21px" color="${palette.text}" css-class="ink-box d-text"><table role="list" width="100%" cellpadding="0" cellspacing="0"><tbody role="presentation">${rows}</tbody></table>${isPage(page) && linkMarkup(page, context)}</mj-text>`;
}

/** The same as plain text. */
export function diaryText({ title }: DiaryValue, { dates, page }: Filled, context: BlockContext): string {
  const { school, words } = context;
  const lines = dates.map((date) => {
    const day = fullDate(date.date, school.language) ?? date.date;
    const off = date.state === 'cancelled' ? `${words.cancelled}: ` : '';
    const facts = factsOf(date, context);
    return `${day}: ${off}${date.title}${facts === '' ? '' : ` (${facts})`}`;
  });
  const link = !isPage(page) ? [] : [`${words.allDates}: ${context.origin}${page}`];
  return [underlined(title ?? titleOf(context), '-'), [...lines, ...link].join('\n')].join('\n\n');
}

// A working copy may hold anything.
function isPage(page: string | undefined): page is string {
  return page !== undefined && PAGE_PATH.test(page);
}

function titleOf({ words }: BlockContext): string {
  return words.datesForDiary;
}

/** The facts of a date, such as 'Year 4 · 09:15 · Main hall'. */
function factsOf(date: FilledDate, context: BlockContext): string {
  const times = timesOf({ ...date, last_day: laterLastDay(date) }, context);
  return [(date.groups ?? []).join(commaOf(context.school.language)), times, date.place ?? '']
    .filter(Boolean)
    .join(' · ');
}

function rowMarkup(date: FilledDate, context: BlockContext): Markup {
  const { palette, words, school, design } = context;
  const day = shortDay(date.date, school.language, context.year ?? date.date);
  const { usesTextColour } = design.heading;
  const edge = `border-top:1px solid ${mix(palette.ground, palette.text, 0.2)}`;
  const title =
    date.state === 'cancelled'
      ? mjml`<strong style="font-weight:650">${words.cancelled}:</strong> <s>${date.title}</s>`
      : mjml`<strong style="font-weight:650">${date.title}</strong>`;
  const facts = factsOf(date, context);
  const line =
    facts !== '' &&
    mjml`<div class="d-quiet" style="font-size:14.5px;line-height:21px;color:${palette.quiet}">${inOwnRun(school.language, facts)}</div>`;
  const spokenDate = fullDate(date.date, school.language) ?? day;
  return mjml`<tr role="listitem"><td role="img" aria-label="${spokenDate}" class="${usesTextColour ? 'd-text' : 'd-heading'}" width="92" valign="top" style="padding:9px 10px 9px 0;white-space:nowrap;${edge};font-size:15px;line-height:22px;font-weight:650;color:${usesTextColour ? palette.text : palette.heading}">${day}</td><td class="d-text" valign="top" style="padding:9px 0;${edge};font-size:15px;line-height:22px;overflow-wrap:anywhere;color:${palette.text}">${inOwnDirection(school.language, date.title, mjml`<div>${title}</div>${line}`)}</td></tr>`;
}

function linkMarkup(page: string, { origin, palette, words }: BlockContext): Markup {
  return mjml`<div style="padding:12px 0 0"><a class="d-link" href="${origin}${page}" style="color:${palette.link};font-weight:600;${LINK_LINE}">${words.allDates}</a></div>`;
}
