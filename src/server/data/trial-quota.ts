import type { AppContext } from '#server/context.ts';
import type { School } from './schools.ts';

/** Whether the trial's limits on newsletters and invitations apply to a school. Threat 45. */

/** Whether a school is on trial and not trusted by the operator. */
export function isOnTrialQuota(
  { config }: AppContext,
  { id, subscriptionStatus }: Pick<School, 'id' | 'subscriptionStatus'>,
): boolean {
  return subscriptionStatus === 'trial' && !config.trustedSchools.includes(id);
}
