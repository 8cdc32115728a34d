import type { z } from 'zod';
import { groupKey } from '#contract/groups/group-names.ts';
import { GROUP_MESSAGES, GROUPS_MAX, GROUPS_STORED_MAX, type groupRoutes } from '#contract/groups/groups.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { type Group, listGroups } from '#server/data/groups/groups.ts';
import { isGroupPlanned } from '#server/data/groups/planned.ts';
import { lockSchool } from '#server/data/schools.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { copyMembers, deleteGroupRow, insertGroup, recordMerge, updateGroup } from './repo.ts';

/** Groups: making, renaming, retiring and merging them. Names and limits are checked under the school's lock. */

/** Makes a group. Throws 409 for a name that is taken, and beyond the limits. */
export async function createGroup(context: AppContext, caller: Member, name: string): Promise<Group> {
  const { database, clock } = context;
  const { schoolId } = caller;
  return await withGroups(context, schoolId, async (groups) => {
    requireFreeName(groups, name);
    requireRoom(groups);
    requireStoredRoom(groups);
    const row = { schoolId, name, nameKey: groupKey(name), createdAt: clock.now() };
    const group = await insertGroup(database, row);
    await recordAudit(context, caller, 'group_created', name);
    return group;
  });
}

/** Renames a group, retires it, brings it back, or sets whether families may choose it. Throws 404, and 409 as `createGroup`. */
export async function changeGroup(
  context: AppContext,
  caller: Member,
  id: string,
  { name, retired, is_offered: isOffered }: z.output<typeof groupRoutes.updateGroup.body>,
): Promise<Group> {
  const { database, clock } = context;
  const { schoolId } = caller;
  return await withGroups(context, schoolId, async (groups) => {
    const group = requireGroup(groups, id);
    const others = groups.filter((other) => other !== group);
    let changed = group;
    if (name !== undefined && name !== group.name) {
      requireFreeName(others, name);
      await recordAudit(context, caller, 'group_renamed', group.name, { to: name });
      changed = { ...changed, name, nameKey: groupKey(name) };
    }
    if (retired !== undefined && retired !== (group.retiredAt !== null)) {
      if (!retired) requireRoom(others);
      await recordAudit(context, caller, retired ? 'group_retired' : 'group_restored', changed.name);
      changed = { ...changed, retiredAt: retired ? clock.now() : null };
    }
    if (isOffered !== undefined && isOffered !== group.isOffered) {
      await recordAudit(context, caller, isOffered ? 'group_offered' : 'group_not_offered', changed.name);
      changed = { ...changed, isOffered };
    }
    const { nameKey, retiredAt } = changed;
    await updateGroup(database, changed, {
      name: changed.name,
      nameKey,
      retiredAt,
      isOffered: changed.isOffered,
    });
    return changed;
  });
}

/** Puts everybody of a group into another one, and deletes the first. Throws 404, and 409 for a group that cannot take them. */
export async function mergeGroups(
  context: AppContext,
  caller: Member,
  id: string,
  into: string,
): Promise<Group> {
  const { database } = context;
  const { schoolId } = caller;
  return await withGroups(context, schoolId, async (groups) => {
    const group = requireGroup(groups, id);
    if (id === into) throw conflict(GROUP_MESSAGES.itself, { field: 'into' });
    const target = groups.find((each) => each.id === into && each.retiredAt === null);
    if (target === undefined) throw conflict(GROUP_MESSAGES.intoRetired, { field: 'into' });
    await requireUnplanned(context, group);
    await copyMembers(database, schoolId, { from: id, into });
    await recordMerge(database, schoolId, { from: id, into });
    await deleteGroupRow(database, group);
    await recordAudit(context, caller, 'group_merged', group.name, { into: target.name });
    return target;
  });
}

/** Deletes a retired group. Throws 404, and 409 for a group in use. */
export async function deleteGroup(context: AppContext, caller: Member, id: string): Promise<void> {
  await withGroups(context, caller.schoolId, async (groups) => {
    const group = requireGroup(groups, id);
    if (group.retiredAt === null) throw conflict(GROUP_MESSAGES.inUse);
    await requireUnplanned(context, group);
    await deleteGroupRow(context.database, group);
    await recordAudit(context, caller, 'group_deleted', group.name);
  });
}

/** Runs a transaction with a school's groups, under its lock. */
export async function withGroups<T>(
  { database }: AppContext,
  schoolId: string,
  work: (groups: readonly Group[]) => Promise<T>,
): Promise<T> {
  return await database.forSchool(schoolId, async () => {
    await lockSchool(database, schoolId);
    return await work(await listGroups(database, schoolId));
  });
}

function requireGroup(groups: readonly Group[], id: string): Group {
  const group = groups.find((each) => each.id === id);
  if (group === undefined) throw notFound('Group');
  return group;
}

// Without the group, what is planned would go to other people than staff were shown.
async function requireUnplanned({ database }: AppContext, { schoolId, id }: Group): Promise<void> {
  if (await isGroupPlanned(database, schoolId, id)) throw conflict(GROUP_MESSAGES.planned);
}

/** Throws 409, for the given field, if one of the groups has the name. */
export function requireFreeName(others: readonly Group[], name: string, field = 'name'): void {
  const holder = others.find(({ nameKey }) => nameKey === groupKey(name));
  if (holder === undefined) return;
  const message = holder.retiredAt === null ? GROUP_MESSAGES.taken : GROUP_MESSAGES.takenByRetired;
  throw conflict(message, { field });
}

/** Throws 409 if a school has the most groups that it may, counting retired ones. */
export function requireStoredRoom(groups: readonly Group[]): void {
  if (groups.length >= GROUPS_STORED_MAX) throw conflict(GROUP_MESSAGES.stored, { field: 'name' });
}

function requireRoom(others: readonly Group[]): void {
  if (others.filter(({ retiredAt }) => retiredAt === null).length >= GROUPS_MAX)
    throw conflict(GROUP_MESSAGES.full, { field: 'name' });
}
