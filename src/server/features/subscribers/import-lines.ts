import { z } from 'zod';
import { IMPORT_MESSAGES, IMPORT_OUTCOMES, importLine, subscriberForm } from '#contract/subscribers.ts';
import type { Broken, PersonRow } from './columns.ts';

/** The lines of an import before anybody has looked into the list. */

/**
 * A line as it is kept while its import is under way. Without an outcome it still has to be held against the list;
 * `before` is what an updated subscriber was called.
 */
export const keptLine = importLine.extend({
  outcome: z.enum(IMPORT_OUTCOMES).optional(),
  before: z.object({ first_name: z.string(), last_name: z.string() }).optional(),
});
export type KeptLine = z.infer<typeof keptLine>;

/** Holds the lines of a file against the rules of a form, and against each other. */
export function checkLines(people: readonly (PersonRow | Broken)[]): readonly KeptLine[] {
  const seen = new Map<string, number>();
  return people.map((each) => ('broken' in each ? brokenLine(each) : checkLine(each, seen)));
}

function brokenLine({ line, broken }: Broken): KeptLine {
  return { line, first_name: '', last_name: '', email: '', outcome: 'error', message: broken };
}

function checkLine(told: PersonRow, seen: Map<string, number>): KeptLine {
  const { line, unsubscribed, ...fields } = told;
  const parsed = subscriberForm.safeParse(fields);
  if (!parsed.success)
    return { line, ...shown(told), outcome: 'error', message: faultsOf(parsed.error.issues) };
  const person = { line, ...parsed.data };
  const before = seen.get(person.email);
  if (before !== undefined)
    return { ...person, ...shown(told), outcome: 'skipped', message: IMPORT_MESSAGES.twice(before) };
  seen.set(person.email, line);
  if (unsubscribed) return { ...person, ...shown(told), outcome: 'skipped', message: IMPORT_MESSAGES.marked };
  return person;
}

// As it stands in the file.
function shown({ first_name, last_name, email }: PersonRow) {
  return { first_name: short(first_name), last_name: short(last_name), email: short(email) };
}

// What is wrong may be wrong by its length.
function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
};

function faultsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues.map(({ path, message }) => `${FIELD_NAMES[String(path[0])] ?? ''}: ${message}`).join('. ');
}
