import Stripe from 'stripe';
import { type PaidPlan, PLANS } from '#contract/prices.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../clock.ts';
import {
  type BegunSubscription,
  type BilledTo,
  ForgedEvent,
  type PaymentEvent,
  type PaymentPort,
  PaymentsAway,
  type ProviderSubscription,
} from './payments.ts';
import { SCHOOL_KEY, subscriptionOf, subscriptionOfEvent } from './stripe-shapes.ts';

/** With one more try, a call of ours that needs Stripe fails in less than fifteen seconds when Stripe hangs. */
export const PATIENCE = { timeoutMs: 6000, retries: 1 } as const;
const SIGNATURE_LIFE_SECONDS = 300;
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

  async putCustomer(schoolId: string, customerId: string | null, billedTo: BilledTo): Promise<string> {
    const { name, email, telephone, address } = billedTo;
    const details = {
      name,
      email,
      phone: telephone,
      address: { line1: address },
      metadata: { [SCHOOL_KEY]: schoolId },
    };
    if (customerId !== null)
      return (await asked(() => this.#stripe.customers.update(customerId, details))).id;
    // Not the details: the same key with others would be refused. They follow.
    const created = await asked(() =>
      this.#stripe.customers.create(
        { metadata: { [SCHOOL_KEY]: schoolId } },
        { idempotencyKey: `customer-${schoolId}` },
      ),
    );
    return (await asked(() => this.#stripe.customers.update(created.id, details))).id;
  }

  async begin(attempt: Parameters<PaymentPort['begin']>[0]): Promise<BegunSubscription> {
    const under = this.#beginning.get(attempt.key);
    if (under !== undefined) return await under;
    const beginning = this.#begin(attempt).finally(() => this.#beginning.delete(attempt.key));
    this.#beginning.set(attempt.key, beginning);
    return await beginning;
  }

  async #begin({ key, schoolId, customerId, plan }: Parameters<PaymentPort['begin']>[0]) {
    const subscription = await asked(() =>
      this.#stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: this.#priceOf(plan) }],
          payment_behavior: 'default_incomplete',
          payment_settings: {
            payment_method_types: ['card'],
            save_default_payment_method: 'on_subscription',
          },
          metadata: { [SCHOOL_KEY]: schoolId },
          expand: ['latest_invoice.confirmation_secret'],
        },
        { idempotencyKey: key },
      ),
    );
    const invoice = subscription.latest_invoice;
    if (invoice === null || typeof invoice === 'string') throw new Error('Stripe made no first invoice');
    // Nobody is to pay another sum than the one that we show.
    const { price } = PLANS[plan];
    if (invoice.total !== price * 100 || invoice.currency !== 'gbp') {
      await this.abandon(subscription.id);
      throw new Error(`The price that Stripe has for the ${plan} plan is not £${price}`);
    }
    return { subscriptionId: subscription.id, clientSecret: secretOf(invoice) ?? '' };
  }

  async openSecret(subscriptionId: string): Promise<string | null> {
    const expand = ['latest_invoice.confirmation_secret'];
    const found = await found404(() => this.#stripe.subscriptions.retrieve(subscriptionId, { expand }));
    const invoice = found?.latest_invoice;
    if (invoice === null || invoice === undefined || typeof invoice === 'string') return null;
    return invoice.status === 'open' ? secretOf(invoice) : null;
  }

  async abandon(subscriptionId: string): Promise<void> {
    const expand = ['latest_invoice'];
    const subscription = await found404(() =>
      this.#stripe.subscriptions.retrieve(subscriptionId, { expand }),
    );
    const invoice = subscription?.latest_invoice;
    if (subscription === null || subscription.status !== 'incomplete') return;
    // Stripe lets an invoice be paid or voided, never both: who pays at this very moment wins.
    if (invoice !== null && typeof invoice === 'object' && !(await this.#void(invoice.id))) return;
    const after = await asked(() => this.#stripe.subscriptions.retrieve(subscriptionId));
    if (after.status !== 'canceled' && after.status !== 'incomplete_expired')
      await asked(() => this.#stripe.subscriptions.cancel(subscriptionId));
  }

  async cancelRenewal(subscriptionId: string): Promise<void> {
    const expand = ['latest_invoice'];
    const subscription = await found404(() =>
      this.#stripe.subscriptions.retrieve(subscriptionId, { expand }),
    );
    if (subscription === null) return;
    const { status, latest_invoice: invoice } = subscription;
    if (status === 'past_due' || status === 'unpaid' || status === 'paused') {
      await asked(() => this.#stripe.subscriptions.cancel(subscriptionId));
      if (invoice !== null && typeof invoice === 'object' && invoice.status === 'open')
        await this.#void(invoice.id);
    } else if (status === 'active' || status === 'trialing')
      await asked(() => this.#stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }));
  }

  async resumeRenewal(subscriptionId: string): Promise<void> {
    const subscription = await found404(() => this.#stripe.subscriptions.retrieve(subscriptionId));
    if (subscription?.status !== 'active') return;
    await asked(() => this.#stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }));
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
    return { id: event.id, type: event.type, subscriptionId: subscriptionOfEvent(event) };
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

  /** False where the invoice is paid, or no longer open for another reason. */
  async #void(invoiceId: string): Promise<boolean> {
    try {
      await asked(() => this.#stripe.invoices.voidInvoice(invoiceId));
      return true;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
      throw error;
    }
  }

  #priceOf(plan: PaidPlan): string {
    return plan === 'yearly' ? this.#config.priceYearly : this.#config.priceMonthly;
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

// What may be otherwise in a minute is told from a fault of ours.
async function asked<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (isPassing(error)) throw new PaymentsAway('Stripe does not answer', { cause: error });
    throw error;
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const { statusCode } = error;
  return statusCode === 429 || statusCode === 409 || (statusCode !== undefined && statusCode >= 500);
}

async function found404<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await asked(request);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null;
    throw error;
  }
}
