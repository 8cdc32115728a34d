import { eq } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { mergedGroups } from '#server/platform/db/schema/subscribers.ts';
import { type Group, listGroups } from './groups.ts';

/** The current groups behind the ids in newsletters. Ids of deleted groups have none. */
export type CurrentGroups = ReadonlyMap<string, Group>;

/** A school's groups by id, including the retired ones. The id of a merged group leads to the group that it was merged into. */
export async function currentGroups(database: Database, schoolId: string): Promise<CurrentGroups> {
  return await database.forSchool(schoolId, async () => {
    const groups = new Map((await listGroups(database, schoolId)).map((group) => [group.id, group]));
    const merged = await database
      .orm()
      .select({ id: mergedGroups.id, intoId: mergedGroups.intoId })
      .from(mergedGroups)
      .where(eq(mergedGroups.schoolId, schoolId));
    const found = merged.flatMap(({ id, intoId }) => {
      const group = groups.get(intoId);
      return group === undefined ? [] : [[id, group] as const];
    });
    return new Map([...groups, ...found]);
  });
}

/** The ids of the current groups behind these ids, each once. Ids of deleted groups stay: their blocks are for nobody. */
export function currentIds(groups: CurrentGroups, ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => groups.get(id)?.id ?? id))];
}

/** The group in use behind an id; undefined if nobody can be in it. */
export function usedGroup(groups: CurrentGroups, id: string): Group | undefined {
  const group = groups.get(id);
  return group?.retiredAt === null ? group : undefined;
}

/** The groups in use, each once. */
export function groupsInUse(groups: CurrentGroups): readonly Group[] {
  return [...new Set(groups.values())].filter(({ retiredAt }) => retiredAt === null);
}
