import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ImportUndoing } from '#contract/groups/import-groups.ts';
import { forgetFamilies } from '#server/data/families/forget.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  subscriberImportChanges as changes,
  subscriberGroupMembers as members,
  subscriberGroups,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';
import type { ImportRow } from './import-repo.ts';
import { revertMarked } from './marked.ts';

/** The changes of an import to each subscriber, kept to undo it. */

type ImportChange = typeof changes.$inferInsert;
type ImportKey = Pick<ImportRow, 'schoolId' | 'id' | 'createdAt'>;

export async function insertChanges(database: Database, rows: readonly ImportChange[]): Promise<void> {
  if (rows.length === 0) return;
  await database
    .orm()
    .insert(changes)
    .values([...rows])
    .onConflictDoNothing();
}

/** Puts subscribers into groups that are in use and that they have not left themselves. Returns the new memberships. */
export async function insertMembers(
  database: Database,
  schoolId: string,
  wanted: readonly { readonly subscriber_id: string; readonly group_id: string }[],
): Promise<readonly { readonly subscriberId: string; readonly groupId: string }[]> {
  if (wanted.length === 0) return [];
  const { rows } = await database.orm().execute(sql`
    insert into ${members} (school_id, group_id, subscriber_id)
    select g.school_id, g.id, given.subscriber_id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (subscriber_id uuid, group_id uuid)
    join ${subscriberGroups} g on g.id = given.group_id and g.school_id = ${schoolId} and g.retired_at is null
    join ${subscribers} s on s.id = given.subscriber_id and s.school_id = ${schoolId} and not g.id = any (s.left_group_ids)
    on conflict do nothing
    returning subscriber_id as "subscriberId", group_id as "groupId"`);
  return z.array(z.object({ subscriberId: z.string(), groupId: z.string() })).parse(rows);
}

/** Records that the file of an import has these addresses. Uses an array, so that the whole list is not read for each part. */
export async function markImported(
  database: Database,
  { schoolId, id }: ImportKey,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return;
  await database.orm().execute(sql`
    update ${subscribers} set import_id = ${id}
    where school_id = ${schoolId} and email = any(array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`);
}

// Neither edited nor unsubscribed since, nor in the file of a later import. `c` and `s` are the change and its subscriber.
const untouched = ({ id, createdAt }: ImportKey) =>
  sql`((s.status = 'subscribed' or c.has_left) and s.import_id = ${id} and (s.edited_at is null or s.edited_at < ${createdAt.toISOString()}::timestamptz))`;

/** Undoes the changes of a part of an import, except for people changed since. Resolves to the people who are no longer on the list. */
export async function revertChanges(
  database: Database,
  importKey: ImportKey,
  part: number,
): Promise<readonly { readonly id: string; readonly email: string }[]> {
  const { schoolId, id } = importKey;
  const ofPart = sql`c.school_id = ${schoolId} and c.import_id = ${id} and c.part = ${part}
    and s.id = c.subscriber_id and s.school_id = ${schoolId} and ${untouched(importKey)}`;
  const orm = database.orm();
  await revertMarked(database, importKey, part);
  await orm.execute(sql`
    delete from ${members} m using ${changes} c, ${subscribers} s
    where ${ofPart} and m.school_id = ${schoolId} and m.subscriber_id = s.id and m.group_id = any (c.group_ids)`);
  await orm.execute(sql`
    update ${subscribers} as kept set first_name = c.first_before, last_name = c.last_before
    from ${changes} c, ${subscribers} s where ${ofPart} and kept.id = s.id and c.first_before is not null`);
  const { rows } = await orm.execute(sql`
    select s.id, s.email from ${changes} c, ${subscribers} s where ${ofPart} and c.is_added for update of s`);
  const removed = z.array(z.object({ id: z.string(), email: z.string() })).parse(rows);
  await forgetFamilies(database, schoolId, removed);
  const ids = removed.map((subscriber) => subscriber.id);
  await orm.delete(subscribers).where(and(eq(subscribers.schoolId, schoolId), inArray(subscribers.id, ids)));
  await orm.delete(changes).where(and(ofImport(importKey), eq(changes.part, part)));
  return removed;
}

/** Counts what undoing an import would do. `made`: the groups that it made. */
export async function previewUndoing(
  database: Database,
  importKey: ImportKey,
  made: readonly string[],
): Promise<ImportUndoing> {
  const { schoolId, id } = importKey;
  const { rows } = await database.orm().execute(sql`
    select count(*) filter (where is_added and untouched)::int as removed,
      count(*) filter (where not untouched)::int as kept,
      count(*) filter (where untouched and has_left)::int as rejoined,
      count(*) filter (where not is_added and untouched and is_renamed)::int as renamed,
      count(*) filter (where not is_added and untouched and is_grouped)::int as regrouped
    from (select c.is_added, c.has_left, c.first_before is not null as is_renamed, cardinality(c.group_ids) > 0 as is_grouped,
        ${untouched(importKey)} as untouched
      from ${changes} c join ${subscribers} s on s.id = c.subscriber_id
      where c.school_id = ${schoolId} and c.import_id = ${id} and s.school_id = ${schoolId}) as each`);
  const counts = z

    .object({
      removed: z.number(),
      kept: z.number(),
      rejoined: z.number(),
      renamed: z.number(),
      regrouped: z.number(),
    })
    .parse(rows[0]);
  return { ...counts, groups: [...(await emptiedGroups(database, importKey, made))] };
}

async function emptiedGroups(
  database: Database,
  importKey: ImportKey,
  made: readonly string[],
): Promise<readonly string[]> {
  const { schoolId, id } = importKey;
  const { rows } = await database.orm().execute(sql`
    select g.name from ${subscriberGroups} g
    where g.school_id = ${schoolId} and g.id::text in (select jsonb_array_elements_text(${JSON.stringify(made)}::jsonb))
      and not exists (select from ${members} m where m.school_id = ${schoolId} and m.group_id = g.id
        and not exists (select from ${changes} c join ${subscribers} s on s.id = c.subscriber_id
          where c.school_id = ${schoolId} and c.import_id = ${id} and c.subscriber_id = m.subscriber_id
            and g.id = any (c.group_ids) and ${untouched(importKey)}))
    order by g.name`);
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

function ofImport({ schoolId, id }: ImportKey) {
  return and(eq(changes.schoolId, schoolId), eq(changes.importId, id));
}
