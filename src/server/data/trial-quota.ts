import { eq } from 'drizzle-orm';
import type { House } from '#server/context.ts';
import { schools } from '#server/platform/db/schema/core.ts';

/** Whether a school is held to what a trial may mail, to parents and to whom it invites. Threat 45. */

type School = Pick<typeof schools.$inferSelect, 'id' | 'subscriptionStatus'>;

/** Whether a school has neither paid nor the operator's trust. */
export function isOnTrialQuota({ config }: House, { id, subscriptionStatus }: School): boolean {
  return subscriptionStatus === 'trial' && !config.trustedSchools.includes(id);
}

/** The same of a school by its id; not of one that is gone. */
export async function isSchoolOnTrialQuota(house: House, id: string): Promise<boolean> {
  const { database } = house;
  return await database.forSchool(id, async () => {
    const [school] = await database
      .orm()
      .select({ id: schools.id, subscriptionStatus: schools.subscriptionStatus })
      .from(schools)
      .where(eq(schools.id, id));
    return school !== undefined && isOnTrialQuota(house, school);
  });
}
