import { readEvents } from '#newsletter/events/written-event.ts';
import { addDays, dayOf } from '#newsletter/values/day-arithmetic.ts';
import { startOf } from '#newsletter/values/start-of.ts';
import { withoutMarkup } from './calendar-lines.ts';
import { checked, PRIVATE, type ReadDate, type ReadFile } from './read-dates.ts';

/** Reads a spreadsheet whose columns have the headings of Google's or Outlook's calendar, or common ones of people's own. */

const COLUMNS = [
  'title',
  'start',
  'startTime',
  'end',
  'endTime',
  'allDay',
  'description',
  'place',
  'isPrivate',
] as const;
type Column = (typeof COLUMNS)[number];
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  title: ['subject', 'title', 'event', 'summary', 'what'],
  start: ['start date', 'start', 'date', 'from'],
  startTime: ['start time', 'time'],
  end: ['end date', 'end', 'to', 'until'],
  endTime: ['end time'],
  allDay: ['all day event', 'all day'],
  description: ['description', 'notes', 'details'],
  place: ['location', 'place', 'where', 'venue'],
  isPrivate: ['private'],
};

/** Without these columns, each line is read by itself. */
const NEEDED: readonly Column[] = ['title', 'start', 'end'];
const TITLE_MAX = 200;
const DESCRIPTION_MAX = 1000;
const YES = new Set(['true', 'yes', '1']);

/** The dates of a table with known headings; null for anything else. */
export function readTable(text: string, language: string, today: string): ReadFile | null {
  const [headings, ...rows] = rowsOf(text);
  const columns = columnsOf(headings ?? []);
  if (!NEEDED.every((column) => columns.has(column))) return null;
  const cells = rows.map((row) => (column: Column) => row[columns.get(column) ?? -1]?.trim() ?? '');
  const read = cells
    .filter((cell) => cell('title') !== '' || cell('start') !== '')
    .map((cell) => dateOf(cell, (day) => dayIn(day, language, today)));
  return {
    dates: read.filter((each) => typeof each !== 'string'),
    unreadLines: read.filter((each) => typeof each === 'string'),
  };
}

function columnsOf(headings: readonly string[]): ReadonlyMap<Column, number> {
  const plain = headings.map((heading) => heading.trim().toLowerCase());
  return new Map(
    COLUMNS.flatMap((column) => {
      const index = plain.findIndex((heading) => HEADINGS[column].includes(heading));
      return index === -1 ? [] : [[column, index] as const];
    }),
  );
}

type Cell = (column: Column) => string;

/** The date of a row, or its title if it cannot be read. */
function dateOf(cell: Cell, dayOfCell: (text: string) => string | null): ReadDate | string {
  const title = startOf(cell('title').replace(/\s+/g, ' '), TITLE_MAX);
  const date = dayOfCell(cell('start'));
  if (title === '' || date === null) return title || 'A row without a title';
  const [startTime, endTime] = [timeOf(cell, 'start'), timeOf(cell, 'end')];
  const isAllDay = YES.has(cell('allDay').toLowerCase()) || startTime === null;
  const end = dayOfCell(cell('end')) ?? date;
  // Outlook ends whole days at the following midnight.
  const last = isAllDay && endTime === '00:00' && end > date ? addDays(end, -1) : end;
  const event = {
    ...{ title, date, last_day: last > date ? last : null },
    ...(isAllDay ? { time: null, end: null } : { time: startTime, end: endTime }),
    description: startOf(withoutMarkup(cell('description')), DESCRIPTION_MAX),
    place: startOf(cell('place').replace(/\s+/g, ' '), TITLE_MAX) || null,
    ...{ groups: [], is_cancelled: false, import_uid: null },
  };
  return checked(event, YES.has(cell('isPrivate').toLowerCase()) ? PRIVATE : null);
}

const NUMBERS = /^(\d{1,4})[./-](\d{1,2})[./-](\d{2,4})/;

function dayIn(text: string, language: string, today: string): string | null {
  const [, first = '', second = '', third = ''] = NUMBERS.exec(text) ?? [];
  if (first === '') return readEvents(`x\n${text}`, language, today)[0]?.date ?? null;
  if (first.length === 4) return dayOf(Number(first), Number(second), Number(third));
  return dayOf(Number(third.padStart(4, '20')), Number(second), Number(first));
}

const TIME = /(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?\s*([ap])?\.?m?/i;

// The time is in a column of its own, or after the day.
function timeOf(cell: Cell, side: 'start' | 'end'): string | null {
  const own = cell(side === 'start' ? 'startTime' : 'endTime') || (/[T ](.+)$/.exec(cell(side))?.[1] ?? '');
  const [, hour, minute, half] = TIME.exec(own) ?? [];
  if (hour === undefined || Number(hour) > 23) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** The rows of a table. A cell in quotes may have several lines. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const separator = ['\t', ';', ','].find((sign) => first.includes(sign)) ?? ',';
  const rows: string[][] = [];
  const source = `${text.replace(/\r\n?/g, '\n')}\n`;
  const row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    if (isQuoted && source.startsWith('""', at)) {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (isQuoted || (sign !== separator && sign !== '\n')) cell += sign;
    else {
      row.push(cell);
      cell = '';
      if (sign === '\n') rows.push(row.splice(0));
    }
  }
  return rows;
}
