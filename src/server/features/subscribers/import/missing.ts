import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { subscriberImports, subscribers } from '#server/platform/db/schema/subscribers.ts';
import type { ImportRow } from './import-repo.ts';

/** Subscribers who are not in a file. They stay on the list: the school decides. */

/** Counts the subscribed people with none of these addresses. */
export async function countMissing(
  database: Database,
  schoolId: string,
  emails: readonly string[],
): Promise<number> {
  const given = sql`select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)`;
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .$count(subscribers, and(isSubscribed(schoolId), sql`${subscribers.email} not in (${given})`)),
  );
}

/** Counts the people subscribed since before a done import who were neither in its file nor in a later one. */
export async function countNotInFile(
  database: Database,
  { schoolId, id, createdAt }: Pick<ImportRow, 'schoolId' | 'id' | 'createdAt'>,
): Promise<number> {
  const wanted = and(
    isSubscribed(schoolId),
    sql`${subscribers.importId} is distinct from ${id}`,
    sql`${subscribers.createdAt} <= ${createdAt.toISOString()}::timestamptz`,
  );
  return await database.forSchool(schoolId, () => database.orm().$count(subscribers, wanted));
}

/** The list's condition for the same people, for the last import that is done; without one it matches nobody. */
export function isNotInLastFile(schoolId: string): SQL | undefined {
  const last = sql`select i.id, i.created_at from ${subscriberImports} i
    where i.school_id = ${schoolId} and i.status = 'done' order by i.created_at desc, i.id desc limit 1`;
  return and(
    isSubscribed(schoolId),
    sql`exists (select from (${last}) as last where ${subscribers.importId} is distinct from last.id
      and ${subscribers.createdAt} <= last.created_at)`,
  );
}

function isSubscribed(schoolId: string): SQL | undefined {
  return and(eq(subscribers.schoolId, schoolId), eq(subscribers.status, 'subscribed'));
}
