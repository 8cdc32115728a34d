import { z } from 'zod';
import { idParams, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { groupKey } from './group-names.ts';
import { GROUPS_MAX, groupName } from './groups.ts';

/** Moving years up: in July Year 3 becomes Year 4, and Year 6 leaves. */

/** How long it can be undone. */
export const MOVE_UNDO_DAYS = 7;

export const MOVE_MESSAGES = {
  none: 'Please choose a group that moves',
  twice: 'A group can move only once',
  itself: 'A group cannot move into itself',
  notUndoable: 'This can no longer be undone',
  moved: 'The years have been moved up meanwhile. Please look at the groups again',
} as const;

const moveUpForm = z.strictObject({
  /** The families of `from` move to `to`, all at once; null: they leave. */
  moves: z
    .array(z.strictObject({ from: z.uuid(), to: z.uuid().nullable() }))
    .min(1, MOVE_MESSAGES.none)
    .max(GROUPS_MAX),
  /** The new retired group that keeps those who leave; null for none. */
  leavers: groupName.nullable(),
  /** The last move-up that the person has seen; null for none. It prevents a double click from moving the years twice. */
  after: z.uuid().nullable(),
  /** Whether to count only. */
  dry_run: z.boolean().optional(),
});
export type MoveUp = z.infer<typeof moveUpForm>;

const counts = z.object({
  /** Families who move to another group. */
  moving: z.number().int(),
  leaving: z.number().int(),
  /** Leavers who are then in no other group. */
  groupless: z.number().int(),
});
export type MoveCounts = z.infer<typeof counts>;

const lastMove = z.object({
  id: z.uuid(),
  created_at: timestamp,
  undoable_until: timestamp,
});
export type LastMove = z.infer<typeof lastMove>;

export const moveUpRoutes = {
  moveUp: route({
    method: 'POST',
    path: '/groups/moves',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary:
      'Move years up: the families of each group into the next one, all at once; a dry run only counts',
    wrapper: 'move',
    body: moveUpForm,
    status: 200,
    reply: z.object({ moved: counts }),
  }),
  lastMove: route({
    method: 'GET',
    path: '/groups/moves/last',
    access: 'owner_or_admin',
    summary: 'The last moving up of years, as long as it can be undone; null otherwise',
    status: 200,
    reply: z.object({ move: lastMove.nullable() }),
  }),
  undoMove: route({
    method: 'PUT',
    path: '/groups/moves/:id/undo',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary: 'Undo the moving up of years, for whoever is still where it put them',
    params: idParams,
    status: 204,
  }),
} as const;

const FIRST = ['nursery', 'reception'];
const YEAR = /^((?:year|yr|y|class|grade)?\s*)(\d{1,2})(?!\d)(.*)$/;

/** A year group: its place among the years, and the key of the group after it. */
type Year = { readonly id: string; readonly year: number; readonly next: string };

/** The year of a group, so that 'year 4b' comes after 'Year 3B'; null for any other group. */
function yearOf({ id, name }: { readonly id: string; readonly name: string }): Year | null {
  const key = groupKey(name);
  const early = FIRST.indexOf(key);
  if (early >= 0) return { id, year: early + 1 - FIRST.length, next: FIRST[early + 1] ?? 'year 1' };
  const [, word, number, rest] = YEAR.exec(key) ?? [];
  return number === undefined
    ? null
    : { id, year: Number(number), next: `${word}${Number(number) + 1}${rest}` };
}

/**
 * The moves to suggest in July: each year into the next one that the school has; the last ones leave. Where the
 * next year is missing, the person decides. Pure.
 */
export function suggestMoves(
  groups: readonly { readonly id: string; readonly name: string }[],
): readonly { readonly from: string; readonly to: string | null }[] {
  const ids = new Map(groups.map(({ id, name }) => [groupKey(name), id]));
  const years = groups.flatMap((group) => yearOf(group) ?? []);
  const last = Math.max(...years.map(({ year }) => year));
  const moves = years.flatMap(({ id, year, next }) => {
    const to = ids.get(next) ?? null;
    return to === null && year < last ? [] : [{ from: id, to }];
  });
  return moves.some(({ to }) => to !== null) ? moves : [];
}
