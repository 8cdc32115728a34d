import type Stripe from 'stripe';

/** Stripe's objects as its API sends them, as far as the double has them; the SDK's own types hold them to their shape. */

/** A subscription of the double. Times are in seconds, as Stripe's are. */
export interface DoubleSubscription {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  readonly interval: 'month' | 'year';
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  readonly invoices: DoubleInvoice[];
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled';
  cancelAtPeriodEnd: boolean;
  periodStart: number;
  periodEnd: number;
  periods: number;
  endedAt: number | null;
  card: string | null;
}

/** One of its invoices. */
export interface DoubleInvoice {
  readonly id: string;
  readonly number: string;
  readonly secret: string;
  readonly total: number;
  readonly created: number;
  readonly start: number;
  readonly end: number;
  status: 'open' | 'paid' | 'void';
  paidAt: number | null;
}

const NO_TAX = { disabled_reason: null, enabled: false, liability: null } as const;

export function customerObject(id: string, metadata: Readonly<Record<string, string>>) {
  return {
    id,
    object: 'customer',
    balance: 0,
    created: 0,
    default_source: null,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: { ...metadata },
    shipping: null,
  } satisfies Stripe.Customer;
}

function priceObject({ price, interval, invoices }: DoubleSubscription) {
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
    unit_amount: invoices[0]?.total ?? null,
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
    price: priceObject(of),
    quantity: 1,
    subscription: of.id,
    tax_rates: [],
  };
}

/** Expanded as the call wants it: `default_payment_method`, `latest_invoice`, `latest_invoice.confirmation_secret`. */
export function subscriptionObject(of: DoubleSubscription, expand: readonly string[]) {
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
    cancel_at: null,
    cancel_at_period_end: of.cancelAtPeriodEnd,
    canceled_at: of.endedAt,
    cancellation_details: null,
    collection_method: 'charge_automatically',
    created,
    currency: 'gbp',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: paymentMethod(of, expand),
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
      // The older `plan` is a copy of `price` that nobody reads.
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

// Of the card only what is read here; the rest of it is long and nobody's business.
function paymentMethod({ card, customer, created }: DoubleSubscription, expand: readonly string[]) {
  if (card === null || !expand.includes('default_payment_method')) return card === null ? null : 'pm_1';
  return {
    id: 'pm_1',
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: null,
      country: 'GB',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: 2040,
      funding: 'credit',
      generated_from: null,
      last4: card,
      networks: null,
      regulated_status: null,
      three_d_secure_usage: null,
      wallet: null,
    },
    created,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod;
}

function lineObject(subscription: DoubleSubscription, of: DoubleInvoice) {
  return {
    id: `il_${of.id}`,
    object: 'line_item',
    amount: of.total,
    currency: 'gbp',
    description: null,
    discount_amounts: null,
    discountable: true,
    discounts: [],
    invoice: of.id,
    livemode: false,
    metadata: {},
    parent: null,
    period: { start: of.start, end: of.end },
    pretax_credit_amounts: null,
    pricing: null,
    quantity: 1,
    quantity_decimal: null,
    subscription: subscription.id,
    subtotal: of.total,
    taxes: null,
  } satisfies Stripe.InvoiceLineItem;
}

export function invoiceObject(
  subscription: DoubleSubscription,
  of: DoubleInvoice,
  expand: readonly string[] = [],
) {
  const { id, number, status, total, created } = of;
  const paid = status === 'paid' ? total : 0;
  const secret = { client_secret: of.secret, type: 'payment_intent' };
  return {
    id,
    object: 'invoice',
    account_country: 'GB',
    account_name: 'A double',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: total - paid,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    automatic_tax: { ...NO_TAX, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: 'subscription_cycle',
    collection_method: 'charge_automatically',
    ...(expand.some((path) => path.endsWith('confirmation_secret')) && { confirmation_secret: secret }),
    created,
    currency: 'gbp',
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: `https://pay.stripe.example/${id}.pdf`,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: [lineObject(subscription, of)],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
    period_end: of.start,
    period_start: of.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status,
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: of.paidAt,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: null,
    total_excluding_tax: total,
    total_pretax_credit_amounts: null,
    total_taxes: null,
    webhooks_delivered_at: null,
  } satisfies Stripe.Invoice;
}
