import { and, eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { HELD_REASONS } from './obstacles.ts';

/** Holds what a school has under way when it is closed; once it is taken back, a person goes on. */
export async function holdForClosing({ database }: AppContext, schoolId: string): Promise<void> {
  await database.forSchool(schoolId, async () => {
    await database
      .orm()
      .update(deliveries)
      .set({ status: 'paused', trouble: HELD_REASONS.closed })
      .where(and(eq(deliveries.schoolId, schoolId), eq(deliveries.status, 'sending')));
  });
}
