import { groupKey } from '#contract/groups/group-names.ts';
import { GROUP_MESSAGES } from '#contract/groups/groups.ts';
import {
  type LastMove,
  MOVE_MESSAGES,
  MOVE_UNDO_DAYS,
  type MoveCounts,
  type MoveUp,
} from '#contract/groups/move-up.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import type { Group } from '#server/data/groups/groups.ts';
import type { StoredMove } from '#server/platform/db/schema/subscribers.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import {
  countMoves,
  deleteGroupMembers,
  emptyGroups,
  findLastMove,
  type GroupMove,
  insertGroupMembers,
  insertGroupMove,
  isMoveOf,
  markGroupMoveUndone,
} from './move-repo.ts';
import { countMembers, deleteGroupRow, insertGroup } from './repo.ts';
import { requireFreeName, requireStoredRoom, withGroups } from './service.ts';

/** Moving years up: in one transaction, which also stores what undoing it needs. */

/** Moves the families of groups into others, all at once. Throws 400 for groups that cannot move, 409 for a taken
 * name, and if the years were moved up meanwhile. */
export async function moveYearsUp(context: AppContext, caller: Member, form: MoveUp): Promise<MoveCounts> {
  const { database, clock } = context;
  const { schoolId, personId } = caller;
  return await withGroups(context, schoolId, async (groups) => {
    requireMoves(groups, form);
    const counts = await countMoves(database, schoolId, form.moves);
    if (form.leavers !== null) requireFreeName(groups, form.leavers, 'leavers');
    if (form.dry_run) return counts;
    if (((await undoableMove(context, schoolId))?.id ?? null) !== form.after)
      throw conflict(MOVE_MESSAGES.moved);
    const leaversId = counts.leaving > 0 ? await makeLeavers(context, schoolId, groups, form) : null;
    const steps = await move(context, schoolId, form.moves, leaversId);
    await insertGroupMove(database, {
      schoolId,
      createdBy: personId,
      steps,
      leaversId,
      createdAt: clock.now(),
    });
    await recordAudit(context, caller, 'years_moved_up', namesOf(groups, form), { ...counts });
    return counts;
  });
}

function requireMoves(groups: readonly Group[], { moves }: MoveUp): void {
  const used = new Set(groups.filter(({ retiredAt }) => retiredAt === null).map(({ id }) => id));
  if (moves.some(({ from, to }) => !used.has(from) || (to !== null && !used.has(to))))
    throw invalid({ moves: GROUP_MESSAGES.unknown });
  if (new Set(moves.map(({ from }) => from)).size < moves.length)
    throw invalid({ moves: MOVE_MESSAGES.twice });
  if (moves.some(({ from, to }) => from === to)) throw invalid({ moves: MOVE_MESSAGES.itself });
}

function namesOf(groups: readonly Group[], { moves }: MoveUp): string {
  const moved = new Set(moves.map(({ from }) => from));
  return groups
    .filter(({ id }) => moved.has(id))
    .map(({ name }) => name)
    .join(', ');
}

// Retired from the start: nobody can be added to it, and nothing is sent to it.
async function makeLeavers(
  { database, clock }: AppContext,
  schoolId: string,
  groups: readonly Group[],
  { leavers: name }: MoveUp,
): Promise<string | null> {
  if (name === null) return null;
  requireStoredRoom(groups);
  const now = clock.now();
  const row = { schoolId, name, nameKey: groupKey(name), createdAt: now, retiredAt: now };
  return (await insertGroup(database, row)).id;
}

async function move(
  { database }: AppContext,
  schoolId: string,
  moves: MoveUp['moves'],
  leaversId: string | null,
): Promise<readonly StoredMove[]> {
  const targets = moves.map(({ from, to }) => ({ from, to: to ?? leaversId }));
  // All leave before any arrives, so that nobody is moved twice.
  const emptied = await emptyGroups(
    database,
    schoolId,
    targets.map(({ from }) => from),
  );
  const steps: StoredMove[] = [];
  for (const { from, to } of targets) {
    const who = emptied.filter(({ group_id }) => group_id === from).map(({ subscriber_id }) => subscriber_id);
    const given = to === null ? [] : who.map((subscriber_id) => ({ group_id: to, subscriber_id }));
    const added = new Set(
      (await insertGroupMembers(database, schoolId, given)).map(({ subscriber_id }) => subscriber_id),
    );
    const already = who.filter((id) => !added.has(id));
    steps.push({ from, to, moved: [...added], already });
  }
  return steps;
}

/** The last moving up, as long as it can be undone; null otherwise. */
export async function lastMove(context: AppContext, { schoolId }: Member): Promise<LastMove | null> {
  const row = await undoableMove(context, schoolId);
  if (row === null) return null;
  const undoable_until = endOf(row).toISOString();
  return { id: row.id, created_at: row.createdAt.toISOString(), undoable_until };
}

async function undoableMove(context: AppContext, schoolId: string): Promise<GroupMove | null> {
  const row = await findLastMove(context.database, schoolId);
  return row !== null && isUndoable(context, row) ? row : null;
}

const endOf = ({ createdAt }: GroupMove) => new Date(createdAt.getTime() + MOVE_UNDO_DAYS * DAY_MS);

function isUndoable({ clock }: AppContext, row: GroupMove): boolean {
  return clock.now() < endOf(row);
}

/** Undoes the last moving up that is not undone, for everybody who is still where it put them. Throws 404, and 409 if it is too
 * late, or if another one is the last. */
export async function undoYearsMove(context: AppContext, caller: Member, id: string): Promise<void> {
  const { database, clock } = context;
  const { schoolId } = caller;
  await withGroups(context, schoolId, async (groups) => {
    if (!(await isMoveOf(database, schoolId, id))) throw notFound('Move');
    const row = await undoableMove(context, schoolId);
    if (row?.id !== id) throw conflict(MOVE_MESSAGES.notUndoable);
    const back: { group_id: string; subscriber_id: string }[] = [];
    for (const { from, to, moved, already } of row.steps) {
      const put = to === null ? [] : moved.map((subscriber_id) => ({ group_id: to, subscriber_id }));
      const still = await deleteGroupMembers(database, schoolId, put);
      for (const subscriber_id of [...already, ...still.map((member) => member.subscriber_id)])
        back.push({ group_id: from, subscriber_id });
    }
    await insertGroupMembers(database, schoolId, back);
    const leavers = groups.find((group) => group.id === row.leaversId);
    if (leavers && !(await countMembers(database, schoolId)).has(leavers.id))
      await deleteGroupRow(database, leavers);
    await markGroupMoveUndone(database, row, clock.now());
    await recordAudit(context, caller, 'years_moved_back', '');
  });
}
