import type { BlockDate } from '#newsletter/document/block.ts';
import { DATE_FIELDS, type DateField, saidInFields } from '#newsletter/events/date-fields.ts';
import { OWN } from '#server/data/events/invented.ts';
import { eventContentOf } from '#server/features/newsletters/publishing/told-dates.ts';
import { contentHash } from '#server/platform/content-hash.ts';

/**
 * A date of a ready-made newsletter is the school's own field by field: whoever changes its title has not said when it is. Its
 * fields are known by hashes of each, which go about with the hashes of whole dates: one text for each date.
 */

/** Ids that are unique everywhere, as `createRowId` makes them. */
const UNIQUE_ID = /^[0-9a-f]{32}$/;
const SEPARATOR = '.';
const HASH_LETTERS = 8;
/** Without other words, so many equal fields tell where a date comes from. */
const ALIKE = 3;

const TITLE = DATE_FIELDS.indexOf('title');
const DESCRIPTION = DATE_FIELDS.indexOf('description');

/** A date by the hashes of its fields, in their order; empty ones are. The row counts only where its id is unique. */
interface Hashed {
  readonly row: string;
  readonly said: readonly string[];
}

/** The hashes of a date's fields, as one text. */
export function fieldsHash(date: BlockDate): string {
  const { row, said } = hashed(date);
  return [row, ...said].join(SEPARATOR);
}

/** The same of a date that its author has kept. */
export function ownFieldsHash(date: BlockDate): string {
  return `${OWN}${fieldsHash(date)}`;
}

/** Finds the fields of a date that are still as a ready-made newsletter has them. `invented`: see `inventedContent`. */
export function fieldsFinder(invented: ReadonlySet<string>): (date: BlockDate) => DateField[] {
  const all = [...invented].filter((hash) => hash.includes(SEPARATOR));
  const examples = all.flatMap((hash) => (hash.startsWith(OWN) ? [] : parsed(hash)));
  const own = all.flatMap((hash) => (hash.startsWith(OWN) ? parsed(hash.slice(OWN.length)) : []));
  return (date) => {
    if (examples.length === 0) return [];
    const now = hashed(date);
    const origins = relatedTo(now, examples);
    // Keeping a copy says nothing of the example itself.
    const isOrigin = origins.some((other) => isSameRow(now, other));
    const kept = relatedTo(now, own).filter((other) => !isOrigin || isSameRow(now, other));
    const areSame = (others: readonly Hashed[], at: number) =>
      others.some(({ said }) => said[at] === now.said[at]);
    return DATE_FIELDS.filter((_, at) => now.said[at] !== '' && areSame(origins, at) && !areSame(kept, at));
  };
}

// The same row, or those that it seems to be a copy of: a title alone is any school's.
function relatedTo(now: Hashed, all: readonly Hashed[]): readonly Hashed[] {
  const same = all.filter((other) => isSameRow(now, other));
  return same.length > 0 ? same : all.filter((other) => isCopy(now, other));
}

function isSameRow({ row }: Hashed, other: Hashed): boolean {
  return row !== '' && row === other.row;
}

function isCopy({ said }: Hashed, other: Hashed): boolean {
  const same = said.flatMap((hash, at) => (hash !== '' && hash === other.said[at] ? [at] : []));
  const isNamed = same.includes(TITLE) && same.length > 1;
  return isNamed || same.length >= ALIKE || same.includes(DESCRIPTION);
}

function hashed(date: BlockDate): Hashed {
  const said = saidInFields(eventContentOf(date));
  return {
    row: UNIQUE_ID.test(date.row) ? short(date.row) : '',
    said: DATE_FIELDS.map((field) => short(said[field])),
  };
}

function parsed(hash: string): readonly Hashed[] {
  const [row, ...said] = hash.split(SEPARATOR);
  return row === undefined || said.length !== DATE_FIELDS.length ? [] : [{ row, said }];
}

function short(words: string): string {
  return words === '' ? '' : contentHash(words).slice(0, HASH_LETTERS);
}
