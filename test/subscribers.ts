import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import type { TestApp } from './app.ts';

/** A subscriber's row. */
export type TestSubscriber = typeof subscribers.$inferSelect;

/** Subscribers of a school, straight into the database: `parent-1@home.example` and so on, counted from `from`. */
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
    // In this order.
    createdAt: new Date(context.clock.now().getTime() + from + at),
    ...changes,
  }));
  return await context.database.orm().insert(subscribers).values(rows).onConflictDoNothing().returning();
}
