import type { ImportedEvent } from '#contract/calendar/event-imports.ts';
import { type EventResource, eventForm } from '#contract/calendar/events.ts';
import { isEach, seemsRepeated } from '#newsletter/events/repeated.ts';
import { sameWords } from '#newsletter/events/same-words.ts';
import { readEvents } from '#newsletter/events/written-event.ts';
import { fullDate } from '#newsletter/values/dates.ts';
import { type DateMarks, dateMarks } from '#newsletter/words/date-marks.ts';

/** Reads dates from pasted text, a spreadsheet or a calendar file, with doubts about them. */

/** A date that was read. */
export interface ReadDate {
  readonly event: ImportedEvent;
  /** Why a person should check it: 'It is a Friday'. Null if nothing is doubtful. */
  readonly doubt: string | null;
  /** The long series that it belongs to: a person decides about all of its dates at once. */
  readonly series?: string;
}

/** The result of reading a file. */
export interface ReadFile {
  readonly dates: readonly ReadDate[];
  /** The titles of dates that could not be read. */
  readonly unreadLines: readonly string[];
  /** The titles of series that continue after their last date here. */
  readonly goesOn?: readonly string[];
}

/** The doubt about a date that is private in its own calendar. */
export const PRIVATE = 'It is private there';

/** The dates in a school's order of interest: coming ones first, then past ones, the latest first. */
export function comingFirst(dates: readonly ReadDate[], today: string): readonly ReadDate[] {
  const byDay = dates.toSorted((one, other) => (one.event.date < other.event.date ? -1 : 1));
  const [over, coming] = [true, false].map((each) => byDay.filter((date) => isOver(date, today) === each));
  return [...(coming ?? []), ...(over ?? []).toReversed()];
}

/** Whether a date is over. */
export function isOver({ event: { date, last_day } }: ReadDate, today: string): boolean {
  return (last_day ?? date) < today;
}

/** Reads each day of each line, or each row of a spreadsheet, that has a title. `today` decides the year of a day without one. */
export function readLines(text: string, language: string, today: string): ReadFile {
  const seemsDay = seemingDay(language);
  const lines = text.split(/\r\n|\r|\n/).map((line) => ({ line, dates: datesIn(line, language, today) }));
  return {
    dates: lines.flatMap(({ dates }) => dates),
    unreadLines: lines.flatMap(({ line, dates }) =>
      dates.length === 0 && (seemsDay.test(line) || seemsRepeated(line, language)) ? [line.trim()] : [],
    ),
  };
}

/** A pattern for probable days: two numbers with a separator, or one before a month's name. */
function seemingDay(language: string): RegExp {
  const named = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, month) => named.format(Date.UTC(2026, month)));
  const starts = months.map((month) => month.replace(/\P{L}/gu, '').slice(0, 3)).join('|');
  return new RegExp(
    `(?<![\\d/.])\\d{1,2}[/.]\\d{1,2}(?:[/.]\\d{2,4})?(?![\\d/]|\\.\\d)|\\b\\d{1,2}(?:st|nd|rd|th|\\.|er|º)? (?:de )?(?:(?:${starts})|\\p{L}{3,} (?:de )?\\d{4}\\b)`,
    'iu',
  );
}

function datesIn(line: string, language: string, today: string): readonly ReadDate[] {
  const marks = dateMarks(language);
  const read = readEvents(lineOf(line), language, today);
  const repeats = read.length === 1 && (UNTIL.test(line) || isEach(line, language));
  return read.map((written) => {
    const { isWeekdayRight, place = null, last_day = null, time = null, end = null, ...rest } = written;
    const event = {
      ...withoutMark(rest, marks),
      place,
      last_day,
      time,
      end,
      groups: [],
      is_cancelled: marks.cancelled.test(line),
      import_uid: null,
    };
    const weekday = fullDate(event.date, 'en')?.split(',')[0] ?? '';
    const plain = repeats ? 'It repeats: only this day was read' : nightOf(time);
    const doubt = isWeekdayRight ? plain : `It is a ${weekday}`;
    return checked(event, marks.postponed.test(line) ? 'It is postponed' : doubt);
  });
}

function withoutMark<Words extends { readonly title: string; readonly description: string }>(
  words: Words,
  { mark, after }: DateMarks,
): Words {
  const [title = '', ...others] = words.description.split(', ');
  const isMark = mark.test(words.title) && title !== '';
  const kept = isMark ? { ...words, title, description: others.join(', ') } : words;
  return { ...kept, title: kept.title.replace(after, '') || kept.title };
}

const UNTIL = /\b(?:every|each)\b.*\b(?:until|till)\b/i;

/** '2.00 to 4.30' usually means the afternoon, so a person checks times before this hour. */
const MORNING = '07:00';

function nightOf(time: string | null): string | null {
  return time !== null && time < MORNING ? `It begins at ${time}, in the night` : null;
}

/** Marks a date as doubtful if the form's rules refuse it. */
export function checked(event: ImportedEvent, doubt: string | null): ReadDate {
  const { import_uid: _, ...form } = event;
  const problem = eventForm.safeParse(form).error?.issues[0]?.message;
  return { event, doubt: problem ?? doubt };
}

/** A space after each comma means a sentence. */
const PROSE = /^[^\t;",]+(?:, [^\t;",]+)+$/;
const QUOTED_CELL = /(?:^|[\t;,])"/;
const TIME_CELL = /^\d{1,2}(?::\d{2}(?::\d{2})?\s*(?:[ap]m)?|(?:\.\d{2})?\s*[ap]m)$/i;
const SECONDS = /^(\d{1,2}:\d{2}):\d{2}/;
const DAY_CELL = /^\s*(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2})\s*$/;

// Turns the cells of a row into lines. Two days side by side are the first and the last; more of them are separate days. Two times
// are the start and the end.
function lineOf(line: string): string {
  if (PROSE.test(line)) return line;
  const cells = cellsOf(line).filter((cell) => cell.trim() !== '');
  const [days, times] = [DAY_CELL, TIME_CELL].map((kind) => [
    ...new Set(cells.filter((cell) => kind.test(cell))),
  ]);
  if (!days?.length && !times?.length) return QUOTED_CELL.test(line) ? cells.join('\n') : line;
  return [
    ...cells.filter((cell) => !DAY_CELL.test(cell) && !TIME_CELL.test(cell)),
    ...(days?.length ? [days.join(days.length > 2 ? ', ' : ' – ')] : []),
    ...(times?.length ? [times.map((cell) => cell.replace(SECONDS, '$1')).join(' – ')] : []),
  ].join('\n');
}

// The cells of a spreadsheet's line: separated by tabs, semicolons or commas, quoted if necessary.
function cellsOf(line: string): readonly string[] {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign)) ?? ',';
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell].map((each) => each.trim());
}

/** Why a person should check a date: it was read with a doubt, or it is cancelled in the other calendar and unknown here. */
export function doubtOf(
  { event, doubt }: ReadDate,
  status: ReturnType<typeof importStatusOf>,
): string | null {
  return doubt ?? (event.is_cancelled && status === 'new' ? 'It is cancelled' : null);
}

/** Whether a read date exists in the calendar unchanged, exists with changes, or is new. */
export function importStatusOf(
  { import_uid, ...read }: ImportedEvent,
  events: readonly EventResource[],
): 'there' | 'changed' | 'new' {
  const imported = events.find(
    ({ attributes }) => import_uid !== null && attributes.import_uid === import_uid,
  );
  if (imported !== undefined) return isSame(read, imported.attributes) ? 'there' : 'changed';
  const isThere = events.some(
    ({ attributes }) => attributes.date === read.date && sameWords(attributes.title, read.title),
  );
  return isThere ? 'there' : 'new';
}

function isSame(read: Omit<ImportedEvent, 'import_uid'>, event: EventResource['attributes']): boolean {
  const fields = [
    'title',
    'description',
    'date',
    'last_day',
    'time',
    'end',
    'place',
    'is_cancelled',
  ] as const;
  return fields.every((field) => read[field] === event[field]);
}
