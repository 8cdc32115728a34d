import { BILLING_MESSAGES } from '#contract/billing.ts';
import type { AppContext } from '#server/context.ts';
import { currentPlan } from '#server/features/billing/plans/current-plan.ts';
import { syncSubscription } from '#server/features/billing/sync.ts';
import { badRequest, conflict } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { type NewCardResult, PaymentRefused } from '#server/platform/payments/payments.ts';

/**
 * Changing the plan's card: the browser sends the card to the provider, then we make the provider use it. An open invoice, as of a failed
 * renewal, is paid with it at once.
 */

/** The secret with which the browser sends the card to the provider. Throws 409 without a running plan. */
export async function beginCardChange(context: AppContext, { schoolId }: Member): Promise<string> {
  const plan = await currentPlan(context, schoolId);
  const secret =
    plan === null || plan.ended ? null : await context.payments.beginCardChange(plan.subscriptionId);
  if (secret !== null) return secret;
  // The plan may have ended at the provider meanwhile.
  if (plan !== null) await syncSubscription(context, plan.subscriptionId);
  throw conflict(BILLING_MESSAGES.noPlanToPay);
}

/** Uses the card that the browser has sent. Throws 400 if there is none or the provider refuses it; 409 without a running plan. */
export async function finishCardChange(context: AppContext, { schoolId, personId }: Member): Promise<void> {
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.ended) throw conflict(BILLING_MESSAGES.noPlanToPay);
  try {
    const taken = await applyNewCard(context, plan.subscriptionId, personId);
    // If the provider's event came first, the card is in use already and the answer is not 'none'.
    if (taken === 'none') throw badRequest(BILLING_MESSAGES.noCardGiven);
  } catch (error) {
    if (error instanceof PaymentRefused) throw badRequest(error.message);
    throw error;
  }
}

/** Makes the provider use the card sent last, then syncs the subscription. Throws `PaymentRefused`. */
export async function applyNewCard(
  context: AppContext,
  subscriptionId: string,
  by: string | null,
): Promise<NewCardResult> {
  try {
    const taken = await context.payments.applyNewCard(subscriptionId);
    await syncSubscription(context, subscriptionId, { by, hasNewCard: taken === 'new' });
    return taken;
  } catch (error) {
    if (error instanceof PaymentRefused) await syncSubscription(context, subscriptionId, { by });
    throw error;
  }
}
