import ICAL from 'ical.js';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { type CalendarComponent, type CalendarLine, lineNamed } from './calendar-lines.ts';
import type { CalendarTime, LocalTime } from './calendar-times.ts';

/** Works out the dates of repeated events: each becomes an event of its own, like their changed dates in a file. */

/** A range of days from the first to the last, `YYYY-MM-DD`. */
interface Window {
  readonly from: string;
  readonly to: string;
}

/** The dates of a repeated event. */
interface Repetition {
  readonly parts: readonly CalendarComponent[];
  /** Whether there are more dates after the window. */
  readonly goesOn: boolean;
}

/** Reads the time in a line of a file; null for a day that does not exist. */
export type TimeReader = (line: CalendarLine) => CalendarTime | null;

/** Enough for a daily event since 1990, and prevents an endless loop. */
const STEPS_MAX = 20_000;

export function isRepeated(part: CalendarComponent): boolean {
  return lineNamed(part, 'RRULE') !== null || lineNamed(part, 'RDATE') !== null;
}

/**
 * The dates of a repeated event within a window, except excluded ones and those that `others` in the file replace. Null for a
 * rule that cannot be read.
 */
export function repetitionOf(
  part: CalendarComponent,
  others: readonly CalendarComponent[],
  reading: Reading,
): Repetition | null {
  const { read } = reading;
  const start = lineNamed(part, 'DTSTART');
  const first = start && read(start);
  if (start === null || first === null) return null;
  const uid = lineNamed(part, 'UID')?.value;
  const moved = others.filter((other) => uid !== undefined && lineNamed(other, 'UID')?.value === uid);
  const excluded = [
    ...linesNamed(part, 'EXDATE'),
    ...moved.flatMap((other) => linesNamed(other, 'RECURRENCE-ID')),
  ].flatMap((line) => read(line)?.here ?? []);
  const isShown = (minutes: number) => {
    const at = read(movedLine(start, minutes))?.here;
    if (at === undefined || at.day < reading.window.from || at.day > reading.window.to) return false;
    return !excluded.some((out) => isSameTime(out, at));
  };
  try {
    const { minutes, goesOn } = stepsOf(part, start, first.own, reading);
    const shown = [...new Set(minutes)].sort((one, other) => one - other).filter(isShown);
    return { parts: shown.map((step) => movedPart(part, start, step)), goesOn };
  } catch {
    return null;
  }
}

function isSameTime(out: LocalTime, at: LocalTime): boolean {
  return out.day === at.day && (out.time === null || at.time === null || out.time === at.time);
}

interface Steps {
  /** The minutes from the first date to each. */
  readonly minutes: readonly number[];
  readonly goesOn: boolean;
}

type Reading = { readonly read: TimeReader; readonly window: Window };

// Counted on the clock of the event's own zone, so that the hour stays the same in summer.
function stepsOf(
  part: CalendarComponent,
  start: CalendarLine,
  first: LocalTime,
  { read, window }: Reading,
): Steps {
  const at = clockOf(first);
  const added = linesNamed(part, 'RDATE').flatMap((line) => {
    const own = read({ ...line, value: line.value.replace(/\/.*$/, '') })?.own;
    return own === undefined ? [] : [minutesBetween(at, clockOf(own))];
  });
  const rule = lineNamed(part, 'RRULE')?.value;
  if (rule === undefined) return { minutes: [0, ...added], goesOn: false };
  const [, until] = /UNTIL=([^;]+)/.exec(rule) ?? [];
  const end = until === undefined ? null : read({ ...start, value: withKindOf(until, start) });
  const minutes: number[] = [];
  const goesOn = eachStep(rule, first, (next) => {
    const day = next.slice(0, 10);
    // Zones differ by a day at most.
    if (day < addDays(window.from, -1)) return 'next';
    const step = minutesBetween(at, Date.parse(`${next}Z`));
    const here = read(movedLine(start, step))?.here;
    if (here === undefined) return 'next';
    if (end !== null && isAfter(here, end.here)) return 'end';
    if (here.day > window.to) return 'goes on';
    minutes.push(step);
    return 'next';
  });
  return { minutes: [...minutes, ...added], goesOn };
}

/** Calls `take` for each time of a rule, ignoring its end; true if it continues after the last one taken. */
function eachStep(
  rule: string,
  { day, time }: LocalTime,
  take: (time: string) => 'next' | 'end' | 'goes on',
): boolean {
  const endless = rule.replace(/UNTIL=[^;]+;?/, '').replace(/;$/, '');
  const start = ICAL.Time.fromDateTimeString(`${day}T${time ?? '00:00'}:00`);
  const iterator = ICAL.Recur.fromString(endless).iterator(start);
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const next = iterator.next();
    if (!next) return false;
    const answer = take(next.toString());
    if (answer !== 'next') return answer === 'goes on';
  }
  throw new Error('The rule has too many steps');
}

// An end without a time includes the whole day.
function withKindOf(until: string, start: CalendarLine): string {
  return start.value.includes('T') && start.parameters.get('VALUE') !== 'DATE' ? until : until.slice(0, 8);
}

function isAfter(at: LocalTime, end: LocalTime): boolean {
  if (at.time === null || end.time === null) return at.day > end.day;
  return `${at.day} ${at.time}` > `${end.day} ${end.time}`;
}

/** The event moved by some minutes. */
function movedPart(part: CalendarComponent, start: CalendarLine, minutes: number): CalendarComponent {
  const moved = movedLine(start, minutes);
  const lines = part.lines.flatMap((line): readonly CalendarLine[] => {
    if (line === start) return [moved];
    if (line.name === 'DTEND') return [movedLine(line, minutes)];
    return REPEATING.has(line.name) ? [] : [line];
  });
  return { ...part, lines: [...lines, { ...moved, name: 'RECURRENCE-ID' }] };
}

const REPEATING = new Set(['RRULE', 'RDATE', 'EXDATE', 'EXRULE']);

const VALUE = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/;

function movedLine(line: CalendarLine, minutes: number): CalendarLine {
  const [, year = '', month = '', date = '', hour, minute = '', , utc = ''] =
    VALUE.exec(line.value.trim()) ?? [];
  const clock = Date.parse(`${year}-${month}-${date}T${hour === undefined ? '00:00' : `${hour}:${minute}`}Z`);
  const text = new Date(clock + minutes * MINUTE_MS).toISOString().replace(/[-:]|\.\d+Z$/g, '');
  return { ...line, value: hour === undefined ? text.slice(0, 8) : text + utc };
}

function clockOf({ day, time }: LocalTime): number {
  return Date.parse(`${day}T${time ?? '00:00'}Z`);
}

function minutesBetween(from: number, to: number): number {
  return Math.round((to - from) / MINUTE_MS);
}

/** The properties with a given name, one for each value of a list. */
function linesNamed({ lines }: CalendarComponent, name: string): readonly CalendarLine[] {
  return lines
    .filter((line) => line.name === name)
    .flatMap((line) => line.value.split(',').map((value) => ({ ...line, value })));
}

/** 13 months from today on: a school year, and the beginning of the next. */
export function comingMonths(today: string): Window {
  return { from: today, to: addDays(today, WINDOW_DAYS) };
}

const WINDOW_DAYS = 396;
