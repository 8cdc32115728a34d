import type { AppContext } from '#server/context.ts';
import { findSchool, type School } from './schools.ts';

/** Whether a school is held to what a trial may mail, to parents and to whom it invites. Threat 45. */

/** Whether a school has neither paid nor the operator's trust. */
export function isOnTrialQuota(
  { config }: AppContext,
  { id, subscriptionStatus }: Pick<School, 'id' | 'subscriptionStatus'>,
): boolean {
  return subscriptionStatus === 'trial' && !config.trustedSchools.includes(id);
}

/** The same of a school by its id; not of one that is gone. */
export async function isSchoolOnTrialQuota(context: AppContext, id: string): Promise<boolean> {
  const school = await findSchool(context.database, id);
  return school !== undefined && isOnTrialQuota(context, school);
}
