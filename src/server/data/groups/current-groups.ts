import { eq } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { mergedGroups } from '#server/platform/db/schema/subscribers.ts';
import { type Group, listGroups } from './groups.ts';

/** The groups that ids in newsletters stand for. Ids of deleted groups stand for none. */
export type CurrentGroups = ReadonlyMap<string, Group>;

/** A school's groups by id, the retired ones too. A group that was merged into another one is that one. */
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

/** The ids of the groups that ids stand for, each once. Those of deleted groups stay: what is for them is for nobody. */
export function currentIds(groups: CurrentGroups, ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => groups.get(id)?.id ?? id))];
}

/** The group in use that an id stands for; undefined if nobody can be in it. */
export function usedGroup(groups: CurrentGroups, id: string): Group | undefined {
  const group = groups.get(id);
  return group?.retiredAt === null ? group : undefined;
}

/** The groups in use, each once. */
export function groupsInUse(groups: CurrentGroups): readonly Group[] {
  return [...new Set(groups.values())].filter(({ retiredAt }) => retiredAt === null);
}
