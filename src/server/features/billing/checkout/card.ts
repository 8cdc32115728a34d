import { BILLING_MESSAGES } from '#contract/billing.ts';
import type { AppContext } from '#server/context.ts';
import { currentPlan } from '#server/features/billing/plans/current-plan.ts';
import { syncSubscription } from '#server/features/billing/sync.ts';
import { badRequest, conflict } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { PaymentRefused, type TakenCard } from '#server/platform/payments/payments.ts';

/**
 * Another card for the plan: the browser gives it to the provider, and we ask the provider to take it up. What is open,
 * as a renewal that failed, is paid with it at once.
 */

/** The secret with which the browser gives the card. Throws 409 where no plan runs. */
export async function beginCardChange(context: AppContext, { schoolId }: Member): Promise<string> {
  const plan = await currentPlan(context, schoolId);
  const secret =
    plan === null || plan.ended ? null : await context.payments.beginCardChange(plan.subscriptionId);
  if (secret !== null) return secret;
  // The provider may know that it has ended meanwhile.
  if (plan !== null) await syncSubscription(context, plan.subscriptionId);
  throw conflict(BILLING_MESSAGES.noPlanToPay);
}

/** Takes up the card that the browser has given. Throws 400 where it has given none, or with the provider's words; 409 where no plan runs. */
export async function finishCardChange(context: AppContext, { schoolId, personId }: Member): Promise<void> {
  const plan = await currentPlan(context, schoolId);
  if (plan === null || plan.ended) throw conflict(BILLING_MESSAGES.noPlanToPay);
  try {
    const taken = await takeCard(context, plan.subscriptionId, personId);
    // The provider's event may have come first: then it was taken up before.
    if (taken === 'none') throw badRequest(BILLING_MESSAGES.noCardGiven);
  } catch (error) {
    if (error instanceof PaymentRefused) throw badRequest(error.message);
    throw error;
  }
}

/** Has the card that was given last taken up, and puts down how things stand then. Throws `PaymentRefused`. */
export async function takeCard(
  context: AppContext,
  subscriptionId: string,
  by: string | null,
): Promise<TakenCard> {
  try {
    const taken = await context.payments.takeCard(subscriptionId);
    await syncSubscription(context, subscriptionId, { by, hasNewCard: taken === 'new' });
    return taken;
  } catch (error) {
    if (error instanceof PaymentRefused) await syncSubscription(context, subscriptionId, { by });
    throw error;
  }
}
