import { and, eq, lt } from 'drizzle-orm';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';

/** The time before which ended deliveries have forgotten their recipients; null if recipients are kept. */
export function forgottenBefore({ config, clock }: Pick<AppContext, 'config' | 'clock'>): Date | null {
  const days = config.retentionRecipientsDays;
  return days === undefined ? null : new Date(clock.now().getTime() - days * DAY_MS);
}

/** Whether the recipients of a newsletter are no longer known, so that another sending could reach them twice. */
export async function hasForgotten(
  context: AppContext,
  schoolId: string,
  newsletterId: string,
): Promise<boolean> {
  const before = forgottenBefore(context);
  if (before === null) return false;
  const { database } = context;
  const found = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.schoolId, schoolId),
          eq(deliveries.newsletterId, newsletterId),
          lt(deliveries.finishedAt, before),
        ),
      )
      .limit(1),
  );
  return found.length > 0;
}
