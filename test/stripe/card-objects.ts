import type Stripe from 'stripe';
import type { DoubleCard, DoubleSetup } from './types.ts';

/** Customers and cards as Stripe's API sends them, checked against the SDK's types. */

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

/** A stored card. */
export function paymentMethodObject({ id, customer, number, created }: DoubleCard) {
  return {
    id,
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
      last4: number.slice(-4),
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

/** A setup for a card, completed or not. */
export function setupIntentObject({ id, secret, customer, metadata, created, method }: DoubleSetup) {
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: secret,
    created,
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: { ...metadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method === null ? 'requires_payment_method' : 'succeeded',
    usage: 'off_session',
  } satisfies Stripe.SetupIntent;
}
