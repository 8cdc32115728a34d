import { z } from 'zod';
import {
  BLOCK_MESSAGES,
  type BlockContext,
  blockName,
  defineBlock,
  none,
  placeholder,
  requiredText,
  strict,
  withoutFiles,
} from '#newsletter/document/block.ts';
import { cleanLines, linesMarkup } from '#newsletter/document/lines.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { dayAndMonth, longDate } from '#newsletter/values/dates.ts';

export const EVENT_ROWS_MAX = 100;
const DESCRIPTION_MAX = 1000;

const row = strict({
  id: blockName,
  title: requiredText(),
  description: requiredText(DESCRIPTION_MAX, cleanLines),
  date: z
    .string(BLOCK_MESSAGES.required)
    .min(1, { error: BLOCK_MESSAGES.required, abort: true })
    .pipe(z.iso.date('Not a date, should be like 2026-10-09')),
  time: z.iso.time({ precision: -1, error: 'Not a time, should be like 09:15' }).optional(),
});
type Row = z.output<typeof row>;

/** The fields of an event that are still invalid. */
export function unfinishedFields(event: Row): ReadonlySet<string> {
  const { error } = row.safeParse(event);
  return new Set(error?.issues.map(({ path }) => String(path[0])));
}

/** Events with dates, each with a link to its calendar file. */
export const event = defineBlock({
  type: 'event',
  label: 'Event',
  schema: strict({
    rows: z.array(row).min(1, BLOCK_MESSAGES.required).max(EVENT_ROWS_MAX, `Max ${EVENT_ROWS_MAX} events`),
  }),
  defaults: () => ({ rows: [] }),
  toMjml(value, context, name) {
    if (value.rows.length === 0) return placeholder(context, 'Dates for the diary');
    return mjml`<mj-text padding="${context.padding}" line-height="20px" color="${context.palette.text}" css-class="ink-box d-text"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">${value.rows.map((event, index) => rowMarkup(event, context, name, index > 0))}</table></mj-text>`;
  },
  toText: (value, { school }) =>
    value.rows
      .map((event) =>
        [
          `${longDate(event.date, school.language)}${event.time ? `, ${event.time}` : ''}: ${event.title}`,
          event.description,
        ]
          .filter(Boolean)
          .join('\n'),
      )
      .join('\n\n'),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    height: ({ rows }) => 20 + 76 * rows.length,
    texts: ({ rows }) =>
      rows.flatMap((row, index) =>
        (['title', 'description'] as const).map((key) => ({
          path: `rows.${index}.${key}`,
          format: 'plain' as const,
          text: row[key],
          replace: (text) => ({ rows: rows.with(index, { ...row, [key]: text }) }),
        })),
      ),
    links: none,
    pictures: none,
    colours: none,
    dates: ({ rows }) => rows.map(({ id, ...rest }) => ({ row: id, ...rest })),
    inheritedText: () => null,
    cover: () => null,
    emptyFields: none,
    mapFiles: withoutFiles,
  },
});

const ADD = 'Add to calendar';

function rowMarkup(event: Row, context: BlockContext, block: string, isLater: boolean): Markup {
  const { palette } = context;
  const above = isLater ? 16 : 0;
  const calendar = context.calendarUrl?.({ block, row: event.id });
  const time = event.time
    ? mjml`<strong class="d-text" style="color:${palette.text}">${event.time}</strong>${event.description !== '' && ' · '}`
    : null;
  return mjml`<tr><td width="48" valign="top" align="center" style="padding:${above}px 12px 0 0;font-weight:600">${tile(event.date, context)}</td><td valign="top" style="padding:${above}px 0 0;overflow-wrap:anywhere"><strong style="font-weight:600">${event.title || (context.placeholder && 'Event')}</strong><div class="d-quiet" style="font-size:14px;color:${palette.quiet}">${time}${linesMarkup(event.description)}</div>${calendar !== undefined && mjml`<a class="ink-calendar d-heading" href="${calendar}" style="color:${palette.heading};font-size:14px;font-weight:600" aria-label="${calendarLabel(event.title)}">${ADD}</a>`}</td></tr>`;
}

// Makes the links distinguishable, for example in a screen reader's list of links.
function calendarLabel(title: string): string {
  return title.trim() === '' ? ADD : `${ADD}: ${title}`;
}

function tile(date: string, { palette, fonts, school }: BlockContext): Markup {
  const { day, month } = dayAndMonth(date, school.language);
  return mjml`<div style="border-radius:6px 6px 0 0;background:${palette.badge};color:#ffffff;font-size:13px;letter-spacing:0.04em">${month}</div><div style="border-radius:0 0 6px 6px;background:${palette.tint};color:${palette.heading};font-family:${fonts.heading};font-size:21px;line-height:32px">${day}</div>`;
}
