import { z } from 'zod';
import { GROUPS_MAX } from './groups.ts';

/** Whom a newsletter is sent to: families in any of some groups, and in none of others. */

const ids = z.array(z.uuid()).max(GROUPS_MAX);

/** Without `any`, everybody on the list who is in none of `none`. */
export const groupChoice = z.strictObject({ any: ids, none: ids });
export type GroupChoice = z.infer<typeof groupChoice>;

const listed = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.uuid()).max(GROUPS_MAX))
  .default([]);
/** The same in a query, with commas between the ids. */
export const groupChoiceQuery = z.strictObject({ any: listed, none: listed });

/** Whether a choice leaves nobody out. */
export function isEverybody({ any, none }: GroupChoice): boolean {
  return any.length === 0 && none.length === 0;
}

const joined = new Intl.ListFormat('en-GB', { style: 'long', type: 'conjunction' });

/** A choice in words, by the groups' names: 'Year 4 and Choir', 'everybody but Staff', 'Year 4, but not Choir'. */
export function audienceWords({ any, none }: { any: readonly string[]; none: readonly string[] }): string {
  if (any.length === 0) return none.length === 0 ? 'everybody' : `everybody but ${joined.format(none)}`;
  return none.length === 0 ? joined.format(any) : `${joined.format(any)}, but not ${joined.format(none)}`;
}
