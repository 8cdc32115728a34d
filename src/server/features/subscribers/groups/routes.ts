import { groupResource, groupRoutes } from '#contract/groups/groups.ts';
import { moveUpRoutes } from '#contract/groups/move-up.ts';
import type { AppContext } from '#server/context.ts';
import { type Group, listGroups } from '#server/data/groups/groups.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { lastMove, moveUp, undoMove } from './move-up.ts';
import { countMembers, type GroupCounts } from './repo.ts';
import { changeGroup, createGroup, deleteGroup, mergeGroups } from './service.ts';

/** The handlers of groups. */
export function groups(context: AppContext): readonly Handler[] {
  const { database } = context;
  const answer = async (group: Group) => {
    const counts = await countMembers(database, group.schoolId);
    return { group: { data: present(group, counts.get(group.id)) } };
  };
  return [
    handle(groupRoutes.listGroups, async ({ caller: { schoolId } }) => {
      const counts = await countMembers(database, schoolId);
      const rows = await listGroups(database, schoolId);
      return { groups: { data: rows.map((group) => present(group, counts.get(group.id))) } };
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
    handle(moveUpRoutes.moveUp, async ({ caller, body }) => ({ moved: await moveUp(context, caller, body) })),
    handle(moveUpRoutes.lastMove, async ({ caller }) => ({ move: await lastMove(context, caller) })),
    handle(moveUpRoutes.undoMove, async ({ caller, params }) => await undoMove(context, caller, params.id)),
    handle(
      groupRoutes.deleteGroup,
      async ({ caller, params }) => await deleteGroup(context, caller, params.id),
    ),
  ];
}

function present(group: Group, { members, families }: GroupCounts = { members: 0, families: 0 }) {
  return resourceOf(groupResource, group, { members, families });
}
