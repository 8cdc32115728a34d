import type { ShownDate } from '#server/platform/db/schema/events.ts';

/**
 * Finds a row's own fields. A row is mostly a copy: of an earlier issue, a template, a saved block or an older state. Only its author's
 * changes since then count; everything else is taken from the current calendar. See docs/decisions/035.
 */

// Day and times count as one field.
const FIELDS = [
  ['title'],
  ['description'],
  ['date', 'lastDay', 'time', 'end'],
  ['place'],
  ['isCancelled'],
] as const;
type Field = (typeof FIELDS)[number];

/** The calendar's record of a date: its current form, and earlier ones. */
export interface KnownDate extends ShownDate {
  readonly forms: readonly ShownDate[];
  /** Whether no newsletter shows it any more. */
  readonly withdrawn: boolean;
}

/**
 * The date as row and calendar show it once the row is published. `base`: the row as it was copied, restored or last published;
 * null if unknown: then the form of the date that is most like the row.
 */
export function withOwnFields(known: KnownDate, row: ShownDate, base: ShownDate | null): ShownDate {
  const changed = changedFields(row, base ?? mostLike(row, [known, ...known.forms]));
  const isCancelled = changed.has('isCancelled') ? row.isCancelled : known.isCancelled;
  // A canceled date takes place again if the calendar, or the author in this row, says so; a copy of unknown age does not count.
  const cancelled = { isCancelled: isCancelled || (base === null && known.isCancelled) };
  const description = row.description || known.description;
  if (known.withdrawn) return { ...shownDate(row), description, ...cancelled };
  const own = FIELDS.filter(([first]) => changed.has(first)).flat();
  const words = Object.fromEntries(own.map((field) => [field, row[field]]));
  return { ...shownDate(known), ...words, ...cancelled };
}

function changedFields(row: ShownDate, base: ShownDate): ReadonlySet<Field[0]> {
  return new Set(FIELDS.filter((field) => !isSameField(field, row, base)).map(([first]) => first));
}

function isSameField(field: Field, row: ShownDate, base: ShownDate): boolean {
  // A row without details leaves those of the date as they are.
  if (field[0] === 'description' && row.description === '') return true;
  return field.every((part) => row[part] === base[part]);
}

/** The form with the fewest differences; of several, the first. */
function mostLike(row: ShownDate, [first, ...others]: readonly [ShownDate, ...ShownDate[]]): ShownDate {
  return others.reduce(
    (best, form) => (changedFields(row, form).size < changedFields(row, best).size ? form : best),
    first,
  );
}

function shownDate({
  title,
  description,
  date,
  lastDay,
  time,
  end,
  place,
  isCancelled,
}: ShownDate): ShownDate {
  return { title, description, date, lastDay, time, end, place, isCancelled };
}
