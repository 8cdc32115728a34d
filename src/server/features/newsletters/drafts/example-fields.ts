import type { BlockDate } from '#newsletter/document/block.ts';
import { DATE_FIELDS, type DateField, textsByField } from '#newsletter/events/date-fields.ts';
import { OWN } from '#server/data/events/invented.ts';
import { eventContentOf } from '#server/features/newsletters/publishing/announced-dates.ts';
import { contentHash } from '#server/platform/content-hash.ts';

/**
 * The date of a ready-made newsletter becomes the school's own field by field: changing its title does not confirm its day. Fields are
 * recognised by their hashes, which are stored beside the hashes of whole dates, as one text for each date.
 */

/** Ids that are unique everywhere, from `createRowId`. */
const UNIQUE_ID = /^[0-9a-f]{32}$/;
const SEPARATOR = '.';
const HASH_LETTERS = 8;
/** So many equal fields show the origin of a date, even if the title differs. */
const ALIKE = 3;

const TITLE = DATE_FIELDS.indexOf('title');
const DESCRIPTION = DATE_FIELDS.indexOf('description');

/** A date as the hashes of its fields, in their order; empty fields stay empty. The row's id is set only if it is unique. */
interface Hashed {
  readonly row: string;
  readonly hashes: readonly string[];
}

/** The hashes of a date's fields, as one text. */
export function fieldsHash(date: BlockDate): string {
  const { row, hashes } = hashed(date);
  return [row, ...hashes].join(SEPARATOR);
}

/** The same for a date that its author has kept. */
export function ownFieldsHash(date: BlockDate): string {
  return `${OWN}${fieldsHash(date)}`;
}

/** Finds the fields of a date that are unchanged since a ready-made newsletter. `invented`: see `inventedContent`. */
export function fieldsFinder(invented: ReadonlySet<string>): (date: BlockDate) => DateField[] {
  const all = [...invented].filter((hash) => hash.includes(SEPARATOR));
  const examples = all.flatMap((hash) => (hash.startsWith(OWN) ? [] : parsed(hash)));
  const own = all.flatMap((hash) => (hash.startsWith(OWN) ? parsed(hash.slice(OWN.length)) : []));
  return (date) => {
    if (examples.length === 0) return [];
    const now = hashed(date);
    const origins = relatedTo(now, examples);
    // Keeping a copy does not confirm the example itself.
    const isOrigin = origins.some((other) => isSameRow(now, other));
    const kept = relatedTo(now, own).filter((other) => !isOrigin || isSameRow(now, other));
    const areSame = (others: readonly Hashed[], at: number) =>
      others.some(({ hashes }) => hashes[at] === now.hashes[at]);
    return DATE_FIELDS.filter((_, at) => now.hashes[at] !== '' && areSame(origins, at) && !areSame(kept, at));
  };
}

// The same row, or else rows that it seems to be a copy of: an equal title alone proves nothing.
function relatedTo(now: Hashed, all: readonly Hashed[]): readonly Hashed[] {
  const same = all.filter((other) => isSameRow(now, other));
  return same.length > 0 ? same : all.filter((other) => isCopy(now, other));
}

function isSameRow({ row }: Hashed, other: Hashed): boolean {
  return row !== '' && row === other.row;
}

function isCopy({ hashes }: Hashed, other: Hashed): boolean {
  const same = hashes.flatMap((hash, at) => (hash !== '' && hash === other.hashes[at] ? [at] : []));
  const isNamed = same.includes(TITLE) && same.length > 1;
  return isNamed || same.length >= ALIKE || same.includes(DESCRIPTION);
}

function hashed(date: BlockDate): Hashed {
  const texts = textsByField(eventContentOf(date));
  return {
    row: UNIQUE_ID.test(date.row) ? short(date.row) : '',
    hashes: DATE_FIELDS.map((field) => short(texts[field])),
  };
}

function parsed(hash: string): readonly Hashed[] {
  const [row, ...hashes] = hash.split(SEPARATOR);
  return row === undefined || hashes.length !== DATE_FIELDS.length ? [] : [{ row, hashes }];
}

function short(words: string): string {
  return words === '' ? '' : contentHash(words).slice(0, HASH_LETTERS);
}
