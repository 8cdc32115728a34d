import { onlyFor } from '#contract/groups/audience.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { usedNames, useGroups } from './block-groups.ts';

/** The audience of a block in words: 'Year 4 or Choir'; null if it is for everyone. */
export function useAudienceWords(audience: readonly string[] | undefined): string | null {
  const groups = useGroups();
  const { editing } = useTools();
  if (audience === undefined) return null;
  // Contributors do not learn the groups' names.
  if (editing.isContributor || (groups.length === 0 && audience.length > 0)) return 'some groups';
  const names = usedNames(groups, audience);
  return names.length === 0 ? 'nobody' : onlyFor(names);
}
