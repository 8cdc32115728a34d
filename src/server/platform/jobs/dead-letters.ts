import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';
import { type JobPort, queue } from './jobs.ts';
import { DEAD_LETTERS } from './pg-boss.ts';

/** Jobs that have failed for the last time, for operators. They are kept for seven days. */

const letterRow = z.object({
  id: z.uuid(),
  /** The job's queue; null if an earlier program version moved it here. */
  queue: z.string().nullable(),
  failedAt: z.coerce.date(),
  /** The reason, without addresses. */
  why: z.string().nullable(),
});
export type DeadLetter = z.infer<typeof letterRow>;

const LETTERS = `select id, source_name as queue, created_on as "failedAt", source_output->>'message' as why
  from pgboss.job where name = $1 and state < 'active' order by created_on, id`;

/** All dead letters, the oldest first. */
export async function listDeadLetters(database: Database): Promise<readonly DeadLetter[]> {
  const { rows } = await database.query(LETTERS, [DEAD_LETTERS]);
  return z.array(letterRow).parse(rows);
}

const takenRow = z.object({ queue: z.string().nullable(), data: z.object({ data: z.unknown() }) });

/** Deletes dead letters, and with `jobs` sends them again to their original queues. Resolves to their number. */
export async function takeDeadLetters(
  database: Database,
  ids: readonly string[],
  jobs?: Pick<JobPort, 'send'>,
): Promise<number> {
  return await database.transaction(async () => {
    const { rows } = await database.query(
      'delete from pgboss.job where name = $1 and id = any($2::uuid[]) returning source_name as queue, data',
      [DEAD_LETTERS, [...ids]],
    );
    const taken = z.array(takenRow).parse(rows);
    for (const { queue: name, data } of taken)
      if (jobs !== undefined && name !== null) await jobs.send(queue(name, z.unknown()), data.data);
    return taken.length;
  });
}
