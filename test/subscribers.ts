import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import type { TestApp } from './app.ts';

export type TestSubscriber = typeof subscribers.$inferSelect;

/** Inserts subscribers of a school into the database: `parent-1@home.example` and so on, numbered after `from`. */
export async function createSubscribers(
  { context }: Pick<TestApp, 'context'>,
  schoolId: string,
  count: number,
  changes: Partial<TestSubscriber> = {},
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
