import Stripe from 'stripe';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import {
  type BegunSubscription,
  ForgedEvent,
  type PaymentEvent,
  type PaymentPort,
  type ProviderSubscription,
  type TakenCard,
} from './payments.ts';
import { asked, found404 } from './stripe-calls.ts';
import { beginCardChange, takeCard } from './stripe-cards.ts';
import { abandon, cancelRenewal, resumeRenewal } from './stripe-endings.ts';
import { checkPrices, expectOurPrice, priced, priceOf } from './stripe-prices.ts';
import { isOver, SCHOOL_KEY, subscriptionOf, subscriptionOfEvent } from './stripe-shapes.ts';

/** With one more try, a call of ours that needs Stripe fails in less than fifteen seconds when Stripe hangs. */
export const PATIENCE = { timeoutMs: 6000, retries: 1 } as const;
const SIGNATURE_LIFE_SECONDS = 300;
// Stripe refuses a customer for what is longer.
const NAME_MAX = 256;
const PHONE_MAX = 20;
// More years of monthly invoices than a subscription has.
const INVOICES_MAX = 100;

/** Payments by Stripe. What happens in the browser (the card) is Stripe's own; here is what the server says and asks. */
export class StripePayments implements PaymentPort {
  readonly provider = 'stripe';
  readonly #config: NonNullable<Config['stripe']>;
  readonly #clock: Clock;
  readonly #stripe: Stripe;
  // Two calls at a time under one key are refused by Stripe: in this process they share the answer.
  readonly #beginning = new Map<string, Promise<BegunSubscription>>();

  constructor(config: NonNullable<Config['stripe']>, clock: Clock, timeoutMs: number = PATIENCE.timeoutMs) {
    this.#config = config;
    this.#clock = clock;
    this.#stripe = new Stripe(config.secretKey, {
      timeout: timeoutMs,
      maxNetworkRetries: PATIENCE.retries,
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
      // Half of a number would be somebody else's.
      phone: telephone.length > PHONE_MAX ? '' : telephone,
      address: { line1: address },
      metadata: { [SCHOOL_KEY]: schoolId },
    };
    const update = (id: string) => found404(() => this.#stripe.customers.update(id, details));
    const known = customerId === null ? null : await update(customerId);
    if (known !== null) return known.id;
    // After one that was deleted there, a key of its own: the first one would bring the deleted one back.
    const idempotencyKey = customerId === null ? `customer-${key}` : `customer-after-${customerId}`;
    // Not the details: the same key with others would be refused. They follow.
    const created = await asked(() =>
      this.#stripe.customers.create({ metadata: { [SCHOOL_KEY]: schoolId } }, { idempotencyKey }),
    );
    // The key may lead to one that was made long ago and deleted since: then once more, after that one.
    return (await update(created.id))?.id ?? (await this.putCustomer({ ...school, customerId: created.id }));
  }

  async begin(attempt: Parameters<PaymentPort['begin']>[0]): Promise<BegunSubscription> {
    const under = this.#beginning.get(attempt.key);
    if (under !== undefined) return await under;
    const beginning = this.#begin(attempt).finally(() => this.#beginning.delete(attempt.key));
    this.#beginning.set(attempt.key, beginning);
    return await beginning;
  }

  async #begin({ key, schoolId, customerId, plan }: Parameters<PaymentPort['begin']>[0]) {
    const subscription = await priced(plan, () =>
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
        // With the customer, who may be another one since a first try: Stripe refuses a key with other parameters.
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
    const found = await found404(() => this.#stripe.subscriptions.retrieve(subscriptionId, { expand }));
    const invoice = found?.latest_invoice;
    // Where it was ended by hand at Stripe, its last invoice may still be open: nobody is to pay for nothing.
    if (found === null || isOver(found)) return null;
    if (invoice === null || invoice === undefined || typeof invoice === 'string') return null;
    return invoice.status === 'open' ? secretOf(invoice) : null;
  }

  async abandon(subscriptionId: string): Promise<void> {
    await abandon(this.#stripe, subscriptionId);
  }

  async beginCardChange(subscriptionId: string): Promise<string | null> {
    return await beginCardChange(this.#stripe, subscriptionId);
  }

  async takeCard(subscriptionId: string): Promise<TakenCard> {
    return await takeCard(this.#stripe, subscriptionId);
  }

  async cancelRenewal(subscriptionId: string): Promise<void> {
    await cancelRenewal(this.#stripe, subscriptionId);
  }

  async resumeRenewal(subscriptionId: string): Promise<void> {
    await resumeRenewal(this.#stripe, subscriptionId);
  }

  async read(subscriptionId: string): Promise<ProviderSubscription | null> {
    const expand = ['default_payment_method'];
    const subscription = await found404(() =>
      this.#stripe.subscriptions.retrieve(subscriptionId, { expand }),
    );
    if (subscription === null) return null;
    const invoices = await asked(() =>
      this.#stripe.invoices.list({ subscription: subscriptionId, status: 'paid', limit: INVOICES_MAX }),
    );
    return subscriptionOf(subscription, invoices.data);
  }

  async invoicePdf(invoiceId: string): Promise<string | null> {
    const invoice = await found404(() => this.#stripe.invoices.retrieve(invoiceId));
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
