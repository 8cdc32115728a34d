import { useQuery } from '@tanstack/react-query';
import type { GroupResource } from '#contract/groups/groups.ts';
import { groupsQuery, isGroupInUse } from '#web/api/groups.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** The groups that ids in blocks stand for. */

/** All groups of the school; none while they load, and for contributors, who see nothing of them. */
export function useGroups(): readonly GroupResource[] {
  const { editing } = useTools();
  return useQuery({ ...groupsQuery, enabled: !editing.isContributor }).data ?? [];
}

/** The group that an id stands for, which may have been merged into it. */
export function groupOf(groups: readonly GroupResource[], id: string): GroupResource | undefined {
  return groups.find((group) => group.id === id || group.attributes.merged_ids.includes(id));
}

/** The groups of a block in the order of lists, each once. */
export function groupsOf(
  groups: readonly GroupResource[],
  audience: readonly string[],
): readonly GroupResource[] {
  const ids = new Set(audience.map((id) => groupOf(groups, id)?.id));
  return groups.filter(({ id }) => ids.has(id));
}

/** The names of its groups in use. */
export function usedNames(groups: readonly GroupResource[], audience: readonly string[]): readonly string[] {
  return groupsOf(groups, audience)
    .filter(isGroupInUse)
    .map(({ attributes }) => attributes.name);
}

/** All ids in blocks that stand for a group. */
export function idsOf({ id, attributes }: GroupResource): readonly string[] {
  return [id, ...attributes.merged_ids];
}
