import { and, eq, isNull } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { PAUSE_REASONS } from './obstacles.ts';

/**
 * Pauses the deliveries of a school that closes or is suspended. Once it is open again, a person resumes them; digests end. Scheduled ones
 * meet the obstacle at their time.
 */
export async function pauseSending(
  { database }: AppContext,
  schoolId: string,
  why: 'closed' | 'suspended',
): Promise<void> {
  await database.forSchool(schoolId, async () => {
    await database
      .orm()
      .update(deliveries)
      .set({ status: 'paused', trouble: PAUSE_REASONS[why], troubleFor: 'school' })
      .where(
        and(
          eq(deliveries.schoolId, schoolId),
          eq(deliveries.status, 'sending'),
          isNull(deliveries.digestMonth),
        ),
      );
  });
}
