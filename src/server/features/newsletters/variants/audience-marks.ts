import { onlyWords } from '#contract/groups/audience.ts';
import { compareGroupNames } from '#contract/groups/group-names.ts';
import type { AudienceMarks } from '#newsletter/render/audience-marks.ts';
import type { AppContext } from '#server/context.ts';
import { groupBlocks } from '#server/data/groups/block-targets.ts';
import { type CurrentGroups, currentGroups, usedGroup } from '#server/data/groups/current-groups.ts';

/** The groups that see each block for groups, as marks for a person who reads all of them. */
export async function audienceMarks(
  { database }: AppContext,
  schoolId: string,
  stored: Parameters<typeof groupBlocks>[0],
): Promise<AudienceMarks> {
  const blocks = groupBlocks(stored);
  if (blocks.length === 0) return new Map();
  const groups = await currentGroups(database, schoolId);
  return new Map(blocks.map(({ name, audience = [] }) => [name, onlyWords(namesOfGroups(groups, audience))]));
}

/** The names of the groups in use behind these ids, in the order of lists. */
export function namesOfGroups(groups: CurrentGroups, ids: readonly string[]): readonly string[] {
  const names = ids.flatMap((id) => usedGroup(groups, id)?.name ?? []);
  return [...new Set(names)].sort(compareGroupNames);
}
