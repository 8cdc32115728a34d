import { z } from 'zod';
import {
  IMPORT_MESSAGES,
  IMPORT_OUTCOMES,
  importLine,
  namelessSubscriberForm,
  subscriberForm,
} from '#contract/subscribers.ts';
import type { BrokenLine, PersonRow } from './columns.ts';
import type { GroupValues } from './group-values.ts';

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
});
export type KeptLine = z.infer<typeof keptLine>;

/** Checks lines against the rules of the form and for duplicates. An address in several lines has the groups of all. */
export function checkLines(
  people: readonly (PersonRow | BrokenLine)[],
  groups: GroupValues,
): readonly KeptLine[] {
  const families = new Map<string, Family>();
  return people.map((each) => ('broken' in each ? brokenLine(each) : checkLine(each, groups, families)));
}

interface Family {
  readonly line: number;
  readonly groups: string[];
}

function brokenLine({ line, broken, person = NOBODY }: BrokenLine): KeptLine {
  return { line, ...asGiven(person), outcome: 'error', message: broken };
}

const NOBODY = { first_name: '', last_name: '', email: '' };

function checkLine(row: PersonRow, values: GroupValues, families: Map<string, Family>): KeptLine {
  const { line, unsubscribed, groups: cells, ...fields } = row;
  // Who has signed up has no name, in an exported file neither. Half a name is a mistake.
  const isNameless = fields.first_name === '' && fields.last_name === '';
  const parsed = (isNameless ? namelessSubscriberForm : subscriberForm).safeParse(fields);
  if (!parsed.success)
    return { line, ...asGiven(row), outcome: 'error', message: messageOf(parsed.error.issues) };
  const person = { line, ...parsed.data };
  const groups = values.groupsOf(person.email, cells);
  const family = families.get(person.email);
  if (family !== undefined) {
    family.groups.push(...groups.filter((name) => !family.groups.includes(name)));
    const message =
      groups.length > 0 ? IMPORT_MESSAGES.joined(family.line) : IMPORT_MESSAGES.twice(family.line);
    return { ...person, ...asGiven(row), outcome: 'skipped', message };
  }
  const first = { line, groups: [...groups] };
  families.set(person.email, first);
  if (unsubscribed)
    return { ...person, ...asGiven(row), outcome: 'skipped', message: IMPORT_MESSAGES.marked };
  return { ...person, groups: first.groups };
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
