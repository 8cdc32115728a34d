import Stripe from 'stripe';
import { PaymentsAway } from './payments.ts';
import { asked, found404 } from './stripe-calls.ts';

/** How a subscription ends, and how that is taken back. */

/** See `PaymentPort.abandon`. */
export async function abandon(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await withInvoice(stripe, subscriptionId);
  if (subscription === null || subscription.status !== 'incomplete') return;
  const { latest_invoice: invoice } = subscription;
  // Stripe lets an invoice be paid or voided, never both: who pays at this very moment wins.
  const isVoid = invoice === null || typeof invoice === 'string' || (await voided(stripe, invoice.id));
  const { status } = await asked(() => stripe.subscriptions.retrieve(subscriptionId));
  // The bank is still asked: whoever began another plan now might pay twice.
  if (!isVoid && status === 'incomplete') throw new PaymentsAway('A payment is under way');
  if (isVoid && status !== 'canceled' && status !== 'incomplete_expired')
    await asked(() => stripe.subscriptions.cancel(subscriptionId));
}

/** See `PaymentPort.cancelRenewal`. */
export async function cancelRenewal(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await withInvoice(stripe, subscriptionId);
  if (subscription === null) return;
  const { status, latest_invoice: invoice } = subscription;
  if (status === 'past_due' || status === 'unpaid' || status === 'paused') {
    await asked(() => stripe.subscriptions.cancel(subscriptionId));
    if (invoice !== null && typeof invoice === 'object' && invoice.status === 'open')
      await voided(stripe, invoice.id);
  } else if (status === 'active' || status === 'trialing')
    await asked(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }));
}

/** See `PaymentPort.resumeRenewal`. */
export async function resumeRenewal(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await found404(() => stripe.subscriptions.retrieve(subscriptionId));
  if (subscription?.status !== 'active') return;
  // Somebody at Stripe may have set a day of its own; the two can't be taken back in one request.
  const back = subscription.cancel_at_period_end
    ? { cancel_at_period_end: false }
    : { cancel_at: '' as const };
  await asked(() => stripe.subscriptions.update(subscriptionId, back));
}

function withInvoice(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription | null> {
  return found404(() => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }));
}

/** False where the invoice is paid, or just being paid. */
async function voided(stripe: Stripe, invoiceId: string): Promise<boolean> {
  try {
    await asked(() => stripe.invoices.voidInvoice(invoiceId));
    return true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // Somebody at Stripe may have done it by hand.
    const { status } = await asked(() => stripe.invoices.retrieve(invoiceId));
    return status !== 'paid' && status !== 'open';
  }
}
