import { createServer } from 'node:net';
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BILLING_MESSAGES, billingRoutes } from '#contract/billing.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { invoices, paymentAttempts, paymentEvents, subscriptions } from '#server/db/schema-billing.ts';
import type { House } from '#server/house.ts';
import { PATIENCE, StripePayments } from '#server/ports/payments/stripe.ts';
import { buildTestApp, type TestApp, TestClock } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { StripeDouble } from '#test/stripe-double.ts';
import { syncSubscription } from './sync.ts';

/** Plan and payment over HTTP, with a double of Stripe: what its webhooks say, and when it is in trouble. */

const SECRET = 'whsec_test';
const CARD = '4242424242424242';
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_PRICE_MONTHLY: 'price_month',
  STRIPE_PRICE_YEARLY: 'price_year',
};
const DAY_MS = 86_400_000;

let clock: TestClock;
let double: StripeDouble;
let test: TestApp;
let school: TestSchool;
let token: string;
let heard: number;

function portTo(apiBase: string, clockOf: TestClock, timeoutMs?: number): Partial<House> {
  const config = {
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: SECRET,
    priceMonthly: 'price_month',
    priceYearly: 'price_year',
    apiBase,
  };
  return { clock: clockOf, payments: new StripePayments(config, clockOf, timeoutMs) };
}

beforeAll(async () => {
  clock = new TestClock();
  double = new StripeDouble(clock);
  test = await buildTestApp(KEYS, portTo(await double.listen(), clock));
});
afterAll(async () => {
  await test.close();
  await double.close();
});
beforeEach(async () => {
  school = await createSchool(test);
  token = school.owner.token;
  heard = double.events.length;
});
afterEach(() => {
  double.trouble = null;
  Object.assign(double.prices, { price_month: 1800, price_year: 18_000 });
});

const charge = (plan = 'yearly') =>
  test.call(billingRoutes.charge, { token, body: { subscription_plan: plan } });
const choose = async (plan?: string) => (await charge(plan)).ok().payment_intent_client_secret;
const standing = async () => {
  const { data } = (await test.call(schoolRoutes.mySchool, { token })).ok().school;
  return data?.attributes.subscription_status;
};
const paidInvoices = () =>
  test.house.database.orm().select().from(invoices).where(eq(invoices.schoolId, school.id));

/** What Stripe has to say since the last time. */
function news(): readonly Stripe.Event[] {
  const fresh = double.events.slice(heard);
  heard = double.events.length;
  return fresh;
}
async function post(body: string, signature: string) {
  const headers = { 'stripe-signature': signature };
  return await test.call(billingRoutes.paymentWebhook, { body, headers });
}
async function deliver(events: readonly Stripe.Event[], age = 0): Promise<number[]> {
  const answers = [];
  for (const event of events) {
    const { body, signature } = double.signed(event, SECRET, age);
    answers.push((await post(body, signature)).status);
  }
  await test.jobs.settled();
  return answers;
}

describe('with Stripe', () => {
  it('a plan starts when Stripe says so, and not before', async () => {
    const secret = await choose();
    await deliver(news());
    expect(await standing()).toBe('trial');
    double.confirm(secret, CARD);
    expect(await standing()).toBe('trial');
    const told = news();
    expect(await deliver(told)).toEqual(told.map(() => 200));
    expect(await standing()).toBe('active');
    const [invoice, ...more] = await paidInvoices();
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({ amount: 18_000, plan: 'yearly', cardLast4: '4242' });
    expect((await charge('monthly')).status).toBe(409);
  });

  it('the whole of a plan’s life is followed: renewed, cancelled, brought back, unpaid, settled, ended', async () => {
    double.confirm(await choose('monthly'), CARD);
    await deliver(news());
    clock.advance(32 * DAY_MS);
    ({ token } = await ownerAgain());
    double.passTime();
    await deliver(news());
    expect(await paidInvoices()).toHaveLength(2);
    (await test.call(billingRoutes.cancelSubscription, { token })).ok();
    expect(await standing()).toBe('canceled');
    (await test.call(billingRoutes.enableSubscription, { token })).ok();
    expect(await standing()).toBe('active');
    await deliver(news());
    double.cardsWork = false;
    clock.advance(31 * DAY_MS);
    ({ token } = await ownerAgain());
    double.passTime();
    await deliver(news());
    expect(await standing()).toBe('past_due');
    double.cardsWork = true;
    double.confirm(await choose('monthly'), '5555555555554444');
    await deliver(news());
    expect(await standing()).toBe('active');
    expect(await paidInvoices()).toHaveLength(3);
    (await test.call(billingRoutes.cancelSubscription, { token })).ok();
    clock.advance(40 * DAY_MS);
    ({ token } = await ownerAgain());
    double.passTime();
    await deliver(news());
    const { data } = (await test.call(schoolRoutes.mySchool, { token })).ok().school;
    expect(data?.attributes).toMatchObject({ subscription_status: 'canceled', plan_ended: true });
  });

  it('two plans chosen in two tabs end in one, and the other cannot be paid', async () => {
    const first = await choose('monthly');
    const second = await choose('yearly');
    expect(() => double.confirm(first, CARD)).toThrow('canceled');
    double.confirm(second, CARD);
    await deliver(news());
    expect(await standing()).toBe('active');
    expect(await paidInvoices()).toHaveLength(1);
  });

  it('a plan that was paid for while another one is chosen stays', async () => {
    double.confirm(await choose('monthly'), CARD);
    expect((await charge('yearly')).error().error_message).toBe(BILLING_MESSAGES.active);
    expect(await standing()).toBe('active');
  });

  it('fifty charges at once begin one subscription', async () => {
    const before = double.subscriptions.size;
    const secrets = await Promise.all(Array.from({ length: 50 }, () => choose()));
    expect(new Set(secrets).size).toBe(1);
    expect(double.subscriptions.size).toBe(before + 1);
    const orm = test.house.database.orm();
    expect(await orm.$count(subscriptions, eq(subscriptions.schoolId, school.id))).toBe(1);
  });

  it('the invoice’s PDF is Stripe’s own', async () => {
    double.confirm(await choose(), CARD);
    await deliver(news());
    const [found] = (await test.call(billingRoutes.listTransactions, { token })).ok().transactions.data;
    const url = new URL(found?.attributes.invoice_pdf_url ?? '');
    const answer = await test.app.inject({ url: url.pathname + url.search });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toMatch(/^https:\/\/pay\.stripe\.example\/in_/);
  });

  it('nobody pays another price than the one that is shown', async () => {
    double.prices.price_year = 29_500;
    expect((await charge()).error()).toEqual({ error_message: ERROR_MESSAGES.server });
    const wrong = [...double.subscriptions.values()].at(-1);
    expect(() => double.confirm(wrong?.invoices[0]?.secret ?? '', CARD)).toThrow('canceled');
  });

  it('changed billing details reach Stripe', async () => {
    await choose();
    const body = { billing_information: { first_name: 'Ada', last_name: 'Bell' } };
    const asked = double.requests.length;
    (
      await test.call(billingRoutes.updateBillingInformation, { token, params: { id: school.id }, body })
    ).ok();
    await test.jobs.settled();
    expect(double.requests.slice(asked)).toEqual([expect.stringMatching(/^POST \/v1\/customers\/cus_/)]);
  });

  it('the sandbox is closed, and the pages may load Stripe', async () => {
    const body = { client_secret: await choose(), card_number: '42424242' };
    expect((await test.call(billingRoutes.confirmInSandbox, { token, body })).status).toBe(404);
    const config = (await test.call(serviceRoutes.config)).ok();
    expect(config.payment).toEqual({ provider: 'stripe', publishable_key: 'pk_test_1' });
    const policy = (await test.call(serviceRoutes.config)).headers['content-security-policy'];
    expect(policy).toContain('https://js.stripe.com');
    expect(policy).toContain('https://api.stripe.com');
  });
});

// Sessions last 30 days.
async function ownerAgain(): Promise<{ token: string }> {
  return await createStaff(test, school.id, 'admin');
}

describe('a webhook', () => {
  const story = async () => {
    double.confirm(await choose('monthly'), CARD);
    return news();
  };
  const inLog = (events: readonly Stripe.Event[]) =>
    Promise.all(
      events.map(({ id }) => test.house.database.orm().$count(paymentEvents, eq(paymentEvents.id, id))),
    );

  it('that is forged changes nothing', async () => {
    const events = await story();
    for (const event of events) {
      const { body, signature } = double.signed(event, 'whsec_guessed');
      expect((await post(body, signature)).status).toBe(400);
      const own = double.signed(event, SECRET);
      expect((await post(own.body.replace('"active"', '"canceled"'), own.signature)).status).toBe(
        own.body.includes('"active"') ? 400 : 200,
      );
      expect((await post(own.body, '')).status).toBe(400);
    }
    expect((await test.call(billingRoutes.paymentWebhook, { body: '{}' })).status).toBe(400);
  });

  it('that is replayed takes effect once', async () => {
    const events = await story();
    await deliver(events);
    const asked = double.requests.length;
    expect(await deliver([...events, ...events])).toEqual([...events, ...events].map(() => 200));
    expect(double.requests.length).toBe(asked);
    expect(new Set(await inLog(events))).toEqual(new Set([1]));
    expect(await paidInvoices()).toHaveLength(1);
    await test.jobs.settled();
    expect(test.mail.to(school.owner.email)).toHaveLength(1);
  });

  it('that comes in any order, and alone, leads to the same plan', async () => {
    const events = await story();
    await deliver(events.toReversed());
    expect(await standing()).toBe('active');
    school = await createSchool(test);
    token = school.owner.token;
    const [only] = (await story()).slice(-1);
    await deliver(only === undefined ? [] : [only]);
    expect(await standing()).toBe('active');
    expect(await paidInvoices()).toHaveLength(1);
  });

  it('that comes late does not bring back what has changed since', async () => {
    const events = await story();
    await deliver(events.slice(0, 1));
    await deliver(events.slice(-1));
    (await test.call(billingRoutes.cancelSubscription, { token })).ok();
    // 'active, renews' from before the cancellation, delivered only now.
    await deliver(events);
    expect(await standing()).toBe('canceled');
  });

  it('whose question is answered later than a newer one’s has nothing more to say', async () => {
    await deliver(await story());
    const [mine] = await test.house.database
      .orm()
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.schoolId, school.id));
    const id = mine?.id ?? '';
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { payments } = test.house;
    const read = payments.read.bind(payments);
    const spy = vi.spyOn(payments, 'read').mockImplementationOnce(async (subscription) => {
      const old = await read(subscription);
      asked.resolve();
      await held.promise;
      return old;
    });
    const slow = syncSubscription(test.house, id);
    await asked.promise;
    (await test.call(billingRoutes.cancelSubscription, { token })).ok();
    held.resolve();
    await slow;
    spy.mockRestore();
    expect(await standing()).toBe('canceled');
  });

  it('whose signature is old, as of a recording, is refused', async () => {
    const events = await story();
    expect(new Set(await deliver(events, 301))).toEqual(new Set([400]));
    expect(await inLog(events)).toEqual(events.map(() => 0));
    expect(new Set(await deliver(events, 299))).toEqual(new Set([200]));
  });

  it('about somebody else’s subscription in the same account changes nothing', async () => {
    const customer = `cus_${school.id}`;
    double.customers.set(customer, { metadata: {} });
    await fetch(`${double.url}/v1/subscriptions`, {
      method: 'POST',
      body: new URLSearchParams({ customer, 'items[0][price]': 'price_month' }),
    });
    expect(new Set(await deliver(news()))).toEqual(new Set([200]));
    expect(await standing()).toBe('trial');
  });

  it('brings a subscription home that was begun when the program was killed', async () => {
    const secret = await choose();
    const orm = test.house.database.orm();
    await orm.delete(subscriptions).where(eq(subscriptions.schoolId, school.id));
    await orm
      .update(paymentAttempts)
      .set({ subscriptionId: null })
      .where(eq(paymentAttempts.schoolId, school.id));
    expect(await choose()).toBe(secret);
    await orm.delete(subscriptions).where(eq(subscriptions.schoolId, school.id));
    double.confirm(secret, CARD);
    await deliver(news());
    expect(await standing()).toBe('active');
  });

  it('gets its answer again later when Stripe cannot be asked just now', async () => {
    const events = await story();
    double.trouble = 500;
    const { body, signature } = double.signed(events.at(-1) ?? raise(), SECRET);
    expect((await post(body, signature)).status).toBe(200);
    await expect(test.jobs.settled()).rejects.toThrow('Stripe does not answer');
    expect(await standing()).toBe('trial');
    double.trouble = null;
    await test.jobs.run('due_subscriptions');
    expect(await standing()).toBe('active');
  });
});

function raise(): never {
  throw new Error('There was no event');
}

describe('when Stripe is in trouble', () => {
  it('waits for less than fifteen seconds, all in all', () => {
    // Each try, and what the SDK waits between them.
    expect(PATIENCE.timeoutMs * (PATIENCE.retries + 1) + PATIENCE.retries * 2000).toBeLessThan(15_000);
  });

  it.each([500, 429, 'hang'] as const)(
    '(%s) says so, keeps nothing half, and the next try succeeds',
    async (trouble) => {
      const quick = await buildTestApp(KEYS, portTo(double.url, clock, 200));
      const { owner } = await createSchool(quick);
      const body = { subscription_plan: 'yearly' };
      const before = double.subscriptions.size;
      double.trouble = trouble;
      const refused = await quick.call(billingRoutes.charge, { token: owner.token, body });
      expect(refused.status).toBe(503);
      expect(refused.error().error_message).toBe(BILLING_MESSAGES.away);
      expect(double.subscriptions.size).toBe(before);
      double.trouble = null;
      (await quick.call(billingRoutes.charge, { token: owner.token, body })).ok();
      (await quick.call(billingRoutes.charge, { token: owner.token, body })).ok();
      expect(double.subscriptions.size).toBe(before + 1);
      await quick.close();
    },
  );

  it('(it refuses connections) says so, also when a renewal is to be cancelled', async () => {
    double.confirm(await choose(), CARD);
    await deliver(news());
    const nowhere = await closedPort();
    const { payments } = portTo(`http://127.0.0.1:${nowhere}`, clock);
    const away = await buildTestApp(KEYS, {
      clock,
      database: test.house.database,
      ...(payments && { payments }),
    });
    const refused = await away.call(billingRoutes.cancelSubscription, { token });
    expect(refused.error().error_message).toBe(BILLING_MESSAGES.away);
    expect(refused.status).toBe(503);
    expect(await standing()).toBe('active');
    await away.app.close();
    (await test.call(billingRoutes.cancelSubscription, { token })).ok();
    expect(await standing()).toBe('canceled');
  });
});

function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
