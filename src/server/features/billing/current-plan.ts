import type { House } from '../../house.ts';
import { type Plan, planOf } from './plan.ts';
import { listSubscriptions } from './repo.ts';

/** A school's plan as it was put down last; null as long as none was ever paid. */
export async function currentPlan(house: House, schoolId: string): Promise<Plan | null> {
  return await house.database.forSchool(schoolId, async () =>
    planOf(await listSubscriptions(house, schoolId)),
  );
}
