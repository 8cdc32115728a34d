import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { schools } from '#server/platform/db/schema/core.ts';

/** Whether a school is held to what a trial may mail, to parents and to whom it invites. Threat 45. */

type School = Pick<typeof schools.$inferSelect, 'id' | 'subscriptionStatus'>;

/** Whether a school has neither paid nor the operator's trust. */
export function isOnTrialQuota({ config }: AppContext, { id, subscriptionStatus }: School): boolean {
  return subscriptionStatus === 'trial' && !config.trustedSchools.includes(id);
}

/** The same of a school by its id; not of one that is gone. */
export async function isSchoolOnTrialQuota(context: AppContext, id: string): Promise<boolean> {
  const { database } = context;
  return await database.forSchool(id, async () => {
    const [school] = await database
      .orm()
      .select({ id: schools.id, subscriptionStatus: schools.subscriptionStatus })
      .from(schools)
      .where(eq(schools.id, id));
    return school !== undefined && isOnTrialQuota(context, school);
  });
}
