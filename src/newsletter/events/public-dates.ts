/** A group in use, and whether families can choose it themselves. */
export interface ChoosableGroup {
  readonly id: string;
  readonly isOffered: boolean;
}

/**
 * Whether everybody may see a date. If families can choose some of the school's groups, dates that are only for other
 * groups, such as staff, are not public. If they can choose none, the school has not said which groups are families',
 * and all dates are public.
 * @param ids The groups that the date is for; empty for the whole school.
 * @param groups The school's groups in use.
 */
export function isPublicDate(ids: readonly string[], groups: readonly ChoosableGroup[]): boolean {
  const offered = groups.filter(({ isOffered }) => isOffered);
  return ids.length === 0 || offered.length === 0 || offered.some(({ id }) => ids.includes(id));
}
