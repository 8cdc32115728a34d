import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { sameWords, wordsOf } from './same-words.ts';

/** Finds the date of the school that an event may repeat: with a typing error in its title, or moved to another day. */

/** A date of the school. */
export type AnnouncedDate = {
  /** The ids of the rows that state it; the first one is its own. */
  readonly rows: readonly string[];
  readonly title: string;
  readonly date: string;
};

type Row = {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  /** The dates from which it differs, by the ids of their rows. */
  readonly apart?: readonly string[] | undefined;
};

/** Ids that are unique everywhere; see `createRowId`. Older ones are only unique within their block. */
const UNIQUE_ID = /^[0-9a-f]{32}$/;
/** How far an event can be moved, in days; further away it is another one. */
const MOVED_MAX = 31;
/** The shortest title with typing errors: shorter ones that differ by one letter mean something else. */
const SLIP_MIN = 6;

/**
 * The date that an event may repeat without being linked to it; null if there is none, or more than one. The same title
 * on the same day needs no question: that is one date. `announced`: the dates that the newsletter does not announce yet.
 */
export function similarDate(
  row: Row,
  announced: readonly AnnouncedDate[],
  today: string,
): AnnouncedDate | null {
  if (!UNIQUE_ID.test(row.id) || row.date < today || wordsOf(row.title).length === 0) return null;
  if (announced.some(({ rows }) => rows.includes(row.id))) return null;
  const others = announced.filter(({ rows }) => !rows.some((id) => row.apart?.includes(id)));
  const sameDay = others.filter(({ date }) => date === row.date);
  if (sameDay.some(({ title }) => sameWords(title, row.title))) return null;
  return only(sameDay.filter(({ title }) => isSlip(title, row.title))) ?? moved(row, announced, others);
}

// If several dates have the same title, the event is a repeated one and not moved.
function moved(
  row: Row,
  announced: readonly AnnouncedDate[],
  others: readonly AnnouncedDate[],
): AnnouncedDate | null {
  const [from, to] = [addDays(row.date, -MOVED_MAX), addDays(row.date, MOVED_MAX)];
  const named = announced.filter(({ title }) => sameWords(title, row.title));
  const found = only(named.filter(({ date }) => date >= from && date <= to));
  return found !== null && others.includes(found) ? found : null;
}

function only<T>(found: readonly T[]): T | null {
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Whether two titles are the same but for a typing error, or one adds words to the other. Different numbers mean
 * different things: Year 4, Year 5.
 */
function isSlip(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const numbers = [a, b].map((words) => words.filter((word) => /\d/.test(word)).join(' '));
  if (numbers[0] !== numbers[1]) return false;
  if (
    [a, b].some(
      (words) => words.length > 1 && [a, b].every((all) => words.every((word) => all.includes(word))),
    )
  )
    return true;
  const [first, second] = [a.join(' '), b.join(' ')];
  return Math.min(first.length, second.length) >= SLIP_MIN && distance(first, second) <= 2;
}

/** The number of letters that are missing, added, wrong or swapped with the next one. */
function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  const rows = [[0, ...b.map((_, index) => index + 1)]];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (line: number, column: number) => (line === i ? row[column] : rows[line]?.[column]) ?? 0;
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
