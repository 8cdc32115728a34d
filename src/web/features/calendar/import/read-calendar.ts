import type { ImportedEvent } from '#contract/calendar/event-imports.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { startOf } from '#newsletter/values/start-of.ts';
import {
  type CalendarComponent,
  type CalendarLine,
  lineNamed,
  partsOfCalendar,
  wordsNamed,
} from './calendar-lines.ts';
import { type CalendarTime, type LocalTime, timeReader } from './calendar-times.ts';
import { checked, PRIVATE, type ReadDate, type ReadFile } from './read-dates.ts';
import { comingMonths, isRepeated, repetitionOf, type TimeReader } from './repetitions.ts';

/** Reads calendar files (.ics). This module is loaded only when one is opened. */

const TITLE_MAX = 200;
const DESCRIPTION_MAX = 1000;
const UID_MAX = 500;

/** The dates of a calendar file, in the school's zone, repeated ones from `today` on; and the titles of unreadable ones. */
export function readCalendar(text: string, timeZone: string, today: string): ReadFile {
  const parts = partsOfCalendar(text);
  const read = timeReader(parts, timeZone);
  const events = parts.filter(({ kind }) => kind === 'VEVENT');
  const repeated = events.filter(isRepeated).map((part, index): Series => {
    const repetition = repetitionOf(part, events, { read, window: comingMonths(today) });
    return { id: String(index), part, parts: repetition?.parts ?? [], goesOn: repetition?.goesOn ?? false };
  });
  const found = events.flatMap((part) => {
    const own = repeated.find((each) => each.part === part);
    const series = own ?? repeated.find((each) => isOfSeries(part, each));
    if (series === undefined) return [eventOf(part, read)];
    return datesOfSeries(part, series, read);
  });
  return {
    dates: found.filter((each) => typeof each !== 'string'),
    unreadLines: found.filter((each) => typeof each === 'string'),
    goesOn: repeated
      .filter(({ goesOn }) => goesOn)
      .map(({ part }) => oneLine(wordsNamed(part, 'SUMMARY')) || 'A date without a title'),
  };
}

/** A repeated event with its dates. */
interface Series {
  readonly id: string;
  readonly part: CalendarComponent;
  readonly parts: readonly CalendarComponent[];
  readonly goesOn: boolean;
}

// A changed date of the series has the same UID.
function isOfSeries(part: CalendarComponent, series: Series): boolean {
  const uid = lineNamed(part, 'UID')?.value;
  return uid !== undefined && lineNamed(series.part, 'UID')?.value === uid;
}

/** For a longer series, a person decides whether families want it. */
const SERIES_MAX = 12;

function datesOfSeries(
  part: CalendarComponent,
  series: Series,
  read: TimeReader,
): readonly (ReadDate | string)[] {
  const { id, parts } = series;
  const isItself = series.part === part;
  // The series is over, or begins later.
  if (isItself && parts.length === 0) return [eventOf(part, read, 'It repeats: only the first day is taken')];
  const isLong = parts.length > SERIES_MAX;
  const doubt = isLong ? `It repeats: tick it to add its ${parts.length} dates` : null;
  return (isItself ? parts : [part]).map((each) => {
    const date = eventOf(each, read, doubt);
    return isLong && typeof date !== 'string' ? { ...date, series: id } : date;
  });
}

/** The date of an event, or its title if it cannot be read. */
function eventOf(
  part: CalendarComponent,
  read: TimeReader,
  repeats: string | null = null,
): ReadDate | string {
  const summary = oneLine(wordsNamed(part, 'SUMMARY'));
  const title = startOf(summary.replace(CANCELLED, ''), TITLE_MAX);
  const status = lineNamed(part, 'STATUS')?.value.toUpperCase() ?? '';
  const start = lineNamed(part, 'DTSTART');
  if (title === '' || start === null) return title || 'A date without a title';
  const times = timesOf(part, start, read);
  if (times === null) return title;
  const { doubt, ...when } = times;
  const event: ImportedEvent = {
    ...{ title, groups: [], ...when },
    description: startOf(wordsNamed(part, 'DESCRIPTION'), DESCRIPTION_MAX),
    place: startOf(oneLine(wordsNamed(part, 'LOCATION')), TITLE_MAX) || null,
    is_cancelled: status === 'CANCELLED' || CANCELLED.test(summary),
    import_uid: uidOf(part),
  };
  const isOpen = status === 'TENTATIVE' ? 'It is not certain yet' : null;
  return checked(event, privacyOf(part) ?? doubt ?? isOpen ?? repeats);
}

// Outlook marks cancellations only in the title.
const CANCELLED =
  /^(?:cancell?ed|abgesagt|annul[ée]e?|cancelad[oa]|annullato|geannuleerd|odwołan[eoya]+|wedi’i ganslo): (?=\S)/i;

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

// A changed occurrence of a repeated event is a date of its own.
function uidOf(part: CalendarComponent): string | null {
  const [uid, occurrence] = ['UID', 'RECURRENCE-ID'].map((name) => lineNamed(part, name)?.value ?? '');
  return uid ? [uid, occurrence].filter(Boolean).join(' ').slice(0, UID_MAX) : null;
}

/** The reason why families should perhaps not see it; null without one. */
function privacyOf(part: CalendarComponent): string | null {
  const kind = lineNamed(part, 'CLASS')?.value.toUpperCase() ?? 'PUBLIC';
  return kind === 'PUBLIC' ? null : PRIVATE;
}

type When = Pick<ImportedEvent, 'date' | 'last_day' | 'time' | 'end'> & { readonly doubt: string | null };

/** Null for a day that does not exist. */
function timesOf(part: CalendarComponent, startLine: CalendarLine, read: TimeReader): When | null {
  const start = read(startLine);
  if (start === null) return null;
  const endLine = lineNamed(part, 'DTEND');
  const end = endLine === null ? endAfter(start, lineNamed(part, 'DURATION')?.value) : read(endLine);
  const { doubt } = start;
  if (end !== null && isBefore(end, start))
    return { ...whenOf(start, start), doubt: 'It ends before it starts' };
  const isAllDay = lineNamed(part, 'X-MICROSOFT-CDO-ALLDAYEVENT')?.value === 'TRUE';
  const last = end ?? start;
  // Exchange writes whole days from midnight to midnight, in the zone of the calendar.
  const days = isAllDay || (end !== null && isMidnights(start, end));
  return { ...whenOf(days ? dayOnly(start) : start, days ? dayOnly(last) : last), doubt };
}

function isBefore({ here: end }: CalendarTime, { here: start }: CalendarTime): boolean {
  if (end.time === null || start.time === null) return end.day < start.day;
  return `${end.day} ${end.time}` < `${start.day} ${start.time}`;
}

function isMidnights(start: CalendarTime, end: CalendarTime): boolean {
  return start.own.time === '00:00' && end.own.time === '00:00' && end.own.day > start.own.day;
}

function dayOnly({ own, here, doubt }: CalendarTime): CalendarTime {
  const day = { day: own.time === '00:00' ? own.day : here.day, time: null };
  return { own: day, here: day, doubt };
}

function whenOf({ here: start }: CalendarTime, { here: end }: CalendarTime): Omit<When, 'doubt'> {
  if (start.time === null) {
    // The end of whole days is the day after the last; an end with a time is on the last day itself.
    const last = end.time === null || end.time === '00:00' ? addDays(end.day, -1) : end.day;
    return { date: start.day, last_day: last > start.day ? last : null, time: null, end: null };
  }
  const isMoment = start.day === end.day && start.time === end.time;
  return {
    date: start.day,
    last_day: end.day > start.day ? end.day : null,
    time: start.time,
    end: isMoment ? null : end.time,
  };
}

const DURATION = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/;

function endAfter({ own, here, doubt }: CalendarTime, duration: string | undefined): CalendarTime | null {
  const [, weeks = 0, days = 0, hours = 0, minutes = 0] = (DURATION.exec(duration ?? '') ?? []).map(Number);
  const length = { days: (weeks || 0) * 7 + (days || 0), minutes: (hours || 0) * 60 + (minutes || 0) };
  if (length.days === 0 && length.minutes === 0) return null;
  return { own: moved(own, length), here: moved(here, length), doubt };
}

function moved({ day, time }: LocalTime, { days, minutes }: { days: number; minutes: number }): LocalTime {
  if (time === null) return { day: addDays(day, days), time };
  const moment = new Date(
    Date.parse(`${day}T${time}:00Z`) + days * DAY_MS + minutes * MINUTE_MS,
  ).toISOString();
  return { day: moment.slice(0, 10), time: moment.slice(11, 16) };
}
