import { addMonths } from '#contract/rules/months.ts';
import { TRIAL_MONTHS } from '#contract/school.ts';

/** When the trial of a school created at `createdAt` ends: three calendar months later, at the same time in UTC. */
export function trialEnd(createdAt: Date): Date {
  return addMonths(createdAt, TRIAL_MONTHS);
}
