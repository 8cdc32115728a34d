import type Stripe from 'stripe';
import type { PaidPlan } from '#contract/rules/prices.ts';
import type { ProviderInvoice, ProviderSubscription, SubscriptionState } from './payments.ts';

/** Converts Stripe's objects to ours. Written for API version 2026-10-28. */

/** The metadata key for the school of a subscription. */
export const SCHOOL_KEY = 'school_id';
/** The metadata key for the subscription of a setup intent. */
export const SUBSCRIPTION_KEY = 'subscription_id';

const STATES: Readonly<Record<string, SubscriptionState>> = {
  incomplete: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

/** Stripe's timestamps are in seconds. */
function moment(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** The id of an object that may be expanded, an id, or absent. */
export function idOf(thing: string | { readonly id: string } | null | undefined): string | null {
  if (thing === null || thing === undefined) return null;
  return typeof thing === 'string' ? thing : thing.id;
}

/** Whether a subscription has ended for good. */
export function isEnded({ status }: Stripe.Subscription): boolean {
  return STATES[status] === 'ended';
}

/** Converts a subscription with its expanded default payment method, and its paid invoices. */
export function subscriptionOf(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): ProviderSubscription {
  const state = STATES[subscription.status] ?? 'past_due';
  const plan = paidPlanOf(subscription);
  const paid = invoices
    .filter(({ status }) => status === 'paid')
    .map((invoice) => invoiceOf(invoice, plan))
    .sort((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
  return {
    id: subscription.id,
    schoolId: subscription.metadata[SCHOOL_KEY] ?? null,
    plan,
    state,
    renews: !subscription.cancel_at_period_end && subscription.cancel_at === null,
    paidUntil: paidUntil(subscription, state, paid),
    ...cardOf(subscription),
    createdAt: moment(subscription.created),
    invoices: paid,
  };
}

// A renewal's invoice is paid about an hour after the period begins. Until it fails, the new period counts as paid.
function paidUntil(
  subscription: Stripe.Subscription,
  state: SubscriptionState,
  paid: readonly ProviderInvoice[],
): Date | null {
  const ends = paid.map(({ periodEnd }) => periodEnd.getTime());
  const last = ends.length === 0 ? null : new Date(Math.max(...ends));
  if (state === 'active') {
    const item = subscription.items.data[0];
    return item === undefined ? last : moment(item.current_period_end);
  }
  if (state === 'ended' && last !== null && subscription.ended_at !== null) {
    // Ended in Stripe's dashboard before its time.
    return new Date(Math.min(last.getTime(), subscription.ended_at * 1000));
  }
  return last;
}

// Judged by the interval and not by the price id, since a later price has another id.
function paidPlanOf(subscription: Stripe.Subscription): PaidPlan {
  const interval = subscription.items.data[0]?.price.recurring?.interval;
  if (interval === 'year') return 'yearly';
  if (interval === 'month') return 'monthly';
  throw new Error(`The subscription ${subscription.id} is paid neither by the month nor by the year`);
}

function cardOf({ default_payment_method: method }: Stripe.Subscription) {
  const card = method === null || typeof method === 'string' ? undefined : method.card;
  if (card === undefined) return { cardLast4: null, cardExpiresAt: null };
  // Cards are valid to the end of their month.
  return { cardLast4: card.last4, cardExpiresAt: new Date(Date.UTC(card.exp_year, card.exp_month, 1)) };
}

function invoiceOf(invoice: Stripe.Invoice, plan: PaidPlan): ProviderInvoice {
  // The invoice's own period is the previous one. The paid period is that of its line.
  const period = invoice.lines.data[0]?.period;
  return {
    id: invoice.id,
    number: invoice.number ?? invoice.id,
    plan,
    amount: invoice.amount_paid,
    periodStart: moment(period?.start ?? invoice.period_start),
    periodEnd: moment(period?.end ?? invoice.period_end),
    paidAt: moment(invoice.status_transitions.paid_at ?? invoice.created),
  };
}

/** The id of the subscription that an event concerns, if any. */
export function subscriptionOfEvent(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return event.data.object.id;
    case 'invoice.paid':
    case 'invoice.payment_succeeded':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return subscriptionOfInvoice(event.data.object);
    case 'setup_intent.succeeded':
      return event.data.object.metadata?.[SUBSCRIPTION_KEY] ?? null;
    default:
      return null;
  }
}

// Events have the API version of the account. Older versions name the subscription elsewhere.
function subscriptionOfInvoice(invoice: Stripe.Invoice): string | null {
  const older: unknown = Reflect.get(invoice, 'subscription');
  return (
    idOf(invoice.parent?.subscription_details?.subscription) ?? (typeof older === 'string' ? older : null)
  );
}
