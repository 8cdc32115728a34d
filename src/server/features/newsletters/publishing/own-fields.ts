import type { ShownDate } from '#server/platform/db/schema/events.ts';

/**
 * What a row of a newsletter has of its own. A row is mostly a copy: of an earlier issue, a template, a saved block or an older state.
 * Only what its author has changed since is news; all else is what the calendar says by now. See docs/decisions/035.
 */

// When a date is counts as one field.
const FIELDS = [
  ['title'],
  ['description'],
  ['date', 'lastDay', 'time', 'end'],
  ['place'],
  ['isCancelled'],
] as const;
type Field = (typeof FIELDS)[number];

/** What the calendar knows of a date: as it is, and as it was before. */
export interface KnownDate extends ShownDate {
  readonly forms: readonly ShownDate[];
  /** Whether no newsletter shows it any more. */
  readonly withdrawn: boolean;
}

/**
 * The date as a row and the calendar show it once the row is published. `base`: the row as it was copied, restored or last published;
 * null if nobody knows: then it is the form of the date that the row is most like.
 */
export function withOwnFields(known: KnownDate, row: ShownDate, base: ShownDate | null): ShownDate {
  const changed = changedFields(row, base ?? mostLike(row, [known, ...known.forms]));
  const isCancelled = changed.has('isCancelled') ? row.isCancelled : known.isCancelled;
  // It is on again in the calendar, or where its author unticks it: not in a copy of unknown age.
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
  // A row without details leaves the date's own as they are.
  if (field[0] === 'description' && row.description === '') return true;
  return field.every((part) => row[part] === base[part]);
}

/** The form with the fewest differences, the first of several. */
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
