import { onlyFor } from '#contract/groups/audience.ts';
import { usedNames, useGroups } from '#web/features/editor/kernel/facts/block-groups.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** Who sees a block for groups, as 'Year 4 or Choir'; null for one that is for everyone. */
export function useAudienceWords(audience: readonly string[] | undefined): string | null {
  const groups = useGroups();
  const { editing } = useTools();
  if (audience === undefined) return null;
  // Contributors do not know which.
  if (editing.isContributor || (groups.length === 0 && audience.length > 0)) return 'some groups';
  const names = usedNames(groups, audience);
  return names.length === 0 ? 'nobody' : onlyFor(names);
}
