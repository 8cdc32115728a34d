import type Stripe from 'stripe';
import { paymentMethodObject } from './card-objects.ts';
import { invoiceObject, NO_TAX } from './invoice-objects.ts';
import type { DoubleCard, DoubleSubscription } from './types.ts';

/** Subscriptions and prices as Stripe's API sends them, checked against the SDK's types. */

/** A recurring price. */
export function priceObject(price: string, interval: 'month' | 'year', pence: number | null) {
  return {
    id: price,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: 0,
    currency: 'gbp',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: 'prod_1',
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'exclusive',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: pence,
    unit_amount_decimal: null,
  } satisfies Stripe.Price;
}

function itemObject(of: DoubleSubscription): Omit<Stripe.SubscriptionItem, 'plan'> {
  return {
    id: `si_${of.id}`,
    object: 'subscription_item',
    billing_thresholds: null,
    created: of.created,
    current_period_end: of.periodEnd,
    current_period_start: of.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    price: priceObject(of.price, of.interval, of.invoices[0]?.total ?? null),
    quantity: 1,
    subscription: of.id,
    tax_rates: [],
  };
}

/** `expand`: `default_payment_method`, `latest_invoice`, `latest_invoice.confirmation_secret`. */
export function subscriptionObject(
  of: DoubleSubscription,
  expand: readonly string[] = [],
  card: DoubleCard | null = null,
) {
  const latest = of.invoices.at(-1);
  const whole = expand.some((path) => path.startsWith('latest_invoice'));
  const { id, customer, status, created, metadata } = of;
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: NO_TAX,
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: of.cancelAtPeriodEnd ? of.periodEnd : of.cancelAt,
    cancel_at_period_end: of.cancelAtPeriodEnd,
    canceled_at: of.endedAt,
    cancellation_details: null,
    collection_method: 'charge_automatically',
    created,
    currency: 'gbp',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method:
      card !== null && expand.includes('default_payment_method') ? paymentMethodObject(card) : of.method,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: of.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      // The legacy `plan` is a copy of `price` that is not read.
      data: [{ ...itemObject(of), plan: planObject(of) }],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: latest === undefined ? null : whole ? invoiceObject(of, latest, expand) : latest.id,
    livemode: false,
    managed_payments: null,
    metadata: { ...metadata },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  } satisfies Stripe.Subscription;
}

function planObject({ price, interval, invoices }: DoubleSubscription) {
  return {
    id: price,
    object: 'plan',
    active: true,
    amount: invoices[0]?.total ?? null,
    amount_decimal: null,
    billing_scheme: 'per_unit',
    created: 0,
    currency: 'gbp',
    interval,
    interval_count: 1,
    livemode: false,
    metadata: null,
    meter: null,
    nickname: null,
    product: 'prod_1',
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  } satisfies Stripe.Plan;
}
