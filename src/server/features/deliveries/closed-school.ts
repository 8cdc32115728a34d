import { and, eq, isNull } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { PAUSE_REASONS } from './obstacles.ts';

/** Pauses the deliveries of a school that closes. If the school is reopened, a person resumes them; digests end. */
export async function pauseForClosing({ database }: AppContext, schoolId: string): Promise<void> {
  await database.forSchool(schoolId, async () => {
    await database
      .orm()
      .update(deliveries)
      .set({ status: 'paused', trouble: PAUSE_REASONS.closed })
      .where(
        and(
          eq(deliveries.schoolId, schoolId),
          eq(deliveries.status, 'sending'),
          isNull(deliveries.digestMonth),
        ),
      );
  });
}
