import { z } from 'zod';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { email } from '#contract/fields.ts';
import type { MendedAddress } from '#contract/groups/import-questions.ts';
import { IMPORT_OUTCOMES, importLine, namelessSubscriberForm } from '#contract/subscribers.ts';
import type { BrokenLine, PersonRow } from '#server/features/subscribers/import/file/people.ts';
import type { GroupValueReader } from './group-values.ts';

/** Checks an import's lines as far as possible without the database. */

/**
 * A line as stored during its import. If it has no outcome, it still has to be compared with the list. `before` is the
 * previous name of an updated subscriber.
 */
export const keptLine = importLine.extend({
  outcome: z.enum(IMPORT_OUTCOMES).optional(),
  before: z.object({ first_name: z.string(), last_name: z.string() }).optional(),
  /** The names of the line's groups; once it is decided, only of those that the person was not in. */
  groups: z.array(z.string()).optional(),
  /** The file marks the person as having left. They are not added; or they leave the list, too, and later imports do not add them. */
  marked: z.enum(['not_added', 'leaves']).optional(),
  /** The file marks them as unreachable: mail to them came back. */
  came_back: z.literal(true).optional(),
});
export type KeptLine = z.infer<typeof keptLine>;

/**
 * Checks lines against the rules of the form and for duplicates. An address in several lines has the groups of all, and counts as
 * having left if one of them says so. `leaves`: whether those who have left leave the school's list, too.
 */
export function checkLines(
  people: readonly (PersonRow | BrokenLine)[],
  groups: GroupValueReader,
  leaves: boolean,
): readonly KeptLine[] {
  const checked = people.map((each) => ('broken' in each ? brokenLine(each) : parseLine(each)));
  const off = offListIn(checked.flatMap((each) => ('state' in each ? [each] : [])));
  const families = new Map<string, Family>();
  return checked.map((each) => {
    if (!('state' in each)) return each;
    const { state, ...line } = { ...each, state: off.get(each.email) ?? each.state };
    return joinFamily(line, state, { groups, leaves, families });
  });
}

// The people who have left, or whose mail came back. Having left comes first, as that was their own decision.
function offListIn(people: readonly ParsedLine[]): ReadonlyMap<string, 'off' | 'came_back'> {
  const of = (wanted: 'off' | 'came_back') =>
    people.flatMap(({ email, state }) => (state === wanted ? [[email, wanted] as const] : []));
  return new Map([...of('came_back'), ...of('off')]);
}

/** The people, with the addresses that were corrected by hand. */
export function withMended(
  people: readonly (PersonRow | BrokenLine)[],
  mended: readonly MendedAddress[] = [],
): readonly (PersonRow | BrokenLine)[] {
  if (mended.length === 0) return people;
  const known = new Map(mended.map((each) => [placeOf(each), each.mended]));
  return people.map((each) => {
    if ('broken' in each) return each;
    // A valid address is shown in its stored form.
    const shown = email.safeParse(each.email).data ?? each.email;
    const own = known.get(placeOf(each)) ?? known.get(placeOf({ ...each, email: shown }));
    return own === undefined ? each : { ...each, email: own };
  });
}

// The key by which lines are shown. The address is part of it, because a cell may have two.
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

// If the list is one file, its lines do not name it.
function named(file: string | undefined): { file?: string } {
  return file === undefined ? {} : { file };
}

/** A person in the file with valid values. */
interface ParsedLine extends Pick<PersonRow, 'line' | 'first_name' | 'last_name' | 'email' | 'state'> {
  readonly file?: string;
  readonly cells: PersonRow['groups'];
}

function parseLine(row: PersonRow): KeptLine | ParsedLine {
  const { line, file, state, groups: cells, ...fields } = row;
  // A family with one name, or just an address: people who sign up themselves give no name either.
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
  // A person who has left makes no group.
  const isOffList = state !== 'on';
  const groups = isOffList ? [] : values.groupsOf(person.email, cells);
  const family = families.get(person.email);
  if (family === undefined) {
    const first = { line: person.line, file: person.file, groups: [...groups] };
    families.set(person.email, first);
    const why = state === 'came_back' ? { came_back: true as const } : {};
    if (isOffList) return { ...person, ...why, marked: leaves ? 'leaves' : 'not_added' };
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
