import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { billingRoutes } from '#contract/billing.ts';
import { schoolRoutes } from '#contract/school.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { invoices } from '#server/platform/db/schema/billing.ts';
import { StripePayments } from '#server/platform/payments/stripe.ts';
import { buildTestApp, type TestApp, TestClock } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { StripeDouble } from './double.ts';

/** A test app with the Stripe double as its payment provider, and a school that pays. */

export const STRIPE_VARIABLES = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  STRIPE_PRICE_MONTHLY: 'price_month',
  STRIPE_PRICE_YEARLY: 'price_year',
};

/** Creates the payment port for a Stripe API at this URL. */
export function stripeAt(apiBase: string, clock: TestClock, timeoutMs?: number): StripePayments {
  const config = {
    secretKey: STRIPE_VARIABLES.STRIPE_SECRET_KEY,
    publishableKey: STRIPE_VARIABLES.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_VARIABLES.STRIPE_WEBHOOK_SECRET,
    priceMonthly: STRIPE_VARIABLES.STRIPE_PRICE_MONTHLY,
    priceYearly: STRIPE_VARIABLES.STRIPE_PRICE_YEARLY,
    apiBase,
  };
  return new StripePayments(config, clock, timeoutMs);
}

/** Builds the app with a first school. */
export async function openStripeHarness(): Promise<StripeHarness> {
  const clock = new TestClock();
  const double = new StripeDouble(clock);
  const payments = stripeAt(await double.listen(), clock);
  const test = await buildTestApp(STRIPE_VARIABLES, { clock, payments });
  return new StripeHarness(clock, double, test, await createSchool(test));
}

export class StripeHarness {
  readonly clock: TestClock;
  readonly double: StripeDouble;
  readonly test: TestApp;
  school: TestSchool;
  token: string;
  #eventsSeen = 0;

  constructor(clock: TestClock, double: StripeDouble, test: TestApp, school: TestSchool) {
    this.clock = clock;
    this.double = double;
    this.test = test;
    this.school = school;
    this.token = school.owner.token;
  }

  get context(): AppContext {
    return this.test.context;
  }

  /** Switches to a new school and skips earlier events. */
  async newSchool(): Promise<void> {
    this.school = await createSchool(this.test);
    this.token = this.school.owner.token;
    this.#eventsSeen = this.double.events.length;
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.double.close();
  }

  /** Resets the double's misbehaviour. */
  resetDouble(): void {
    this.double.failureMode = null;
    this.double.isPaying = false;
    this.double.cardsWork = true;
    Object.assign(this.double.prices, { price_month: 1800, price_year: 18_000 });
  }

  charge(plan = 'yearly') {
    return this.test.call(billingRoutes.charge, { token: this.token, body: { subscription_plan: plan } });
  }

  async choose(plan?: string): Promise<string> {
    return (await this.charge(plan)).ok().payment_intent_client_secret;
  }

  /** Buys a plan and delivers the events. */
  async buy(plan: string, card = '4242424242424242'): Promise<void> {
    this.double.confirm(await this.choose(plan), card);
    await this.deliver(this.newEvents());
  }

  /** Advances the clock, delivers Stripe's events, and signs in another admin, since sessions last 30 days. */
  async pass(days: number): Promise<void> {
    this.clock.advance(days * DAY_MS);
    this.token = (await createStaff(this.test, this.school.id, 'admin')).token;
    this.double.passTime();
    await this.deliver(this.newEvents());
  }

  cancel() {
    return this.test.call(billingRoutes.cancelSubscription, { token: this.token });
  }

  enable() {
    return this.test.call(billingRoutes.enableSubscription, { token: this.token });
  }

  async attributes() {
    const { data } = (await this.test.call(schoolRoutes.mySchool, { token: this.token })).ok().school;
    return data?.attributes;
  }

  async planStatus() {
    return (await this.attributes())?.subscription_status;
  }

  paidInvoices() {
    return this.context.database.orm().select().from(invoices).where(eq(invoices.schoolId, this.school.id));
  }

  /** The events since the last call. */
  newEvents(): readonly Stripe.Event[] {
    const fresh = this.double.events.slice(this.#eventsSeen);
    this.#eventsSeen = this.double.events.length;
    return fresh;
  }

  async post(body: string, signature: string) {
    const headers = { 'stripe-signature': signature };
    return await this.test.call(billingRoutes.paymentWebhook, { body, headers });
  }

  async deliver(events: readonly Stripe.Event[], age = 0): Promise<number[]> {
    const answers = [];
    for (const event of events) {
      const { body, signature } = this.double.signed(event, STRIPE_VARIABLES.STRIPE_WEBHOOK_SECRET, age);
      answers.push((await this.post(body, signature)).status);
    }
    await this.test.jobs.settled();
    return answers;
  }
}
