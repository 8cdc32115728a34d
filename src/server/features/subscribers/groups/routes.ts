import { groupResource, groupRoutes } from '#contract/groups/groups.ts';
import { memberRoutes } from '#contract/groups/members.ts';
import { moveUpRoutes } from '#contract/groups/move-up.ts';
import type { AppContext } from '#server/context.ts';
import { findGroupUses } from '#server/data/groups/group-uses.ts';
import { type Group, listGroups } from '#server/data/groups/groups.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { addMembers, removeMembers } from './members.ts';
import { lastMove, moveYearsUp, undoYearsMove } from './move-up.ts';
import { countMembers, findMerged, type GroupCounts } from './repo.ts';
import { changeGroup, createGroup, deleteGroup, mergeGroups } from './service.ts';

/** The handlers of groups. */
export function groups(context: AppContext): readonly Handler[] {
  const { database } = context;
  const answer = async (group: Group) => {
    const counts = await countMembers(database, group.schoolId);
    const merged = await findMerged(database, group.schoolId);
    return { group: { data: present(group, counts.get(group.id), merged.get(group.id)) } };
  };
  return [
    handle(groupRoutes.listGroups, async ({ caller: { schoolId } }) => {
      const counts = await countMembers(database, schoolId);
      const rows = await listGroups(database, schoolId);
      const merged = await findMerged(database, schoolId);
      const data = rows.map((group) => present(group, counts.get(group.id), merged.get(group.id)));
      return { groups: { data } };
    }),
    handle(groupRoutes.groupUses, async ({ caller: { schoolId }, params: { id } }) => {
      const groups = await listGroups(database, schoolId);
      if (!groups.some((group) => group.id === id)) throw notFound('Group');
      const merged = await findMerged(database, schoolId);
      return {
        news_letters: [...(await findGroupUses(database, schoolId, [id, ...(merged.get(id) ?? [])]))],
      };
    }),
    handle(groupRoutes.createGroup, async ({ caller, body }) =>
      answer(await createGroup(context, caller, body.name)),
    ),
    handle(groupRoutes.updateGroup, async ({ caller, params, body }) =>
      answer(await changeGroup(context, caller, params.id, body)),
    ),
    handle(groupRoutes.mergeGroup, async ({ caller, params, body }) =>
      answer(await mergeGroups(context, caller, params.id, body.into)),
    ),
    handle(moveUpRoutes.moveUp, async ({ caller, body }) => ({
      moved: await moveYearsUp(context, caller, body),
    })),
    handle(moveUpRoutes.lastMove, async ({ caller }) => ({ move: await lastMove(context, caller) })),
    handle(
      moveUpRoutes.undoMove,
      async ({ caller, params }) => await undoYearsMove(context, caller, params.id),
    ),
    handle(memberRoutes.addMembers, async ({ caller, params, body }) => ({
      members: await addMembers(context, caller, params.id, body),
    })),
    handle(
      memberRoutes.removeMembers,
      async ({ caller, params, body }) =>
        await removeMembers(context, caller, params.id, body.subscriber_ids),
    ),
    handle(
      groupRoutes.deleteGroup,
      async ({ caller, params }) => await deleteGroup(context, caller, params.id),
    ),
  ];
}

function present(
  group: Group,
  { members, families }: GroupCounts = { members: 0, families: 0 },
  merged: readonly string[] = [],
) {
  return resourceOf(groupResource, group, { members, families, merged_ids: [...merged] });
}
