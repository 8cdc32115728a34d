import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type GroupResource, groupRoutes } from '#contract/groups/groups.ts';
import type { ChoosableGroup } from '#newsletter/events/public-dates.ts';
import { call } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The school's groups, which several features need. */

/** All groups, the retired ones too, in the order of lists. */
export const groupsQuery = queryOptions({
  queryKey: queryKeys.groups,
  queryFn: async ({ signal }) =>
    (await call(groupRoutes.listGroups, { signal, handles: () => true })).groups.data,
  refetchOnMount: 'always',
});

/** Loads subscribers and groups again: lists of subscribers show their groups, and groups count them. */
export async function invalidateFamilies(client: QueryClient): Promise<void> {
  const { subscribers, groups } = queryKeys;
  await Promise.all([subscribers, groups].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Whether a group can be chosen. */
export function isGroupInUse({ attributes }: GroupResource): boolean {
  return attributes.retired_at === null;
}

/** A group in the form that the rule of public dates takes. */
export function choosable({ id, attributes }: GroupResource): ChoosableGroup {
  return { id, isOffered: attributes.is_offered };
}

/** The groups that can be chosen; none while they load. */
export function useGroupsInUse(): readonly GroupResource[] {
  return useQuery(groupsQuery).data?.filter(isGroupInUse) ?? [];
}
