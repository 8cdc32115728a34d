import { z } from 'zod';
import {
  BLOCK_MESSAGES,
  type BlockContext,
  defineBlock,
  placeholder,
  strict,
  uniqueIds,
} from '#newsletter/document/block.ts';
import { laterLastDay, timesOf } from '#newsletter/events/when.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { commaOf } from '#newsletter/values/comma.ts';
import { fullDate } from '#newsletter/values/dates.ts';
import { calendarFileOf } from './calendar-file.ts';
import { eventMarkup } from './markup.ts';
import { type EventRow, row } from './row.ts';

export const EVENT_ROWS_MAX = 100;

type Value = {
  readonly rows: readonly EventRow[];
  readonly order?: 'date' | undefined;
};

/** Compares events by their beginning. Events without a time come first on their day, events without a date come last. */
function byDate(one: EventRow, other: EventRow): number {
  const [first, second] = [one, other].map(({ date, time }) => `${date || '~'} ${time ?? ''}`);
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1;
}

/** The events as they are shown: by date, or in the author's order. */
export function shownRows({ rows, order }: Value): readonly EventRow[] {
  return order === 'date' ? rows.toSorted(byDate) : rows;
}

/** Events with dates, each with a link to its calendar file. */
export const event = defineBlock({
  type: 'event',
  label: 'Event',
  schema: strict({
    rows: z
      .array(row)
      .min(1, BLOCK_MESSAGES.required)
      .max(EVENT_ROWS_MAX, `Max ${EVENT_ROWS_MAX} events`)
      .superRefine(uniqueIds),
    /** Absent: the rows are in the author's order, or the block is older than sorting. */
    order: z.enum(['date'], 'Not a known order').optional(),
  }),
  defaults: () => ({ rows: [] }),
  toMjml(value, context, name) {
    if (value.rows.length === 0) return placeholder(context, 'Dates for the diary');
    const events = shownRows(value).map((event, index) => {
      const title = `rows.${value.rows.indexOf(event)}.title`;
      return eventMarkup(event, context, { block: name, title }, index > 0);
    });
    return mjml`<mj-text padding="${context.padding}" line-height="21px" color="${context.palette.text}" css-class="ink-box d-text"><table role="list" width="100%" cellpadding="0" cellspacing="0"><tbody role="presentation">${events}</tbody></table></mj-text>`;
  },
  toText: (value, context, name) =>
    shownRows(value)
      .map((event) => eventText(event, context, name))
      .join('\n\n'),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: false,
    height: ({ rows }) => 20 + 96 * rows.length,
    words: {
      texts: (value) =>
        shownRows(value).flatMap((row) =>
          (['title', 'place', 'description'] as const).flatMap((key) => {
            const text = row[key];
            if (text === undefined) return [];
            const index = value.rows.indexOf(row);
            const replace = (words: string) => ({
              ...value,
              rows: value.rows.with(index, { ...row, [key]: words }),
            });
            const label = key === 'title' ? { label: 'Event title' } : {};
            return [{ path: `rows.${index}.${key}`, format: 'plain' as const, text, replace, ...label }];
          }),
        ),
    },
    files: null,
    rows: {
      list: ({ rows }) => rows.map(({ id, ...content }) => ({ key: id, content })),
      without: (value, removed) => {
        const rows = value.rows.filter(({ id }) => !removed.has(id));
        return rows.length === 0 ? null : { ...value, rows };
      },
      withNewIds: (value, makeId) => ({
        ...value,
        rows: value.rows.map((row) => ({ ...row, id: makeId() })),
      }),
      dates: {
        list: (value) =>
          shownRows(value).map((row) => {
            const { id, last_day: _last, state, ...rest } = row;
            return { row: id, lastDay: laterLastDay(row), isCancelled: state === 'cancelled', ...rest };
          }),
        with: (value, { row, title, description, date, lastDay, time, end, place, isCancelled }) => ({
          ...value,
          rows: value.rows.map((before) =>
            before.id === row
              ? {
                  ...{ id: row, title, description, date },
                  ...(lastDay !== undefined && { last_day: lastDay }),
                  ...(time !== undefined && { time }),
                  ...(end !== undefined && { end }),
                  ...(place !== undefined && { place }),
                  ...(isCancelled === true && { state: 'cancelled' as const }),
                  ...(before.apart !== undefined && { apart: before.apart }),
                }
              : before,
          ),
        }),
      },
    },
    recommendations: null,
    filling: null,
  },
});

function eventText(event: EventRow, context: BlockContext, block: string): string {
  const { school, words } = context;
  const dayOf = (day: string) => fullDate(day, school.language) ?? day;
  const times = timesOf(event, context, dayOf);
  const day = event.last_day === undefined && fullDate(event.date, school.language);
  const when = [day, times, event.place].filter(Boolean).join(commaOf(school.language));
  const title = event.state === 'cancelled' ? `${words.cancelled}: ${event.title}` : event.title;
  const file = calendarFileOf(event, context, block);
  const link = file !== null && `${words.addToCalendar}: ${file}`;
  return [`${when}: ${title}`, event.description, link].filter(Boolean).join('\n');
}
