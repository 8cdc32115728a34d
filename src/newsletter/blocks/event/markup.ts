import type { BlockContext } from '#newsletter/document/block.ts';
import { linesMarkup } from '#newsletter/document/lines.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnDirection } from '#newsletter/render/own-direction.ts';
import { type Palette, paletteOn } from '#newsletter/values/branding.ts';
import { dayParts } from '#newsletter/values/dates.ts';
import type { EventRow } from './block.ts';
import { calendarFileOf } from './calendar-file.ts';
import { googleCalendarUrl } from './google-calendar.ts';
import { timesOf } from './when.ts';

// Keeps a wide date apart from the words. A part of the design’s width, so that narrower dates stay where they are.
const DATE_GAP = 6;

/** An event as a row of a table: its date as the design draws it, beside its words. */
export function eventMarkup(event: EventRow, context: BlockContext, block: string, isLater: boolean): Markup {
  const { design, palette } = context;
  const { ground, rule, gap, padding, radius } = design.event;
  const background = ground === null ? null : ground(palette);
  const inside = { ...context, palette: background === null ? palette : paletteOn(background, palette) };
  const table = mjml`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td width="${design.event.dateWidth - DATE_GAP}" valign="top" style="padding:0 ${DATE_GAP}px 0 0">${dateMarkup(event.date, inside)}</td><td class="d-text" valign="top" style="overflow-wrap:anywhere;color:${inside.palette.text}">${wordsMarkup(event, inside, block)}</td></tr></table>`;
  const cell =
    background === null
      ? table
      : mjml`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="ink-panel" bgcolor="${background}" style="border-radius:${radius}px;padding:${padding}">${table}</td></tr></table>`;
  if (!isLater) return mjml`<tr><td>${cell}</td></tr>`;
  const line = rule(palette);
  const above = line === '' ? gap : gap / 2;
  const border = line === '' ? '' : `;${line}`;
  return mjml`<tr aria-hidden="true"><td style="font-size:1px;line-height:${above}px">&#160;</td></tr><tr><td style="padding:${gap - above}px 0 0${border}">${cell}</td></tr>`;
}

function dateMarkup(date: string, { design, palette, fonts, school, year }: BlockContext): Markup {
  const parts = dayParts(date, school.language);
  if (parts === null)
    return design.event.date(
      { weekday: '', day: '–', month: '–', dayMonth: '– –', year: null },
      { palette, fonts },
    );
  const isThisYear = year === null || parts.year === year;
  return design.event.date({ ...parts, year: isThisYear ? null : parts.year }, { palette, fonts });
}

function wordsMarkup(event: EventRow, context: BlockContext, block: string): Markup {
  const { palette, words, placeholder, school } = context;
  const title = event.title || (placeholder ? 'Event' : '');
  const shown =
    event.state === 'cancelled'
      ? mjml`<strong style="font-weight:650">${words.cancelled}:</strong> <s>${title}</s>`
      : mjml`<strong style="font-weight:650">${title}</strong>`;
  const times = timesOf(event, context);
  const when =
    times !== '' &&
    mjml`<strong class="d-text" style="font-weight:600;color:${palette.text}"><bdi>${times}</bdi></strong>`;
  const place = event.place !== undefined && event.place !== '' && event.place;
  const line =
    (when || place) &&
    mjml`<div class="d-quiet" style="${quiet(palette)}">${when}${when && place && ' · '}${place}</div>`;
  const description =
    event.description !== '' &&
    mjml`<div class="d-quiet" style="${quiet(palette)}">${inOwnDirection(school.language, event.description, linesMarkup(event.description))}</div>`;
  return mjml`<div style="font-size:16px;line-height:22px">${inOwnDirection(school.language, event.title, shown)}</div>${line}${description}${calendarLinks(event, context, block)}`;
}

function quiet({ quiet }: Palette): string {
  return `font-size:14.5px;line-height:21px;color:${quiet}`;
}

// The title makes the links distinguishable, for example in a screen reader's list of links.
function calendarLinks(event: EventRow, context: BlockContext, block: string): Markup | false {
  const { palette, words, school } = context;
  const file = calendarFileOf(event, context, block);
  if (file === null) return false;
  const add = words.addToCalendar;
  const google = googleCalendarUrl(event, school.time_zone);
  const link = (url: string, text: string) =>
    mjml`<a class="d-link" href="${url}" style="color:${palette.link}" aria-label="${[text, add, event.title.trim()].filter(Boolean).join(', ')}">${text}</a>`;
  return mjml`<div class="ink-calendar d-quiet" style="font-size:14px;line-height:24px;color:${palette.quiet}">${add}: ${link(file, 'Apple, Outlook')}${google !== null && mjml` ·&#160;${link(google, 'Google')}`}</div>`;
}
