import { z } from 'zod';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { email } from '#contract/fields.ts';
import type { MendedAddress } from '#contract/groups/import-questions.ts';
import { IMPORT_OUTCOMES, importLine, namelessSubscriberForm } from '#contract/subscribers.ts';
import type { BrokenLine, PersonRow } from '#server/features/subscribers/import/file/people.ts';
import type { GroupValueReader } from './group-values.ts';

/** Checks of an import's lines that need no database. */

/**
 * A line as stored during its import. Without an outcome, it still has to be compared with the list. `before` is an
 * updated subscriber's previous name.
 */
export const keptLine = importLine.extend({
  outcome: z.enum(IMPORT_OUTCOMES).optional(),
  before: z.object({ first_name: z.string(), last_name: z.string() }).optional(),
  /** The names of the groups that they belong in; once it is decided, of those that they were not in. */
  groups: z.array(z.string()).optional(),
  /** The file marks them as having left. They are not added; or they leave the list, too, and stay off later. */
  marked: z.enum(['not_added', 'leaves']).optional(),
  /** They are marked as mail to them came back. */
  came_back: z.literal(true).optional(),
});
export type KeptLine = z.infer<typeof keptLine>;

/**
 * Checks lines against the rules of the form and for duplicates. An address in several lines has the groups of all, and has
 * left if one of them says so. `leaves`: whether those leave the list, too.
 */
export function checkLines(
  people: readonly (PersonRow | BrokenLine)[],
  groups: GroupValueReader,
  leaves: boolean,
): readonly KeptLine[] {
  const checked = people.map((each) => ('broken' in each ? brokenLine(each) : parseLine(each)));
  const off = goneOf(checked.flatMap((each) => ('state' in each ? [each] : [])));
  const families = new Map<string, Family>();
  return checked.map((each) => {
    if (!('state' in each)) return each;
    const { state, ...line } = { ...each, state: off.get(each.email) ?? each.state };
    return joinFamily(line, state, { groups, leaves, families });
  });
}

// Those who have left, or to whom mail came back. What they said themselves comes first.
function goneOf(people: readonly ParsedLine[]): ReadonlyMap<string, 'off' | 'came_back'> {
  const of = (wanted: 'off' | 'came_back') =>
    people.flatMap(({ email, state }) => (state === wanted ? [[email, wanted] as const] : []));
  return new Map([...of('came_back'), ...of('off')]);
}

/** The people with the addresses that a person has mended. */
export function withMended(
  people: readonly (PersonRow | BrokenLine)[],
  mended: readonly MendedAddress[] = [],
): readonly (PersonRow | BrokenLine)[] {
  if (mended.length === 0) return people;
  const known = new Map(mended.map((each) => [placeOf(each), each.mended]));
  return people.map((each) => {
    if ('broken' in each) return each;
    // One that was right is shown as it is stored.
    const shown = email.safeParse(each.email).data ?? each.email;
    const own = known.get(placeOf(each)) ?? known.get(placeOf({ ...each, email: shown }));
    return own === undefined ? each : { ...each, email: own };
  });
}

// The same key that lines show. The address is part of it, because a cell may have two.
function placeOf({ line, file = '', email }: Pick<PersonRow, 'line' | 'file' | 'email'>): string {
  return JSON.stringify([line, file, truncate(email)]);
}

interface Family {
  readonly line: number;
  readonly file: string | undefined;
  readonly groups: string[];
}

function brokenLine({ line, file, broken, person = NOBODY }: BrokenLine): KeptLine {
  return { line, ...named(file), ...asGiven(person), outcome: 'error', message: broken };
}

const NOBODY = { first_name: '', last_name: '', email: '' };

// Of one file, its lines do not say its name.
function named(file: string | undefined): { file?: string } {
  return file === undefined ? {} : { file };
}

/** A person of the file whose values are right. */
interface ParsedLine extends Pick<PersonRow, 'line' | 'first_name' | 'last_name' | 'email' | 'state'> {
  readonly file?: string;
  readonly cells: PersonRow['groups'];
}

function parseLine(row: PersonRow): KeptLine | ParsedLine {
  const { line, file, state, groups: cells, ...fields } = row;
  // A family with one name, or an address alone: who has signed up has given no name either.
  const parsed = namelessSubscriberForm.safeParse(fields);
  if (!parsed.success)
    return {
      line,
      ...named(file),
      ...asGiven(row),
      outcome: 'error',
      ...(parsed.error.issues.every(({ path }) => path[0] === 'email') && { mendable: true }),
      message: messageOf(parsed.error.issues),
    };
  return { line, ...named(file), ...parsed.data, state, cells };
}

interface Joining {
  readonly groups: GroupValueReader;
  readonly leaves: boolean;
  readonly families: Map<string, Family>;
}

function joinFamily(
  { cells, ...person }: Omit<ParsedLine, 'state'>,
  state: PersonRow['state'],
  { groups: values, leaves, families }: Joining,
): KeptLine {
  if (typeof state === 'object')
    return { ...person, outcome: 'skipped', message: IMPORT_MESSAGES.unknownWord(state.unknown) };
  // Nobody who has left makes a group.
  const isGone = state !== 'on';
  const groups = isGone ? [] : values.groupsOf(person.email, cells);
  const family = families.get(person.email);
  if (family === undefined) {
    const first = { line: person.line, file: person.file, groups: [...groups] };
    families.set(person.email, first);
    const why = state === 'came_back' ? { came_back: true as const } : {};
    if (isGone) return { ...person, ...why, marked: leaves ? 'leaves' : 'not_added' };
    return { ...person, groups: first.groups };
  }
  family.groups.push(...groups.filter((name) => !family.groups.includes(name)));
  const message =
    groups.length > 0 ? IMPORT_MESSAGES.joined(family.line) : IMPORT_MESSAGES.twice(family.line);
  return { ...person, outcome: 'skipped', same_as: family.line, message };
}

function asGiven({ first_name, last_name, email }: NonNullable<BrokenLine['person']>) {
  return { first_name: truncate(first_name), last_name: truncate(last_name), email: truncate(email) };
}

// An invalid value may be very long.
function truncate(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
};

function messageOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues.map(({ path, message }) => `${FIELD_NAMES[String(path[0])] ?? ''}: ${message}`).join('. ');
}
