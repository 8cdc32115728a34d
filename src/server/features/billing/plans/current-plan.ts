import type { House } from '#server/context.ts';
import { listSubscriptions } from '#server/features/billing/repo.ts';
import { type Plan, planOf } from './plan.ts';

/** A school's plan as it was put down last; null as long as none was ever paid. */
export async function currentPlan(house: House, schoolId: string): Promise<Plan | null> {
  return await house.database.forSchool(schoolId, async () =>
    planOf(await listSubscriptions(house, schoolId)),
  );
}
