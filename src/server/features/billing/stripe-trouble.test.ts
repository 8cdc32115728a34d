import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BILLING_MESSAGES, billingRoutes } from '#contract/billing.ts';
import { STRIPE_TIMEOUTS } from '#server/platform/payments/stripe.ts';
import { buildTestApp } from '#test/app.ts';
import { createSchool } from '#test/factories.ts';
import { openStripeHarness, STRIPE_VARIABLES, type StripeHarness, stripeAt } from '#test/stripe/harness.ts';
import { DOUBLE_CARDS } from '#test/stripe/ledger.ts';

/** Stripe being down, things deleted there by hand, and a wrong configuration. */

const CARD = DOUBLE_CARDS.pays;
let stage: StripeHarness;
beforeAll(async () => {
  stage = await openStripeHarness();
});
afterAll(async () => await stage.close());
beforeEach(async () => await stage.newSchool());
afterEach(() => stage.resetDouble());

describe('when Stripe is in trouble', () => {
  it('waits less than fifteen seconds in total', () => {
    // All attempts and the SDK's delays between them.
    expect(
      STRIPE_TIMEOUTS.timeoutMs * (STRIPE_TIMEOUTS.retries + 1) + STRIPE_TIMEOUTS.retries * 2000,
    ).toBeLessThan(15_000);
  });

  it.each([500, 429, 'hang'] as const)(
    '(%s) reports it, leaves nothing half done, and the next try succeeds',
    async (trouble) => {
      const quick = await buildTestApp(STRIPE_VARIABLES, {
        clock: stage.clock,
        payments: stripeAt(stage.double.url, stage.clock, 200),
      });
      const { owner } = await createSchool(quick);
      const body = { subscription_plan: 'yearly' };
      const before = stage.double.subscriptions.size;
      stage.double.failureMode = trouble;
      const refused = await quick.call(billingRoutes.charge, { token: owner.token, body });
      expect(refused.status).toBe(503);
      expect(refused.error().error_message).toBe(BILLING_MESSAGES.away);
      expect(stage.double.subscriptions.size).toBe(before);
      stage.double.failureMode = null;
      (await quick.call(billingRoutes.charge, { token: owner.token, body })).ok();
      (await quick.call(billingRoutes.charge, { token: owner.token, body })).ok();
      expect(stage.double.subscriptions.size).toBe(before + 1);
      await quick.close();
    },
  );

  it('(it refuses connections) reports it, also when cancelling a renewal', async () => {
    stage.double.confirm(await stage.choose(), CARD);
    await stage.deliver(stage.newEvents());
    const nowhere = await closedPort();
    const away = await buildTestApp(STRIPE_VARIABLES, {
      clock: stage.clock,
      database: stage.context.database,
      payments: stripeAt(`http://127.0.0.1:${nowhere}`, stage.clock),
    });
    const refused = await away.call(billingRoutes.cancelSubscription, { token: stage.token });
    expect(refused.error().error_message).toBe(BILLING_MESSAGES.away);
    expect(refused.status).toBe(503);
    expect(await stage.planStatus()).toBe('active');
    await away.app.close();
    (await stage.cancel()).ok();
    expect(await stage.planStatus()).toBe('canceled');
  });
});

describe('while the bank still confirms a first payment', () => {
  it('no other plan can be started, so that nobody pays twice', async () => {
    const secret = await stage.choose('yearly');
    stage.double.isPaying = true;
    const begun = stage.double.subscriptions.size;
    const refused = await stage.charge('monthly');
    expect(refused.status).toBe(503);
    expect(refused.error().error_message).toBe(BILLING_MESSAGES.away);
    expect(stage.double.subscriptions.size).toBe(begun);
    stage.double.confirm(secret, CARD);
    expect((await stage.charge('monthly')).status).toBe(409);
    expect(await stage.attributes()).toMatchObject({
      subscription_status: 'active',
      subscription_plan: 'yearly',
    });
  });
});

describe('values longer than Stripe allows', () => {
  it('do not prevent buying a plan', async () => {
    const long = 'x'.repeat(200);
    const telephone = '0'.repeat(200);
    const body = { billing_information: { first_name: long, last_name: long, telephone, address: long } };
    const params = { id: stage.school.id };
    (
      await stage.test.call(billingRoutes.updateBillingInformation, { token: stage.token, params, body })
    ).ok();
    await stage.buy('yearly');
    expect(await stage.planStatus()).toBe('active');
  });
});

describe('something deleted in Stripe’s dashboard', () => {
  const customer = () => [...stage.double.customers.keys()].at(-1) ?? '';
  const forget = () => {
    for (const { id, customer: whose } of stage.double.subscriptions.values())
      if (whose === customer()) stage.double.subscriptions.delete(id);
  };

  it('(a customer) is created again when a plan is bought', async () => {
    const first = await stage.choose();
    const before = customer();
    stage.double.deleteCustomer(before);
    const second = await stage.choose();
    expect(second).not.toBe(first);
    expect(() => stage.double.confirm(second, CARD)).not.toThrow();
    await stage.deliver(stage.newEvents());
    expect(await stage.planStatus()).toBe('active');
    expect(customer()).not.toBe(before);
    // The customer now has its new id.
    await stage.choose().catch(() => undefined);
    expect(customer()).toBe([...stage.double.subscriptions.values()].at(-1)?.customer);
  });

  it('(a customer) is created again even if we had not stored it yet', async () => {
    const { payments } = stage.context;
    const billedTo = { name: 'Ada', email: 'a@b.example', telephone: '1', address: '1 Oak Row' };
    const unknown = { key: stage.school.id, schoolId: stage.school.id, customerId: null, billedTo };
    const first = await payments.putCustomer(unknown);
    stage.double.deleteCustomer(first);
    const second = await payments.putCustomer(unknown);
    expect(second).not.toBe(first);
    expect(await payments.putCustomer({ ...unknown, customerId: second })).toBe(second);
  });

  it('(a customer with a plan) ends the plan, and another one can be bought', async () => {
    await stage.buy('yearly');
    stage.double.deleteCustomer(customer());
    await stage.deliver(stage.newEvents());
    expect(await stage.attributes()).toMatchObject({ subscription_status: 'canceled', plan_ended: true });
    await stage.buy('monthly');
    expect(await stage.attributes()).toMatchObject({
      subscription_status: 'active',
      subscription_plan: 'monthly',
    });
    expect(await stage.paidInvoices()).toHaveLength(2);
  });

  it('(a customer) does not prevent changing the billing details', async () => {
    await stage.choose();
    stage.double.deleteCustomer(customer());
    const body = { billing_information: { first_name: 'Ada' } };
    const params = { id: stage.school.id };
    (
      await stage.test.call(billingRoutes.updateBillingInformation, { token: stage.token, params, body })
    ).ok();
    await stage.test.jobs.settled();
  });

  it('(a subscription) runs to the end of its paid time, and no longer', async () => {
    await stage.buy('monthly');
    forget();
    await stage.test.jobs.run('billing_night');
    expect(await stage.planStatus()).toBe('active');
    const gone = await stage.test.call(billingRoutes.beginCardChange, { token: stage.token });
    expect(gone.error().error_message).toBe(BILLING_MESSAGES.noPlanToPay);
    await stage.pass(32);
    await stage.test.jobs.run('due_subscriptions');
    expect(await stage.attributes()).toMatchObject({ subscription_status: 'canceled', plan_ended: true });
    await stage.buy('yearly');
    expect(await stage.planStatus()).toBe('active');
  });

  it('(a subscription) can be cancelled, and reports that it cannot be resumed', async () => {
    await stage.buy('monthly');
    forget();
    (await stage.cancel()).ok();
    expect(await stage.attributes()).toMatchObject({ subscription_status: 'canceled', plan_ended: false });
    expect((await stage.enable()).error().error_message).toBe(BILLING_MESSAGES.nothingToEnable);
    expect(await stage.planStatus()).toBe('canceled');
  });

  it('(a past-due subscription) has nothing left to pay, and another plan can be bought', async () => {
    await stage.buy('monthly');
    stage.double.cardsWork = false;
    await stage.pass(32);
    stage.double.cardsWork = true;
    const [unpaid] = [...stage.double.subscriptions.values()].slice(-1);
    const open = unpaid?.invoices.at(-1)?.secret;
    stage.double.deleteCustomer(customer());
    const secret = await stage.choose('monthly');
    expect(secret).not.toBe(open);
    stage.double.confirm(secret, CARD);
    await stage.deliver(stage.newEvents());
    expect(await stage.planStatus()).toBe('active');
  });
});

describe('when Stripe is not set up properly', () => {
  const sorry = { error_message: BILLING_MESSAGES.misconfigured };

  it('nobody pays another price than the one shown', async () => {
    stage.double.prices.price_year = 29_500;
    const refused = await stage.charge();
    expect(refused.error()).toEqual(sorry);
    expect(refused.status).toBe(503);
    const wrong = [...stage.double.subscriptions.values()].at(-1);
    expect(() => stage.double.confirm(wrong?.invoices[0]?.secret ?? '', CARD)).toThrow('canceled');
    await expect(stage.context.payments.check()).rejects.toThrow(
      'STRIPE_PRICE_YEARLY: this price is not £180',
    );
    stage.resetDouble();
    await expect(stage.context.payments.check()).resolves.toBeUndefined();
    await stage.buy('yearly');
    expect(await stage.planStatus()).toBe('active');
  });

  it('reports which price is missing', async () => {
    delete stage.double.prices.price_month;
    expect((await stage.charge('monthly')).error()).toEqual(sorry);
    await expect(stage.context.payments.check()).rejects.toThrow('STRIPE_PRICE_MONTHLY: Stripe has no such');
    expect(stage.test.log.some((line) => line.includes('STRIPE_PRICE_MONTHLY'))).toBe(true);
  });

  it('reports that the key is invalid', async () => {
    stage.double.failureMode = 401;
    expect((await stage.charge()).error()).toEqual(sorry);
    await expect(stage.context.payments.check()).rejects.toThrow('STRIPE_SECRET_KEY');
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
