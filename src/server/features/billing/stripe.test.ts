import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BILLING_MESSAGES, billingRoutes } from '#contract/billing.ts';
import { serviceRoutes } from '#contract/service.ts';
import { subscriptions } from '#server/platform/db/schema/billing.ts';
import { openStripeHarness, type StripeHarness } from '#test/stripe/harness.ts';
import { DOUBLE_CARDS } from '#test/stripe/ledger.ts';

/** Plan and payment over HTTP, with a fake Stripe. */

const CARD = DOUBLE_CARDS.pays;
let stage: StripeHarness;
beforeAll(async () => {
  stage = await openStripeHarness();
});
afterAll(async () => await stage.close());
beforeEach(async () => await stage.newSchool());
afterEach(() => stage.resetDouble());

describe('with Stripe', () => {
  it('starts a plan when Stripe confirms it, and not before', async () => {
    const secret = await stage.choose();
    await stage.deliver(stage.newEvents());
    expect(await stage.planStatus()).toBe('trial');
    stage.double.confirm(secret, CARD);
    expect(await stage.planStatus()).toBe('trial');
    const events = stage.newEvents();
    expect(await stage.deliver(events)).toEqual(events.map(() => 200));
    expect(await stage.planStatus()).toBe('active');
    const [invoice, ...more] = await stage.paidInvoices();
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({ amount: 18_000, plan: 'yearly', cardLast4: '4242' });
    expect((await stage.charge('monthly')).status).toBe(409);
    // The fake's cards expire at the end of 12/2040.
    const { data } = (await stage.test.call(billingRoutes.billingInformation, { token: stage.token })).ok()
      .billing_information;
    expect(data.attributes.card_expires_at).toBe('2041-01-01T00:00:00.000Z');
  });

  it('follows a plan’s whole life: renewed, cancelled, resumed, unpaid, paid, ended', async () => {
    stage.double.confirm(await stage.choose('monthly'), CARD);
    await stage.deliver(stage.newEvents());
    await stage.pass(32);
    expect(await stage.paidInvoices()).toHaveLength(2);
    (await stage.cancel()).ok();
    expect(await stage.planStatus()).toBe('canceled');
    (await stage.enable()).ok();
    expect(await stage.planStatus()).toBe('active');
    await stage.deliver(stage.newEvents());
    stage.double.cardsWork = false;
    await stage.pass(31);
    expect(await stage.planStatus()).toBe('past_due');
    stage.double.cardsWork = true;
    stage.double.confirm(await stage.choose('monthly'), '5555555555554444');
    await stage.deliver(stage.newEvents());
    expect(await stage.planStatus()).toBe('active');
    expect(await stage.paidInvoices()).toHaveLength(3);
    (await stage.cancel()).ok();
    await stage.pass(40);
    expect(await stage.attributes()).toMatchObject({ subscription_status: 'canceled', plan_ended: true });
  });

  it('shows a cancellation made in Stripe’s dashboard, and resumes it like any other', async () => {
    await stage.buy('yearly');
    const mine = [...stage.double.subscriptions.values()].at(-1);
    if (mine !== undefined) mine.cancelAt = mine.periodEnd;
    await stage.test.jobs.run('billing_night');
    expect(await stage.planStatus()).toBe('canceled');
    (await stage.enable()).ok();
    expect(await stage.planStatus()).toBe('active');
  });

  it('makes one plan of two chosen in two tabs, and the other cannot be paid', async () => {
    const first = await stage.choose('monthly');
    const second = await stage.choose('yearly');
    expect(() => stage.double.confirm(first, CARD)).toThrow('canceled');
    stage.double.confirm(second, CARD);
    await stage.deliver(stage.newEvents());
    expect(await stage.planStatus()).toBe('active');
    expect(await stage.paidInvoices()).toHaveLength(1);
  });

  it('keeps a plan that is paid while another one is being chosen', async () => {
    stage.double.confirm(await stage.choose('monthly'), CARD);
    expect((await stage.charge('yearly')).error().error_message).toBe(BILLING_MESSAGES.active);
    expect(await stage.planStatus()).toBe('active');
  });

  it('begins one subscription for fifty concurrent charges', async () => {
    const before = stage.double.subscriptions.size;
    const secrets = await Promise.all(Array.from({ length: 50 }, () => stage.choose()));
    expect(new Set(secrets).size).toBe(1);
    expect(stage.double.subscriptions.size).toBe(before + 1);
    const orm = stage.context.database.orm();
    expect(await orm.$count(subscriptions, eq(subscriptions.schoolId, stage.school.id))).toBe(1);
  });

  it('redirects to Stripe’s PDF of an invoice', async () => {
    stage.double.confirm(await stage.choose(), CARD);
    await stage.deliver(stage.newEvents());
    const [found] = (await stage.test.call(billingRoutes.listTransactions, { token: stage.token })).ok()
      .transactions.data;
    const url = new URL(found?.attributes.invoice_pdf_url ?? '');
    const answer = await stage.test.app.inject({ url: url.pathname + url.search });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toMatch(/^https:\/\/pay\.stripe\.example\/in_/);
  });

  it('sends changed billing details to Stripe', async () => {
    await stage.choose();
    const body = { billing_information: { first_name: 'Ada', last_name: 'Bell' } };
    const asked = stage.double.requests.length;
    (
      await stage.test.call(billingRoutes.updateBillingInformation, {
        token: stage.token,
        params: { id: stage.school.id },
        body,
      })
    ).ok();
    await stage.test.jobs.settled();
    expect(stage.double.requests.slice(asked)).toEqual([
      expect.stringMatching(/^POST \/v1\/customers\/cus_/),
    ]);
  });

  it('refuses sandbox payments, and lets pages load Stripe', async () => {
    const body = { client_secret: await stage.choose(), card_number: '42424242' };
    expect((await stage.test.call(billingRoutes.confirmInSandbox, { token: stage.token, body })).status).toBe(
      404,
    );
    const config = (await stage.test.call(serviceRoutes.config)).ok();
    expect(config.payment).toEqual({ provider: 'stripe', publishable_key: 'pk_test_1' });
    const policy = (await stage.test.call(serviceRoutes.config)).headers['content-security-policy'];
    expect(policy).toContain('https://js.stripe.com');
    expect(policy).toContain('https://api.stripe.com');
  });
});

describe('changing the card with Stripe', () => {
  const begin = async () =>
    (await stage.test.call(billingRoutes.beginCardChange, { token: stage.token })).ok()
      .setup_intent_client_secret;
  const finish = () => stage.test.call(billingRoutes.finishCardChange, { token: stage.token });
  const lastCard = async () =>
    (await stage.test.call(billingRoutes.billingInformation, { token: stage.token })).ok().billing_information
      .data.attributes.card_last4;
  async function pastDue(): Promise<void> {
    await stage.buy('monthly');
    stage.double.cardsWork = false;
    await stage.pass(32);
    expect(await stage.planStatus()).toBe('past_due');
  }

  it('pays the overdue invoice, whether the browser or the event comes first', async () => {
    await pastDue();
    stage.double.confirmSetup(await begin(), '5555555555554444');
    const given = stage.newEvents();
    (await finish()).ok();
    expect(await stage.planStatus()).toBe('active');
    await stage.deliver([...given, ...stage.newEvents()]);
    expect(await stage.paidInvoices()).toHaveLength(2);
    expect(await lastCard()).toBe('4444');
    stage.double.confirmSetup(await begin(), '4000056655665556');
    // The browser was closed: only the event comes.
    await stage.deliver(stage.newEvents());
    expect(await lastCard()).toBe('5556');
    expect(await stage.paidInvoices()).toHaveLength(2);
  });

  it('is not undone by a late event', async () => {
    await stage.buy('monthly');
    stage.double.confirmSetup(await begin(), '5555555555554444');
    const late = stage.newEvents();
    stage.double.confirmSetup(await begin(), '4000056655665556');
    (await finish()).ok();
    await stage.deliver(late);
    expect(await lastCard()).toBe('5556');
  });

  it.each([
    [DOUBLE_CARDS.empty, 'Your card was declined.'],
    [DOUBLE_CARDS.asks, BILLING_MESSAGES.bankAsks],
  ])('reports of a card (%s) that cannot pay the open invoice: %s', async (card, words) => {
    await pastDue();
    stage.double.confirmSetup(await begin(), card);
    const refused = await finish();
    expect(refused.error().error_message).toBe(words);
    expect(refused.status).toBe(400);
    await stage.deliver(stage.newEvents());
    expect(await stage.planStatus()).toBe('past_due');
    expect(await stage.paidInvoices()).toHaveLength(1);
    // The open invoice's secret still works, with the bank's confirmation or another card.
    stage.double.confirm(await stage.choose('monthly'), CARD);
    await stage.deliver(stage.newEvents());
    expect(await stage.planStatus()).toBe('active');
  });
});
