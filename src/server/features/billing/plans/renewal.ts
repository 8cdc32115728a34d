import { BILLING_MESSAGES } from '#contract/billing.ts';
import type { AppContext } from '#server/context.ts';
import { abandonAttempts } from '#server/features/billing/checkout/charge.ts';
import { syncSubscription } from '#server/features/billing/sync.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { currentPlan } from './current-plan.ts';

/** Ending the renewal, and bringing it back. */

/** Ends the renewal; the plan works until its end date. Throws 400 where there is none. */
export async function cancelByPerson(context: AppContext, { schoolId, personId }: Member): Promise<void> {
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.ended || plan.status === 'canceled')
    throw badRequest(BILLING_MESSAGES.nothingToCancel);
  await context.payments.cancelRenewal(plan.subscriptionId);
  await syncSubscription(context, plan.subscriptionId, { by: personId, endsRenewal: true });
}

/** Brings a cancelled renewal back. Throws 400 where there is none, or its end date is past. */
export async function enableByPerson(context: AppContext, { schoolId, personId }: Member): Promise<void> {
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.ended || plan.status !== 'canceled' || plan.endsAt <= context.clock.now())
    throw badRequest(BILLING_MESSAGES.nothingToEnable);
  await context.payments.resumeRenewal(plan.subscriptionId);
  await syncSubscription(context, plan.subscriptionId, { by: personId });
  // The provider may have ended it, or forgotten it: then nothing was brought back.
  if ((await currentPlan(context, schoolId))?.status !== 'active')
    throw badRequest(BILLING_MESSAGES.nothingToEnable);
}

/**
 * For the end of a school: nothing renews any more, and nothing that is open can be paid. No mail tells of it: the one
 * about the closing does. Fine where there is nothing to cancel. Throws `PaymentsAway`; calling it again is safe.
 */
export async function cancelRenewal(context: AppContext, schoolId: string, by: string | null): Promise<void> {
  await abandonAttempts(context, schoolId);
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.ended || plan.status === 'canceled') return;
  await context.payments.cancelRenewal(plan.subscriptionId);
  await syncSubscription(context, plan.subscriptionId, { by, endsRenewal: true, isClosing: true });
}

/** Asks the provider again where a paid time is over that should have been renewed; when it is away, things stay. */
export async function refreshPlan(context: AppContext, schoolId: string): Promise<void> {
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.status !== 'active' || plan.endsAt > context.clock.now()) return;
  await syncSubscription(context, plan.subscriptionId).catch(() => undefined);
}
