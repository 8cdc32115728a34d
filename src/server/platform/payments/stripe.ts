import Stripe from 'stripe';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import {
  ForgedEvent,
  type NewCardResult,
  type PaymentEvent,
  type PaymentPort,
  type PendingSubscription,
  type ProviderSubscription,
} from './payments.ts';
import { callStripe, nullIfNotFound } from './stripe-calls.ts';
import { abandon, cancelRenewal, resumeRenewal } from './stripe-cancellation.ts';
import { applyNewCard, beginCardChange } from './stripe-cards.ts';
import { isEnded, SCHOOL_KEY, subscriptionOf, subscriptionOfEvent } from './stripe-objects.ts';
import { callWithPrice, checkPrices, expectOurPrice, priceOf } from './stripe-prices.ts';

/** With one retry, a call that needs Stripe fails within 15 seconds if Stripe hangs. */
export const STRIPE_TIMEOUTS = { timeoutMs: 6000, retries: 1 } as const;
const SIGNATURE_LIFE_SECONDS = 300;
// Stripe's limits for customers, in characters.
const NAME_MAX = 256;
const PHONE_MAX = 20;
// Enough for eight years of monthly invoices.
const INVOICES_MAX = 100;

/** Payments by Stripe: the server's part. Stripe.js handles cards in the browser. */
export class StripePayments implements PaymentPort {
  readonly provider = 'stripe';
  readonly #config: NonNullable<Config['stripe']>;
  readonly #clock: Clock;
  readonly #stripe: Stripe;
  // Stripe rejects concurrent calls with the same key, so callers in this process share the answer.
  readonly #beginning = new Map<string, Promise<PendingSubscription>>();

  constructor(
    config: NonNullable<Config['stripe']>,
    clock: Clock,
    timeoutMs: number = STRIPE_TIMEOUTS.timeoutMs,
  ) {
    this.#config = config;
    this.#clock = clock;
    this.#stripe = new Stripe(config.secretKey, {
      timeout: timeoutMs,
      maxNetworkRetries: STRIPE_TIMEOUTS.retries,
      telemetry: false,
      ...(config.apiBase && hostOf(config.apiBase)),
    });
  }

  async putCustomer(school: Parameters<PaymentPort['putCustomer']>[0]): Promise<string> {
    const { key, schoolId, customerId, billedTo } = school;
    const { name, email, telephone, address } = billedTo;
    const details = {
      name: name.slice(0, NAME_MAX),
      email,
      // A truncated number could be somebody else's.
      phone: telephone.length > PHONE_MAX ? '' : telephone,
      address: { line1: address },
      metadata: { [SCHOOL_KEY]: schoolId },
    };
    const update = (id: string) => nullIfNotFound(() => this.#stripe.customers.update(id, details));
    const known = customerId === null ? null : await update(customerId);
    if (known !== null) return known.id;
    // Another key after a deleted customer, since the first key would return the deleted one.
    const idempotencyKey = customerId === null ? `customer-${key}` : `customer-after-${customerId}`;
    // Without the details, because Stripe rejects the same key with other parameters. They follow in an update.
    const created = await callStripe(() =>
      this.#stripe.customers.create({ metadata: { [SCHOOL_KEY]: schoolId } }, { idempotencyKey }),
    );
    // The key may return a customer that has since been deleted. Then this repeats with a key after that one.
    return (await update(created.id))?.id ?? (await this.putCustomer({ ...school, customerId: created.id }));
  }

  async begin(attempt: Parameters<PaymentPort['begin']>[0]): Promise<PendingSubscription> {
    const under = this.#beginning.get(attempt.key);
    if (under !== undefined) return await under;
    const beginning = this.#begin(attempt).finally(() => this.#beginning.delete(attempt.key));
    this.#beginning.set(attempt.key, beginning);
    return await beginning;
  }

  async #begin({ key, schoolId, customerId, plan }: Parameters<PaymentPort['begin']>[0]) {
    const subscription = await callWithPrice(plan, () =>
      this.#stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: priceOf(this.#config, plan) }],
          payment_behavior: 'default_incomplete',
          payment_settings: {
            payment_method_types: ['card'],
            save_default_payment_method: 'on_subscription',
          },
          metadata: { [SCHOOL_KEY]: schoolId },
          expand: ['latest_invoice.confirmation_secret'],
        },
        // Includes the customer, which may have changed since a first try: Stripe rejects a key with other parameters.
        { idempotencyKey: `${key}-${customerId}` },
      ),
    );
    const invoice = subscription.latest_invoice;
    if (invoice === null || typeof invoice === 'string') throw new Error('Stripe made no first invoice');
    try {
      expectOurPrice(plan, invoice.total, invoice.currency);
    } catch (error) {
      await this.abandon(subscription.id);
      throw error;
    }
    return { subscriptionId: subscription.id, clientSecret: secretOf(invoice) ?? '' };
  }

  async openSecret(subscriptionId: string): Promise<string | null> {
    const expand = ['latest_invoice.confirmation_secret'];
    const found = await nullIfNotFound(() => this.#stripe.subscriptions.retrieve(subscriptionId, { expand }));
    const invoice = found?.latest_invoice;
    // After an end in Stripe's dashboard the last invoice may still be open, but nobody should pay it.
    if (found === null || isEnded(found)) return null;
    if (invoice === null || invoice === undefined || typeof invoice === 'string') return null;
    return invoice.status === 'open' ? secretOf(invoice) : null;
  }

  async abandon(subscriptionId: string): Promise<void> {
    await abandon(this.#stripe, subscriptionId);
  }

  async beginCardChange(subscriptionId: string): Promise<string | null> {
    return await beginCardChange(this.#stripe, subscriptionId);
  }

  async applyNewCard(subscriptionId: string): Promise<NewCardResult> {
    return await applyNewCard(this.#stripe, subscriptionId);
  }

  async cancelRenewal(subscriptionId: string): Promise<void> {
    await cancelRenewal(this.#stripe, subscriptionId);
  }

  async resumeRenewal(subscriptionId: string): Promise<void> {
    await resumeRenewal(this.#stripe, subscriptionId);
  }

  async read(subscriptionId: string): Promise<ProviderSubscription | null> {
    const expand = ['default_payment_method'];
    const subscription = await nullIfNotFound(() =>
      this.#stripe.subscriptions.retrieve(subscriptionId, { expand }),
    );
    if (subscription === null) return null;
    const invoices = await callStripe(() =>
      this.#stripe.invoices.list({ subscription: subscriptionId, status: 'paid', limit: INVOICES_MAX }),
    );
    return subscriptionOf(subscription, invoices.data);
  }

  async invoicePdf(invoiceId: string): Promise<string | null> {
    const invoice = await nullIfNotFound(() => this.#stripe.invoices.retrieve(invoiceId));
    return invoice?.invoice_pdf ?? null;
  }

  readEvent(body: Buffer, signature: string | undefined): PaymentEvent {
    const event = this.#verified(body, signature ?? '');
    const { id, type } = event;
    return {
      id,
      type,
      subscriptionId: subscriptionOfEvent(event),
      givesCard: type === 'setup_intent.succeeded',
    };
  }

  #verified(body: Buffer, signature: string): Stripe.Event {
    const now = this.#clock.now().getTime();
    try {
      return this.#stripe.webhooks.constructEvent(
        body,
        signature,
        this.#config.webhookSecret,
        SIGNATURE_LIFE_SECONDS,
        undefined,
        now,
      );
    } catch (error) {
      throw new ForgedEvent(error instanceof Error ? error.message : 'Not signed');
    }
  }

  async check(): Promise<void> {
    await checkPrices(this.#stripe, this.#config);
  }
}

function secretOf(invoice: Stripe.Invoice): string | null {
  return invoice.confirmation_secret?.client_secret ?? null;
}

function hostOf(base: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname, port, protocol } = new URL(base);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}
