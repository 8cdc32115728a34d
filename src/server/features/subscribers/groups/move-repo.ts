import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MoveCounts, MoveUp } from '#contract/groups/move-up.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  groupMoves,
  subscriberGroupMembers as members,
  type StoredMove,
  subscriberGroups,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';

/** Queries that move families from group to group, many at once. */

export type GroupMove = typeof groupMoves.$inferSelect;
type Moves = MoveUp['moves'];

const memberRow = z.object({ group_id: z.string(), subscriber_id: z.string() });
type MemberRow = z.infer<typeof memberRow>;

/** Counts what moving would do. */
export async function countMoves(database: Database, schoolId: string, moves: Moves): Promise<MoveCounts> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as given ("from" uuid, "to" uuid)`;
  const { rows } = await database.orm().execute(sql`
    with moved as (
      select m.subscriber_id, given."to" from ${members} m join ${given} on given."from" = m.group_id
      where m.school_id = ${schoolId}),
    staying as (
      select m.subscriber_id from ${members} m
      join ${subscriberGroups} g on g.id = m.group_id and g.retired_at is null
      where m.school_id = ${schoolId} and m.group_id not in (select given."from" from ${given})
      union select subscriber_id from moved where "to" is not null)
    select count(distinct subscriber_id) filter (where "to" is not null)::int as moving,
      count(distinct subscriber_id) filter (where "to" is null)::int as leaving,
      count(distinct subscriber_id) filter (where subscriber_id not in (select subscriber_id from staying))::int as groupless
    from moved`);
  return z.object({ moving: z.number(), leaving: z.number(), groupless: z.number() }).parse(rows[0]);
}

/** Takes everybody out of these groups. Returns the removed memberships. */
export async function emptyGroups(
  database: Database,
  schoolId: string,
  groupIds: readonly string[],
): Promise<readonly MemberRow[]> {
  const { rows } = await database.orm().execute(sql`
    delete from ${members} where school_id = ${schoolId}
      and group_id::text in (select jsonb_array_elements_text(${JSON.stringify(groupIds)}::jsonb))
    returning group_id, subscriber_id`);
  return z.array(memberRow).parse(rows);
}

/** Puts subscribers into groups of the school. Returns the new memberships. */
export async function insertGroupMembers(
  database: Database,
  schoolId: string,
  wanted: readonly MemberRow[],
): Promise<readonly MemberRow[]> {
  const { rows } = await database.orm().execute(sql`
    insert into ${members} (school_id, group_id, subscriber_id)
    select g.school_id, g.id, s.id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (group_id uuid, subscriber_id uuid)
    join ${subscriberGroups} g on g.id = given.group_id and g.school_id = ${schoolId}
    join ${subscribers} s on s.id = given.subscriber_id and s.school_id = ${schoolId}
    on conflict do nothing
    returning group_id, subscriber_id`);
  return z.array(memberRow).parse(rows);
}

/** Takes subscribers out of groups. Returns the memberships that still existed. */
export async function deleteGroupMembers(
  database: Database,
  schoolId: string,
  wanted: readonly MemberRow[],
): Promise<readonly MemberRow[]> {
  const { rows } = await database.orm().execute(sql`
    delete from ${members} m
    using jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (group_id uuid, subscriber_id uuid)
    where m.school_id = ${schoolId} and m.group_id = given.group_id and m.subscriber_id = given.subscriber_id
    returning m.group_id, m.subscriber_id`);
  return z.array(memberRow).parse(rows);
}

export async function insertGroupMove(
  database: Database,
  row: typeof groupMoves.$inferInsert & { readonly steps: readonly StoredMove[] },
): Promise<void> {
  await database.orm().insert(groupMoves).values(row);
}

/** The last moving up of a school that is not undone; null without one. */
export async function findLastMove(database: Database, schoolId: string): Promise<GroupMove | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(groupMoves)
      .where(and(eq(groupMoves.schoolId, schoolId), isNull(groupMoves.undoneAt)))
      .orderBy(desc(groupMoves.createdAt), desc(groupMoves.id))
      .limit(1),
  );
  return row ?? null;
}

/** Whether the school has this moving up, undone or not. */
export async function isMoveOf(database: Database, schoolId: string, id: string): Promise<boolean> {
  const own = and(eq(groupMoves.schoolId, schoolId), eq(groupMoves.id, id));
  return (await database.forSchool(schoolId, () => database.orm().$count(groupMoves, own))) > 0;
}

export async function markGroupMoveUndone(
  database: Database,
  { schoolId, id }: Pick<GroupMove, 'schoolId' | 'id'>,
  undoneAt: Date,
): Promise<void> {
  const own = and(eq(groupMoves.schoolId, schoolId), eq(groupMoves.id, id));
  await database.orm().update(groupMoves).set({ undoneAt, steps: [] }).where(own);
}
