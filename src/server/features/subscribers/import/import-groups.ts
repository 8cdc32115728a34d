import { groupKey } from '#contract/groups/group-names.ts';
import { GROUPS_MAX, GROUPS_STORED_MAX } from '#contract/groups/groups.ts';
import {
  IMPORT_GROUP_MESSAGES,
  type ImportGroupValue,
  type StoredGroupValue,
} from '#contract/groups/import-groups.ts';
import type { AppContext } from '#server/context.ts';
import { type Actor, recordAudit } from '#server/data/audit-log.ts';
import { listGroups } from '#server/data/groups/groups.ts';
import { isGroupPlanned } from '#server/data/groups/planned.ts';
import { lockSchool } from '#server/data/schools.ts';
import { countMembers, deleteGroupRow, insertGroup } from '#server/features/subscribers/groups/repo.ts';
import { conflict } from '#server/platform/http/errors.ts';
import type { KnownGroup } from './group-values.ts';
import type { ImportRow } from './import-repo.ts';

/** The groups of an import: existing ones of the school, and new ones that the import makes. */

/** The school's groups, in the form that reading a file needs. */
export async function knownGroups(
  { database }: AppContext,
  schoolId: string,
): Promise<readonly KnownGroup[]> {
  const groups = await listGroups(database, schoolId);
  return groups.map(({ name, retiredAt }) => ({ name, isRetired: retiredAt !== null }));
}

/** Makes the new groups of an import, in its transaction. Throws 409 beyond the limits, and for a retired group. */
export async function makeGroups(
  context: AppContext,
  actor: Actor,
  values: readonly ImportGroupValue[],
): Promise<readonly StoredGroupValue[]> {
  const { database, clock } = context;
  const { schoolId } = actor;
  if (values.every(({ group }) => group === null)) return values;
  await lockSchool(database, schoolId);
  const groups = await listGroups(database, schoolId);
  const used = groups.filter(({ retiredAt }) => retiredAt === null);
  const ids = new Map(used.map(({ nameKey, id }) => [nameKey, id]));
  const wanted = values.flatMap(({ group }) => (group === null ? [] : [group]));
  const missing = new Map(
    wanted.filter((name) => !ids.has(groupKey(name))).map((name) => [groupKey(name), name]),
  );
  const retired = groups.find(({ nameKey }) => missing.has(nameKey));
  if (retired !== undefined) throw conflict(IMPORT_GROUP_MESSAGES.retired(retired.name));
  if (used.length + missing.size > GROUPS_MAX || groups.length + missing.size > GROUPS_STORED_MAX)
    throw conflict(IMPORT_GROUP_MESSAGES.full);
  for (const [nameKey, name] of missing) {
    const { id } = await insertGroup(database, { schoolId, name, nameKey, createdAt: clock.now() });
    ids.set(nameKey, id);
    await recordAudit(context, actor, 'group_created', name);
  }
  return values.map((value) => {
    if (value.group === null) return { ...value, is_new: false };
    const key = groupKey(value.group);
    return { ...value, is_new: missing.has(key), group_id: ids.get(key) };
  });
}

/** The ids of the groups that an import made. */
export function madeGroups({ groupValues }: Pick<ImportRow, 'groupValues'>): readonly string[] {
  return [...new Set(groupValues.flatMap(({ is_new, group_id }) => (is_new && group_id ? [group_id] : [])))];
}

/** Deletes the groups that the import made, if they have no members and nothing is planned for them. */
export async function deleteEmptied(context: AppContext, row: ImportRow): Promise<void> {
  const { database } = context;
  const made = madeGroups(row);
  if (made.length === 0) return;
  await lockSchool(database, row.schoolId);
  const counts = await countMembers(database, row.schoolId);
  for (const group of await listGroups(database, row.schoolId)) {
    if (!made.includes(group.id) || counts.has(group.id)) continue;
    if (await isGroupPlanned(database, row.schoolId, group.id)) continue;
    await deleteGroupRow(database, group);
    const by = { schoolId: row.schoolId, personId: row.createdBy };
    await recordAudit(context, by, 'group_deleted', group.name);
  }
}
