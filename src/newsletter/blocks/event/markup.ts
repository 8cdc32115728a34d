import { type BlockContext, editable } from '#newsletter/document/block.ts';
import { linesMarkup } from '#newsletter/document/lines.ts';
import { timesOf } from '#newsletter/events/when.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnDirection, inOwnRun } from '#newsletter/render/own-direction.ts';
import { type Palette, paletteOn } from '#newsletter/values/branding.ts';
import { dayParts, fullDate } from '#newsletter/values/dates.ts';
import { calendarFileOf } from './calendar-file.ts';
import { googleCalendarUrl } from './google-calendar.ts';
import type { EventRow } from './row.ts';

// The space between a wide date and the text. It is part of the design’s width, so that narrower dates stay where they are.
const DATE_GAP = 6;

/**
 * An event as table rows: its date in the design's style, beside its text. The table has one column if the design
 * gives events a background, otherwise two.
 */
export function eventMarkup(
  event: EventRow,
  context: BlockContext,
  place: EventPlace,
  isLater: boolean,
): Markup {
  const { design, palette } = context;
  const { ground, rule, gap, padding, radius } = design.event;
  const line = rule(palette);
  const above = line === '' ? gap : gap / 2;
  const space =
    isLater &&
    mjml`<tr aria-hidden="true"><td colspan="${ground === null ? 2 : 1}" style="font-size:1px;line-height:${above}px">&#160;</td></tr>`;
  const edge = {
    padding: isLater ? `${gap - above}px` : '0',
    border: isLater && line !== '' ? `;${line}` : '',
  };
  if (ground === null) return mjml`${space}${cellsMarkup(event, context, place, edge)}`;
  const background = ground(palette);
  const inside = { ...context, palette: paletteOn(background, palette) };
  const cells = cellsMarkup(event, inside, place, { padding: '0', border: '' });
  const panel = mjml`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="ink-panel" bgcolor="${background}" style="background-color:${background};border-radius:${radius}px;padding:${padding}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">${cells}</table></td></tr></table>`;
  return mjml`${space}<tr role="listitem"><td style="padding:${edge.padding} 0 0${edge.border}">${panel}</td></tr>`;
}

/** The block of an event, and the path of its title in it. */
export type EventPlace = { readonly block: string; readonly title: string };

/** The edge above an event: padding and border, as CSS. */
type Edge = { readonly padding: string; readonly border: string };

function cellsMarkup(event: EventRow, context: BlockContext, place: EventPlace, edge: Edge): Markup {
  const { design, palette, school } = context;
  const role = design.event.ground === null ? 'listitem' : 'presentation';
  // The date is drawn in pieces, without its year: screen readers read it as a whole.
  const spokenDate = fullDate(event.date, school.language) ?? '–';
  return mjml`<tr role="${role}"><td role="img" aria-label="${spokenDate}" width="${design.event.dateWidth - DATE_GAP}" valign="top" style="padding:${edge.padding} ${DATE_GAP}px 0 0${edge.border}">${dateMarkup(event.date, context)}</td><td class="d-text" valign="top" style="padding:${edge.padding} 0 0;overflow-wrap:anywhere;color:${palette.text}${edge.border}">${wordsMarkup(event, context, place)}</td></tr>`;
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

function wordsMarkup(event: EventRow, context: BlockContext, at: EventPlace): Markup {
  const { palette, words, placeholder, school } = context;
  const title = event.title || (placeholder ? 'Event' : '');
  const typed = editable(context, at.title, title);
  const shown =
    event.state === 'cancelled'
      ? mjml`<strong style="font-weight:650">${words.cancelled}:</strong> <s>${typed}</s>`
      : mjml`<strong style="font-weight:650">${typed}</strong>`;
  const times = timesOf(event, context);
  const when =
    times !== '' &&
    mjml`<strong class="d-text" style="font-weight:600;color:${palette.text}">${inOwnRun(school.language, times)}</strong>`;
  const place = event.place !== undefined && event.place !== '' && event.place;
  const line =
    (when || place) &&
    mjml`<div class="d-quiet" style="${quiet(palette)}">${when}${when && place && ' · '}${place}</div>`;
  const description =
    event.description !== '' &&
    mjml`<div class="d-quiet" style="${quiet(palette)}">${inOwnDirection(school.language, event.description, linesMarkup(event.description, school.language))}</div>`;
  // Level 2 follows the newsletter's title, so that no level is skipped whatever precedes the block.
  const head = mjml`<div role="heading" aria-level="2" style="font-size:16px;line-height:22px">${shown}</div>${line}`;
  return mjml`${inOwnDirection(school.language, event.title, head)}${description}${calendarLinks(event, context, at.block)}`;
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
    mjml`<a class="d-link" href="${url}" style="color:${palette.link};white-space:nowrap" aria-label="${[text, add, event.title.trim()].filter(Boolean).join(', ')}">${text}</a>`;
  return mjml`<div class="ink-calendar d-quiet" style="font-size:14px;line-height:24px;color:${palette.quiet}">${add}: ${link(file, 'Apple, Outlook')}${google !== null && mjml`&#160;· ${link(google, 'Google')}`}</div>`;
}
