import { BILLING_MESSAGES } from '#contract/billing.ts';
import type { AppContext } from '#server/context.ts';
import { abandonAttempts } from '#server/features/billing/checkout/charge.ts';
import { syncSubscription } from '#server/features/billing/sync.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { currentPlan } from './current-plan.ts';

/** Cancelling the renewal, and resuming it. */

/** Cancels the renewal; the plan runs until its end date. Throws 400 if there is nothing to cancel. */
export async function cancelByPerson(context: AppContext, { schoolId, personId }: Member): Promise<void> {
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.ended || plan.status === 'canceled')
    throw badRequest(BILLING_MESSAGES.nothingToCancel);
  await context.payments.cancelRenewal(plan.subscriptionId);
  await syncSubscription(context, plan.subscriptionId, { by: personId, endsRenewal: true });
}

/** Resumes a cancelled renewal. Throws 400 if there is none, or its end date has passed. */
export async function enableByPerson(context: AppContext, { schoolId, personId }: Member): Promise<void> {
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.ended || plan.status !== 'canceled' || plan.endsAt <= context.clock.now())
    throw badRequest(BILLING_MESSAGES.nothingToEnable);
  await context.payments.resumeRenewal(plan.subscriptionId);
  await syncSubscription(context, plan.subscriptionId, { by: personId });
  // The provider may have ended or deleted it: then nothing was resumed.
  if ((await currentPlan(context, schoolId))?.status !== 'active')
    throw badRequest(BILLING_MESSAGES.nothingToEnable);
}

/**
 * For closing a school: cancels the renewal and closes the open attempt, if there are any. Sends no mail, as the mail about
 * closing mentions it. Throws `PaymentsUnavailable`. Idempotent.
 */
export async function cancelRenewal(context: AppContext, schoolId: string, by: string | null): Promise<void> {
  await abandonAttempts(context, schoolId);
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.ended || plan.status === 'canceled') return;
  await context.payments.cancelRenewal(plan.subscriptionId);
  await syncSubscription(context, plan.subscriptionId, { by, endsRenewal: true, isClosing: true });
}

/** Syncs a plan whose paid time has expired but should have been renewed. Changes nothing if the provider is down. */
export async function refreshPlan(context: AppContext, schoolId: string): Promise<void> {
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.status !== 'active' || plan.endsAt > context.clock.now()) return;
  await syncSubscription(context, plan.subscriptionId).catch(() => undefined);
}
