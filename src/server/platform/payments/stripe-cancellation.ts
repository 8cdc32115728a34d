import Stripe from 'stripe';
import { PaymentsUnavailable } from './payments.ts';
import { callStripe, nullIfNotFound } from './stripe-calls.ts';

/** Ending a subscription, and undoing that. */

/** See `PaymentPort.abandon`. */
export async function abandon(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await withInvoice(stripe, subscriptionId);
  if (subscription === null || subscription.status !== 'incomplete') return;
  const { latest_invoice: invoice } = subscription;
  // Stripe lets an invoice be either paid or voided, so a simultaneous payment wins.
  const isVoid = invoice === null || typeof invoice === 'string' || (await voidInvoice(stripe, invoice.id));
  const { status } = await callStripe(() => stripe.subscriptions.retrieve(subscriptionId));
  // The bank is still confirming the payment. Beginning another plan now could charge twice.
  if (!isVoid && status === 'incomplete') throw new PaymentsUnavailable('A payment is under way');
  if (isVoid && status !== 'canceled' && status !== 'incomplete_expired')
    await callStripe(() => stripe.subscriptions.cancel(subscriptionId));
}

/** See `PaymentPort.cancelRenewal`. */
export async function cancelRenewal(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await withInvoice(stripe, subscriptionId);
  if (subscription === null) return;
  const { status, latest_invoice: invoice } = subscription;
  if (status === 'past_due' || status === 'unpaid' || status === 'paused') {
    await callStripe(() => stripe.subscriptions.cancel(subscriptionId));
    if (invoice !== null && typeof invoice === 'object' && invoice.status === 'open')
      await voidInvoice(stripe, invoice.id);
  } else if (status === 'active' || status === 'trialing')
    await callStripe(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }));
}

/** See `PaymentPort.resumeRenewal`. */
export async function resumeRenewal(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await nullIfNotFound(() => stripe.subscriptions.retrieve(subscriptionId));
  if (subscription?.status !== 'active') return;
  // An end date may have been set in Stripe's dashboard. The two cannot be reset in one request.
  const back = subscription.cancel_at_period_end
    ? { cancel_at_period_end: false }
    : { cancel_at: '' as const };
  await callStripe(() => stripe.subscriptions.update(subscriptionId, back));
}

function withInvoice(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription | null> {
  return nullIfNotFound(() => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }));
}

/** Voids an invoice. False if it is paid or being paid. */
async function voidInvoice(stripe: Stripe, invoiceId: string): Promise<boolean> {
  try {
    await callStripe(() => stripe.invoices.voidInvoice(invoiceId));
    return true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // It may have been voided in Stripe's dashboard.
    const { status } = await callStripe(() => stripe.invoices.retrieve(invoiceId));
    return status !== 'paid' && status !== 'open';
  }
}
