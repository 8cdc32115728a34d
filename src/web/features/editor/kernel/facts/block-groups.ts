import { useQuery } from '@tanstack/react-query';
import type { GroupResource } from '#contract/groups/groups.ts';
import { groupsQuery, isGroupInUse } from '#web/api/groups.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** The groups that ids in blocks refer to. */

/** All groups of the school; none while they load, or for contributors, who may not see them. */
export function useGroups(): readonly GroupResource[] {
  const { editing } = useTools();
  return useQuery({ ...groupsQuery, enabled: !editing.isContributor }).data ?? [];
}

/** The group that an id refers to: its own, or that of a group that was merged into it. */
export function groupOf(groups: readonly GroupResource[], id: string): GroupResource | undefined {
  return groups.find((group) => group.id === id || group.attributes.merged_ids.includes(id));
}

/** The groups of a block's audience in the order of lists, each once. */
export function groupsOf(
  groups: readonly GroupResource[],
  audience: readonly string[],
): readonly GroupResource[] {
  const ids = new Set(audience.map((id) => groupOf(groups, id)?.id));
  return groups.filter(({ id }) => ids.has(id));
}

/** The names of the audience's groups that are in use. */
export function usedNames(groups: readonly GroupResource[], audience: readonly string[]): readonly string[] {
  return groupsOf(groups, audience)
    .filter(isGroupInUse)
    .map(({ attributes }) => attributes.name);
}

/** All ids by which blocks refer to a group. */
export function idsOf({ id, attributes }: GroupResource): readonly string[] {
  return [id, ...attributes.merged_ids];
}
