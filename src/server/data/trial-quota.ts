import type { AppContext } from '#server/context.ts';
import { findSchool, type School } from './schools.ts';

/** Whether the trial's limits on newsletters and invitations apply to a school. Threat 45. */

/** Whether a school is on trial and not trusted by the operator. */
export function isOnTrialQuota(
  { config }: AppContext,
  { id, subscriptionStatus }: Pick<School, 'id' | 'subscriptionStatus'>,
): boolean {
  return subscriptionStatus === 'trial' && !config.trustedSchools.includes(id);
}

/** The same by id; false for a school that no longer exists. */
export async function isSchoolOnTrialQuota(context: AppContext, id: string): Promise<boolean> {
  const school = await findSchool(context.database, id);
  return school !== undefined && isOnTrialQuota(context, school);
}
