import { z } from 'zod';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import type { TestApp } from './app.ts';

export type TestSubscriber = typeof subscribers.$inferSelect;

/** Inserts subscribers of a school into the database: `parent-1@home.example` and so on, numbered after `from`. */
export async function createSubscribers(
  { context }: Pick<TestApp, 'context'>,
  schoolId: string,
  count: number,
  changes: Partial<typeof subscribers.$inferInsert> = {},
  from = 0,
): Promise<readonly TestSubscriber[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    schoolId,
    firstName: 'Parent',
    lastName: String(from + at + 1),
    email: `parent-${from + at + 1}@home.example`,
    // Keeps their order.
    createdAt: new Date(context.clock.now().getTime() + from + at),
    ...changes,
  }));
  return await context.database.orm().insert(subscribers).values(rows).onConflictDoNothing().returning();
}

/** The number of subscribers whose row lists other groups than they are in; see the triggers of `subscriber_group_members`. */
export async function countWrongGroups({ context }: Pick<TestApp, 'context'>): Promise<number> {
  const { rows } = await context.database.query(`select count(*)::int as wrong from subscribers s
    where s.group_ids <> array(select m.group_id from subscriber_group_members m where m.subscriber_id = s.id order by 1)`);
  return z.array(z.object({ wrong: z.number() })).parse(rows)[0]?.wrong ?? 0;
}
