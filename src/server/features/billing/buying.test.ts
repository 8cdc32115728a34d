import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BILLING_MESSAGES, billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import { serviceRoutes } from '#contract/service.ts';
import { cancelRenewal } from '#server/features/billing/plans/renewal.ts';
import { paymentAttempts, subscriptions } from '#server/platform/db/schema/billing.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { newPayer } from '#test/payer.ts';

/** Buying a plan over HTTP, in the sandbox. */

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

describe('buying a plan', () => {
  it('starts the plan at once, even during the trial, and counts calendar years from then', async () => {
    const payer = await newPayer(test);
    const before = test.clock.now();
    await payer.buy();
    expect(await payer.planState()).toEqual({ status: 'active', plan: 'yearly', plan_ended: false });
    expect((await payer.endDate()).getUTCFullYear()).toBe(before.getUTCFullYear() + 1);
    const { attributes } = (await test.call(billingRoutes.billingInformation, { token: payer.token })).ok()
      .billing_information.data;
    expect(attributes.card_last4).toBe('4242');
    const [invoice, ...more] = await payer.invoices();
    expect(more).toEqual([]);
    expect(invoice?.attributes).toMatchObject({
      title: 'Yearly plan',
      cost: 180,
      status: 'PAID',
      card_last4: '4242',
      subscription_start_at: before.toISOString(),
    });
    expect(await payer.actions()).toEqual(['plan_started']);
  });

  it.each([
    [SANDBOX_CARDS.declined, 'Your card was declined.'],
    [SANDBOX_CARDS.fails, 'Your bank could not confirm this payment. Please try another card.'],
    ['12345678', 'Your card number is invalid.'],
    ['4242', 'Your card number is invalid.'],
    ['424242424242', BILLING_MESSAGES.cardDigits],
    ['4242424x', BILLING_MESSAGES.cardDigits],
  ])('with the card %s says: %s', async (card, words) => {
    const payer = await newPayer(test);
    const secret = await payer.choose();
    expect((await payer.confirm(secret, card)).error().error_message).toBe(words);
    expect(await payer.planState()).toMatchObject({ status: 'trial' });
    expect(await payer.invoices()).toEqual([]);
    // The same payment can be retried with another card.
    (await payer.confirm(secret)).ok();
    expect(await payer.planState()).toMatchObject({ status: 'active' });
  });

  it('charges once, however often it is called', async () => {
    const payer = await newPayer(test);
    const secret = await payer.choose();
    const answers = await Promise.all(Array.from({ length: 20 }, () => payer.confirm(secret)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await payer.invoices()).toHaveLength(1);
    const again = await payer.charge('monthly');
    expect(again.error().error_message).toBe(BILLING_MESSAGES.active);
    expect(again.status).toBe(409);
  });

  it('begins one subscription for fifty concurrent charges', async () => {
    const payer = await newPayer(test);
    const secrets = await Promise.all(Array.from({ length: 50 }, () => payer.choose()));
    expect(new Set(secrets).size).toBe(1);
    const orm = test.context.database.orm();
    expect(await orm.$count(paymentAttempts, eq(paymentAttempts.schoolId, payer.school.id))).toBe(1);
    expect(await orm.$count(subscriptions, eq(subscriptions.schoolId, payer.school.id))).toBe(1);
  });

  it('results in one plan when two tabs choose different ones', async () => {
    const payer = await newPayer(test);
    const first = await payer.choose('monthly');
    const second = await payer.choose('yearly');
    expect((await payer.confirm(first)).error().error_message).toBe(BILLING_MESSAGES.paymentOver);
    (await payer.confirm(second)).ok();
    expect(await payer.planState()).toMatchObject({ status: 'active', plan: 'yearly' });
    expect(await payer.invoices()).toHaveLength(1);
  });

  it('keeps a plan that is paid while another one is being chosen', async () => {
    const payer = await newPayer(test);
    const first = await payer.choose('monthly');
    // The provider has the money, but its event has not arrived yet.
    const customerId = first.split('_secret_')[0] ?? '';
    await test.sandbox.pay({ customerId, clientSecret: first, cardNumber: SANDBOX_CARDS.pays });
    const other = await payer.charge('yearly');
    expect(other.error().error_message).toBe(BILLING_MESSAGES.active);
    expect(await payer.planState()).toMatchObject({ status: 'active', plan: 'monthly' });
  });

  it('allows pages no script of a provider that is not configured', async () => {
    const { headers } = await test.call(serviceRoutes.config);
    expect(headers['content-security-policy']).not.toContain('stripe');
  });

  it('rejects another school’s secret, and an unknown plan', async () => {
    const theirs = await (await newPayer(test)).choose();
    const payer = await newPayer(test);
    expect((await payer.confirm(theirs)).status).toBe(400);
    await payer.choose();
    expect((await payer.confirm(theirs)).error().error_message).toBe(BILLING_MESSAGES.paymentOver);
    const forged = await payer.charge('trial');
    expect(forged.status).toBe(400);
    const priced = { subscription_plan: 'yearly', amount: 1 };
    expect((await test.call(billingRoutes.charge, { token: payer.token, body: priced })).status).toBe(400);
  });

  it('begins again after the first attempt was abandoned for a day', async () => {
    const payer = await newPayer(test);
    const old = await payer.choose();
    await payer.pass(1);
    const next = await payer.choose();
    expect(next).not.toBe(old);
    expect((await payer.confirm(old)).error().error_message).toBe(BILLING_MESSAGES.paymentOver);
    (await payer.confirm(next)).ok();
  });
});

describe('closing a school', () => {
  it('cancels the renewal and the open attempt, and is idempotent', async () => {
    const payer = await newPayer(test);
    const open = await payer.choose('monthly');
    await cancelRenewal(test.context, payer.school.id, payer.school.owner.id);
    expect((await payer.confirm(open)).status).toBe(400);
    await payer.buy('yearly');
    await cancelRenewal(test.context, payer.school.id, payer.school.owner.id);
    await cancelRenewal(test.context, payer.school.id, payer.school.owner.id);
    expect(await payer.planState()).toMatchObject({ status: 'canceled', plan_ended: false });
    const orm = test.context.database.orm();
    await orm.update(schools).set({ closesAt: test.clock.now() }).where(eq(schools.id, payer.school.id));
    const closed = await payer.charge('yearly');
    expect(closed.status).toBe(403);
    await orm.update(schools).set({ closesAt: null }).where(eq(schools.id, payer.school.id));
  });
});
