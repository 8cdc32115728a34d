import type { AppContext } from '#server/context.ts';
import { listSubscriptions } from '#server/features/billing/repo.ts';
import { type Plan, planOfSubscriptions } from './plan.ts';

/** A school's plan as last synced; null if none was ever paid. */
export async function currentPlan(context: AppContext, schoolId: string): Promise<Plan | null> {
  return await context.database.forSchool(schoolId, async () =>
    planOfSubscriptions(await listSubscriptions(context, schoolId)),
  );
}
