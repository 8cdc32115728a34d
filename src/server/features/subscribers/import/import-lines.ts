import { z } from 'zod';
import { IMPORT_MESSAGES, IMPORT_OUTCOMES, importLine, subscriberForm } from '#contract/subscribers.ts';
import type { BrokenLine, PersonRow } from './columns.ts';

/** Checks of an import's lines that need no database. */

/**
 * A line as stored during its import. Without an outcome, it still has to be compared with the list. `before` is an
 * updated subscriber's previous name.
 */
export const keptLine = importLine.extend({
  outcome: z.enum(IMPORT_OUTCOMES).optional(),
  before: z.object({ first_name: z.string(), last_name: z.string() }).optional(),
});
export type KeptLine = z.infer<typeof keptLine>;

/** Checks lines against the rules of the form and for duplicates. */
export function checkLines(people: readonly (PersonRow | BrokenLine)[]): readonly KeptLine[] {
  const seen = new Map<string, number>();
  return people.map((each) => ('broken' in each ? brokenLine(each) : checkLine(each, seen)));
}

function brokenLine({ line, broken }: BrokenLine): KeptLine {
  return { line, first_name: '', last_name: '', email: '', outcome: 'error', message: broken };
}

function checkLine(row: PersonRow, seen: Map<string, number>): KeptLine {
  const { line, unsubscribed, ...fields } = row;
  const parsed = subscriberForm.safeParse(fields);
  if (!parsed.success)
    return { line, ...asGiven(row), outcome: 'error', message: messageOf(parsed.error.issues) };
  const person = { line, ...parsed.data };
  const before = seen.get(person.email);
  if (before !== undefined)
    return { ...person, ...asGiven(row), outcome: 'skipped', message: IMPORT_MESSAGES.twice(before) };
  seen.set(person.email, line);
  if (unsubscribed)
    return { ...person, ...asGiven(row), outcome: 'skipped', message: IMPORT_MESSAGES.marked };
  return person;
}

function asGiven({ first_name, last_name, email }: PersonRow) {
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
