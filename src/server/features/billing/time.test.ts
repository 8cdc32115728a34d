import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BILLING_MESSAGES, billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { subscriptions } from '#server/platform/db/schema/billing.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { newPayer } from '#test/payer.ts';

/** A plan over time, over HTTP, with the sandbox's clock advanced. */

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

describe('a plan as time passes', () => {
  it('renews by the calendar, each time with an invoice and a receipt', async () => {
    const payer = await newPayer(test);
    const first = await (async () => {
      await payer.buy('monthly');
      return payer.endDate();
    })();
    await payer.pass(70);
    expect(await payer.planState()).toEqual({ status: 'active', plan: 'monthly', plan_ended: false });
    expect(await payer.invoices()).toHaveLength(3);
    expect((await payer.endDate()).getTime()).toBeGreaterThan(first.getTime());
    await test.jobs.settled();
    const receipts = test.mail.to(payer.school.owner.email).map(({ subject }) => subject);
    expect(receipts).toEqual(Array.from({ length: 3 }, () => 'Your Inkwell receipt: £18.00'));
    expect(await payer.actions()).toEqual(['plan_started', 'plan_renewed']);
  });

  it('ends a cancelled plan on its end date, and a new one can be bought', async () => {
    const payer = await newPayer(test);
    await payer.buy('monthly');
    (await payer.cancel()).ok();
    expect(await payer.planState()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: false });
    const running = await payer.charge('yearly');
    expect(running.error().error_message).toBe(BILLING_MESSAGES.running);
    const twice = await payer.cancel();
    expect(twice.error().error_message).toBe(BILLING_MESSAGES.nothingToCancel);
    (await payer.enable()).ok();
    expect(await payer.planState()).toMatchObject({ status: 'active' });
    (await payer.cancel()).ok();
    await payer.pass(32);
    await test.jobs.run('due_subscriptions');
    expect(await payer.planState()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: true });
    const late = await payer.enable();
    expect(late.error().error_message).toBe(BILLING_MESSAGES.nothingToEnable);
    const refused = await test.call(newsletterRoutes.createNewsletter, {
      token: payer.token,
      body: { news_letter: { title: 'x', layout_type: 'one_column' } },
    });
    expect(refused.error().error_message).toBe(ERROR_MESSAGES.planEnded);
    expect(refused.status).toBe(402);
    await payer.buy('yearly');
    expect(await payer.planState()).toEqual({ status: 'active', plan: 'yearly', plan_ended: false });
    expect(await payer.actions()).toEqual([
      'plan_started',
      'renewal_canceled',
      'renewal_enabled',
      'renewal_canceled',
      'plan_ended',
      'plan_started',
    ]);
  });

  it('allows 14 days for a failed renewal, notifies of it, and charges later', async () => {
    const payer = await newPayer(test);
    await payer.buy('monthly');
    await payer.failToRenew();
    expect(await payer.planState()).toEqual({ status: 'past_due', plan: 'monthly', plan_ended: false });
    const email = test.mail.to(payer.school.owner.email).at(-1);
    expect(email?.subject).toBe('Your Inkwell payment did not go through');
    const other = await payer.charge('yearly');
    expect(other.error().error_message).toBe(BILLING_MESSAGES.pastDue);
    await payer.pass(14);
    expect(await payer.planState()).toEqual({ status: 'past_due', plan: 'monthly', plan_ended: true });
    const secret = await payer.choose('monthly');
    (await payer.confirm(secret)).ok();
    expect(await payer.planState()).toEqual({ status: 'active', plan: 'monthly', plan_ended: false });
    expect(await payer.invoices()).toHaveLength(2);
    expect(await payer.actions()).toEqual(['plan_started', 'plan_payment_failed', 'plan_renewed']);
  });

  it('ends a plan that stays unpaid', async () => {
    const payer = await newPayer(test);
    await payer.buy('monthly');
    await test.sandbox.setCardWorks(payer.school.id, false);
    await payer.pass(60);
    await test.jobs.run('billing_night');
    expect(await payer.planState()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: true });
  });

  it('ends a plan of a former provider when its paid time is over', async () => {
    const payer = await newPayer(test);
    await payer.buy('monthly');
    const orm = test.context.database.orm();
    await orm
      .update(subscriptions)
      .set({ provider: 'stripe' })
      .where(eq(subscriptions.schoolId, payer.school.id));
    await test.jobs.run('billing_night');
    expect(await payer.planState()).toMatchObject({ status: 'active' });
    await payer.pass(32);
    await test.jobs.run('billing_night');
    expect(await payer.planState()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: true });
    await payer.buy('yearly');
    expect(await payer.planState()).toMatchObject({ status: 'active', plan: 'yearly' });
  });

  it('ends a past-due plan at once when its renewal is cancelled', async () => {
    const payer = await newPayer(test);
    await payer.buy('monthly');
    await payer.failToRenew();
    (await payer.cancel()).ok();
    expect(await payer.planState()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: true });
    expect((await payer.subjects()).at(-1)).toBe('Your Inkwell plan has ended');
    await test.sandbox.setCardWorks(payer.school.id, true);
    await payer.pass(3);
    await test.jobs.run('billing_night');
    expect(await payer.invoices()).toHaveLength(1);
  });
});

describe('changing the card', () => {
  it('applies from the next renewal, and notifies everybody concerned', async () => {
    const payer = await newPayer(test);
    await payer.buy('monthly', SANDBOX_CARDS.expires);
    expect((await payer.billing()).card_last4).toBe('0069');
    const answer = (await payer.changeCard()).ok();
    expect(answer).toEqual({ message: BILLING_MESSAGES.cardChanged });
    expect((await payer.billing()).card_last4).toBe('4242');
    expect(await payer.invoices()).toHaveLength(1);
    expect(await payer.subjects()).toContain('The card of your Inkwell plan was changed');
    await payer.pass(32);
    expect(await payer.planState()).toEqual({ status: 'active', plan: 'monthly', plan_ended: false });
    expect(await payer.invoices()).toHaveLength(2);
    expect(await payer.actions()).toEqual(['plan_started', 'card_changed', 'plan_renewed']);
  });

  it('pays an overdue invoice once, and keeps the subscription', async () => {
    const payer = await newPayer(test);
    await payer.buy('monthly', SANDBOX_CARDS.expires);
    const until = await payer.endDate();
    await payer.pass(32);
    expect(await payer.planState()).toMatchObject({ status: 'past_due' });
    const refused = await payer.changeCard(SANDBOX_CARDS.declined);
    expect(refused.error().error_message).toBe('Your card was declined.');
    const without = await payer.finishCardChange();
    expect(without.status).toBe(400);
    expect(without.error().error_message).toBe(BILLING_MESSAGES.noCardGiven);
    expect(await payer.planState()).toMatchObject({ status: 'past_due' });
    (await payer.changeCard()).ok();
    (await payer.finishCardChange()).ok();
    expect(await payer.planState()).toEqual({ status: 'active', plan: 'monthly', plan_ended: false });
    const [last, ...before] = await payer.invoices();
    expect(before).toHaveLength(1);
    expect(last?.attributes.subscription_start_at).toBe(until.toISOString());
    expect(await payer.actions()).toEqual([
      'plan_started',
      'plan_payment_failed',
      'card_changed',
      'plan_renewed',
    ]);
  });

  it('also works by the event if the browser was closed in between', async () => {
    const payer = await newPayer(test);
    await payer.buy('monthly', SANDBOX_CARDS.expires);
    await payer.pass(32);
    const { setup_intent_client_secret: secret } = (await payer.beginCardChange()).ok();
    (await payer.confirm(secret)).ok();
    expect(await payer.planState()).toMatchObject({ status: 'past_due' });
    const [mine] = await test.context.database
      .orm()
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.schoolId, payer.school.id));
    const event = test.sandbox.signedEvent(mine?.id ?? '', { type: 'setup_intent.succeeded' });
    const headers = { 'stripe-signature': event.signature };
    (await test.call(billingRoutes.paymentWebhook, { body: event.body, headers })).ok();
    await test.jobs.settled();
    expect(await payer.planState()).toMatchObject({ status: 'active' });
    expect((await payer.billing()).card_last4).toBe('4242');
  });

  it('is refused without a running plan', async () => {
    const payer = await newPayer(test);
    for (const answer of [await payer.beginCardChange(), await payer.finishCardChange()]) {
      expect(answer.error().error_message).toBe(BILLING_MESSAGES.noPlanToPay);
      expect(answer.status).toBe(409);
    }
    await payer.buy('monthly');
    await payer.cancel();
    await payer.pass(32);
    expect((await payer.beginCardChange()).status).toBe(409);
  });
});
