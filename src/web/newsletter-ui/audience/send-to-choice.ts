import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Audience } from '#contract/deliveries.ts';
import { type GroupChoice, isEverybody } from '#contract/groups/audience.ts';
import type { GroupResource } from '#contract/groups/groups.ts';
import { families } from '#contract/texts/people-count.ts';
import { audienceQuery } from './audience-data.ts';

export const sendToChoice = z.object({
  some: z.boolean(),
  any: z.array(z.string()),
  none: z.array(z.string()),
});
/** The families to send to. The chosen groups are kept while everybody is chosen. */
export type SendToChoice = z.infer<typeof sendToChoice>;
/** The message if 'Some groups' is chosen, but no group. */
export const NO_GROUP_CHOSEN = 'Please choose a group';

/** The choice in the server's form: null for everybody, and while nothing is chosen yet. */
export function chosenGroups(to: SendToChoice, groups: readonly GroupResource[]): GroupChoice | null {
  if (!to.some || groups.length === 0) return null;
  // A stored choice may name a group that was retired meanwhile.
  const known = (ids: readonly string[]) => ids.filter((id) => groups.some((group) => group.id === id));
  const choice = { any: known(to.any), none: known(to.none) };
  return isEverybody(choice) ? null : choice;
}

/** How many of the chosen families a newsletter would reach; null while they are counted. */
export function useChosenAudience(
  id: string,
  choice: GroupChoice | null,
  everybody: Audience['audience'],
): Audience['audience'] | null {
  const chosen = useQuery({
    ...audienceQuery(id, choice),
    enabled: choice !== null,
    placeholderData: keepPreviousData,
  });
  if (choice === null) return everybody;
  return chosen.isPlaceholderData ? null : (chosen.data?.audience ?? null);
}

/** The readings for the chosen families; the former ones while these load. */
export function useChosenReadings(
  id: string,
  choice: GroupChoice | null,
  everybody: Audience,
): Audience['readings'] {
  const chosen = useQuery({
    ...audienceQuery(id, choice),
    enabled: choice !== null,
    placeholderData: keepPreviousData,
  });
  return choice === null ? everybody.readings : (chosen.data?.readings ?? []);
}

/** 'It went to 12 families before, …': some of them may still wait for it, or have a mail that nobody confirmed. */
export function sentAlready(count: number): string {
  return `It went to ${families(count)} before, and does not go to ${count === 1 ? 'it' : 'them'} again.`;
}
