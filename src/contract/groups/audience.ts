import { z } from 'zod';
import { listWithAnd, listWithOr } from '#newsletter/values/lists.ts';
import { GROUPS_MAX } from './groups.ts';

/** A newsletter's audience: families in any of some groups, and in none of others. */

/** A list of group ids. */
export const groupIds = z.array(z.uuid()).max(GROUPS_MAX);

/** Without `any`: everybody on the list except members of the groups in `none`. */
export const groupChoice = z.strictObject({ any: groupIds, none: groupIds });
export type GroupChoice = z.infer<typeof groupChoice>;

/** Group ids in a query, separated by commas. */
export const listedGroups = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.uuid()).max(GROUPS_MAX))
  .default([]);
/** A `groupChoice` in a query, its ids separated by commas. */
export const groupChoiceQuery = z.strictObject({ any: listedGroups, none: listedGroups });

/** Whether a choice excludes nobody. */
export function isEverybody({ any, none }: GroupChoice): boolean {
  return any.length === 0 && none.length === 0;
}

/** A choice in words, with the groups' names: 'Year 4 and Choir', 'everybody but Staff', 'Year 4, but not Choir'. */
export function audienceWords({ any, none }: { any: readonly string[]; none: readonly string[] }): string {
  if (any.length === 0) return none.length === 0 ? 'everybody' : `everybody but ${listWithAnd(none)}`;
  return none.length === 0 ? listWithAnd(any) : `${listWithAnd(any)}, but not ${listWithAnd(none)}`;
}

/** The most different mails in one sending with blocks for groups. See also `AUDIENCE_GROUPS_MAX`. */
export const READINGS_MAX = 2000;

/** A block's audience in words, with the names of its groups in use: 'Year 4 or Choir'; empty if nobody can be in them. */
export function onlyFor(names: readonly string[]): string {
  return listWithOr(names);
}

/** The mark of a block for groups: 'Only Year 4'. */
export function onlyWords(names: readonly string[]): string {
  return names.length === 0 ? 'Nobody' : `Only ${onlyFor(names)}`;
}

/**
 * The audience of several blocks in words, from the names of each block's groups: 'Year 4 and Choir'. A block for a
 * group and others is left out beside a block for that group alone, as it adds nothing.
 */
export function readingWords(audiences: readonly (readonly string[])[]): string {
  const isNarrower = (one: readonly string[], other: readonly string[]) =>
    one.length > 0 && one.length < other.length && one.every((name) => other.includes(name));
  const distinct = audiences.filter((names) => !audiences.some((other) => isNarrower(other, names)));
  return listWithAnd([...new Set(distinct.map(onlyFor))].filter((words) => words !== ''));
}
