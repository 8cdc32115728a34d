import { TRIAL_MONTHS } from '#contract/school.ts';

/**
 * When the trial of a school created at this moment ends: three calendar months later at the same time, in UTC. Where
 * that month is too short, on its last day: 30 November + 3 months is 28 or 29 February.
 */
export function trialEnd(createdAt: Date): Date {
  const end = new Date(createdAt);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + TRIAL_MONTHS);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(createdAt.getUTCDate(), lastDay));
  return end;
}
