import { findDays } from './written-days.ts';
import { writtenPartsOf } from './written-parts.ts';
import { takePlace, type WrittenPlace } from './written-place.ts';
import { findTime } from './written-time.ts';

/** An event written in one line, or in the cells of one row. */
export interface WrittenEvent {
  readonly title: string;
  readonly place?: string;
  readonly description: string;
  readonly date: string;
  readonly last_day?: string;
  readonly time?: string;
  readonly end?: string;
  /** Whether a written weekday matches the date; true without one. */
  readonly isWeekdayRight: boolean;
}

/** A longer line is a paragraph that mentions a day. */
const LINE_MAX = 400;
const TITLE_MAX = 200;

/**
 * Reads an event from a line: its day, its times, and the other words as title, place and description. Each of several
 * days becomes an event. The cells of a row are read as lines. Empty if there is no day or there are no other words.
 * `today` determines the year of a day without one.
 */
export function readEvents(line: string, language: string, today: string): readonly WrittenEvent[] {
  const found = line.length > LINE_MAX ? null : findDays(line, language, today);
  if (found === null) return [];
  // Words that are read are replaced by a gap of the same length.
  const rest = without(line, found.from, found.to);
  const times = findTime(rest, found.to);
  const words = times === null ? rest : without(rest, times.from, times.to);
  const [title = '', ...others] = writtenPartsOf(words);
  if (title === '' || title.length > TITLE_MAX) return [];
  const { place, rest: description } = placeOf(others);
  return found.days.map(({ date, lastDay, isWeekdayRight }) => ({
    title,
    ...(place !== null && { place }),
    description,
    date,
    ...(lastDay !== null && { last_day: lastDay }),
    ...(times !== null && { time: times.time }),
    ...(times !== null && times.end !== null && { end: times.end }),
    isWeekdayRight,
  }));
}

// The place is one of the parts; the others are the description.
function placeOf(parts: readonly string[]): WrittenPlace {
  const taken = parts.map(takePlace);
  const at = taken.findIndex(({ place }) => place !== null);
  const rest = parts.map((part, index) => (index === at ? (taken[index]?.rest ?? '') : part));
  return { place: taken[at]?.place ?? null, rest: rest.filter((part) => part !== '').join(', ') };
}

function without(line: string, from: number, to: number): string {
  return line.slice(0, from) + '\n'.repeat(to - from) + line.slice(to);
}
