import type { Clipboard, OfferedRows, PastedRows } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { notReadWords, seemsRepeated } from '#newsletter/events/repeated.ts';
import { readEvents } from '#newsletter/events/written-event.ts';
import { clipboardLines } from '#newsletter/fields/clipboard-cells.tsx';
import { noRoom } from '#newsletter/fields/no-room.tsx';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { fullDate } from '#newsletter/values/dates.ts';
import { noticeWords } from '#newsletter/words/notice-words.ts';
import { EVENT_ROWS_MAX } from './block.ts';

type Value = BlockValues['event'];

/**
 * The value with the events from a clipboard: one for each day of a line, or of a table row, that has a title. Null if
 * there is none. Events without room are left over as lines. `today` determines the year of a day without one.
 */
export function withPastedEvents(
  value: Value,
  data: Clipboard,
  { language, today }: { readonly language: string; readonly today: string },
): PastedRows<Value> | null {
  const lines = clipboardLines(data);
  const room = EVENT_ROWS_MAX - value.rows.length;
  const read = lines.map((line) => ({ line, events: readEvents(line, language, today) }));
  const events = read.flatMap((each) => each.events);
  if (events.length === 0) return null;
  const found = events.slice(0, room);
  const { reminder } = noticeWords(language).words;
  // A row needs a description; this placeholder is not part of the date in the calendar.
  const rows = found.map(({ isWeekdayRight: _, ...event }) => ({
    id: createRowId(),
    ...event,
    description: event.description || reminder,
  }));
  const rest = read.filter((each) => !each.events.some((event) => found.includes(event)));
  const isPlain = found.some(({ description }) => description === '');
  const note = notRead(
    read.flatMap(({ line, events: none }) => (none.length === 0 ? [line] : [])),
    language,
  );
  const wrong = found.filter(({ isWeekdayRight }) => !isWeekdayRight);
  return {
    value: withRows(value, [...value.rows, ...rows]),
    made: found.length === 0 ? '' : found.length === 1 ? '1 event' : `${found.length} events`,
    rest: rest.map(({ line }) => line).filter((line, index) => index > 0 || !isHead(line, lines)),
    notes: [
      ...(found.length < events.length
        ? [noRoom(`${EVENT_ROWS_MAX} events`, events.length - found.length)]
        : []),
      ...wrong.map(
        ({ title, date }) => `Check the date of ${title}: it is a ${fullDate(date, 'en') ?? date}`,
      ),
      ...(note === null ? [] : [note]),
      ...(isPlain ? [`Where nothing more was written: ‘${reminder}’`] : []),
    ],
  };
}

/** The offer for dates that were pasted as text. */
export const offeredEvents: OfferedRows<Value> = {
  words: (lines) => `${lines} lines look like dates`,
  action: 'Make them events',
  read: (data, language) => withPastedEvents({ rows: [] }, data, { language, today: today() }),
  notRead: notRead,
};

function notRead(lines: readonly string[], language: string): string | null {
  return notReadWords(lines.filter((line) => seemsRepeated(line, language)));
}

/** The day in this browser's time zone. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** Whether a line is the header row of a table, which means nothing by itself. */
function isHead(line: string, lines: readonly string[]): boolean {
  return line === lines[0] && line.includes('\n');
}

/** The value with other rows. A new block is sorted by date; one from before sorting existed stays as it is. */
export function withRows(value: Value, rows: readonly Value['rows'][number][]): Value {
  const isSorted = value.rows.length === 0 || value.order === 'date';
  return isSorted && rows.length > 0 ? { rows: [...rows], order: 'date' } : { rows: [...rows] };
}
