import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BILLING_MESSAGES, billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import type { PaidPlan } from '#contract/prices.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { auditLog, schools } from '#server/db/schema.ts';
import { paymentAttempts, subscriptions } from '#server/db/schema-billing.ts';
import { SANDBOX_REFUSALS } from '#server/ports/payments/sandbox.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { cancelRenewal } from './renewal.ts';

/** Plan and payment over HTTP, with the sandbox as the provider and its clock moved. */

const DAY_MS = 86_400_000;
let test: TestApp;
let school: TestSchool;
let token: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

// Sessions last 30 days: after a jump the owner logs in again.
async function fresh(): Promise<void> {
  school = await createSchool(test);
  token = school.owner.token;
}
async function pass(days: number): Promise<void> {
  test.clock.advance(days * DAY_MS);
  token = (await createStaff(test, school.id, 'admin')).token;
}

const choose = async (plan: PaidPlan = 'yearly') =>
  (await test.call(billingRoutes.charge, { token, body: { subscription_plan: plan } })).ok()
    .payment_intent_client_secret;
const confirm = (client_secret: string, card_number: string = SANDBOX_CARDS.pays) =>
  test.call(billingRoutes.confirmInSandbox, { token, body: { client_secret, card_number } });
const buy = async (plan?: PaidPlan) => void (await confirm(await choose(plan))).ok();
const standing = async () => {
  const { school: shown } = (await test.call(schoolRoutes.mySchool, { token })).ok();
  const { subscription_status: status, subscription_plan: plan, plan_ended } = shown.data?.attributes ?? {};
  return { status, plan, plan_ended };
};
const endDate = async () =>
  new Date(
    (await test.call(schoolRoutes.mySchool, { token })).ok().school.data?.attributes.subscription_end_date ??
      0,
  );
const invoices = async (year?: number) =>
  (
    await test.call(billingRoutes.listTransactions, {
      token,
      query: year === undefined ? {} : { year: String(year) },
    })
  ).ok().transactions.data;
const actions = async () =>
  (
    await test.house.database
      .orm()
      .select()
      .from(auditLog)
      .where(eq(auditLog.schoolId, school.id))
      .orderBy(auditLog.createdAt)
  ).map(({ action }) => action);

describe('buying a plan', () => {
  it('starts it at once, also during the trial, and counts calendar years from then', async () => {
    await fresh();
    const before = test.clock.now();
    await buy();
    expect(await standing()).toEqual({ status: 'active', plan: 'yearly', plan_ended: false });
    expect((await endDate()).getUTCFullYear()).toBe(before.getUTCFullYear() + 1);
    const { attributes } = (await test.call(billingRoutes.billingInformation, { token })).ok()
      .billing_information.data;
    expect(attributes.card_last4).toBe('4242');
    const [invoice, ...more] = await invoices();
    expect(more).toEqual([]);
    expect(invoice?.attributes).toMatchObject({
      title: 'Yearly plan',
      cost: 180,
      status: 'PAID',
      card_last4: '4242',
      subscription_start_at: before.toISOString(),
    });
    expect(await actions()).toEqual(['plan_started']);
  });

  it.each([
    [SANDBOX_CARDS.declined, SANDBOX_REFUSALS.declined],
    [SANDBOX_CARDS.fails, SANDBOX_REFUSALS.fails],
    ['12345678', SANDBOX_REFUSALS.invalid],
    ['4242', SANDBOX_REFUSALS.invalid],
    ['424242424242', BILLING_MESSAGES.cardDigits],
    ['4242424x', BILLING_MESSAGES.cardDigits],
  ])('with the card %s says: %s', async (card, words) => {
    await fresh();
    const secret = await choose();
    expect((await confirm(secret, card)).error().error_message).toBe(words);
    expect(await standing()).toMatchObject({ status: 'trial' });
    expect(await invoices()).toEqual([]);
    // The same payment can be tried again with a better card.
    (await confirm(secret)).ok();
    expect(await standing()).toMatchObject({ status: 'active' });
  });

  it('pays once, however often it is asked to', async () => {
    await fresh();
    const secret = await choose();
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(secret)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await invoices()).toHaveLength(1);
    const again = await test.call(billingRoutes.charge, { token, body: { subscription_plan: 'monthly' } });
    expect(again.error().error_message).toBe(BILLING_MESSAGES.active);
    expect(again.status).toBe(409);
  });

  it('begins one subscription for fifty charges at once', async () => {
    await fresh();
    const secrets = await Promise.all(Array.from({ length: 50 }, () => choose()));
    expect(new Set(secrets).size).toBe(1);
    const orm = test.house.database.orm();
    expect(await orm.$count(paymentAttempts, eq(paymentAttempts.schoolId, school.id))).toBe(1);
    expect(await orm.$count(subscriptions, eq(subscriptions.schoolId, school.id))).toBe(1);
  });

  it('ends in one plan when two tabs choose differently', async () => {
    await fresh();
    const first = await choose('monthly');
    const second = await choose('yearly');
    expect((await confirm(first)).error().error_message).toBe(BILLING_MESSAGES.paymentOver);
    (await confirm(second)).ok();
    expect(await standing()).toMatchObject({ status: 'active', plan: 'yearly' });
    expect(await invoices()).toHaveLength(1);
  });

  it('keeps a plan that is paid for while another one is chosen', async () => {
    await fresh();
    const first = await choose('monthly');
    // The provider has the money; its word has not come in yet.
    const customerId = first.split('_secret_')[0] ?? '';
    await test.sandbox.pay({ customerId, clientSecret: first, cardNumber: SANDBOX_CARDS.pays });
    const other = await test.call(billingRoutes.charge, { token, body: { subscription_plan: 'yearly' } });
    expect(other.error().error_message).toBe(BILLING_MESSAGES.active);
    expect(await standing()).toMatchObject({ status: 'active', plan: 'monthly' });
  });

  it('lets the pages load nothing of a provider that is not there', async () => {
    const { headers } = await test.call(serviceRoutes.config);
    expect(headers['content-security-policy']).not.toContain('stripe');
  });

  it('takes nobody else’s secret, and no plan that is none', async () => {
    await fresh();
    const theirs = await choose();
    await fresh();
    expect((await confirm(theirs)).status).toBe(400);
    await choose();
    expect((await confirm(theirs)).error().error_message).toBe(BILLING_MESSAGES.paymentOver);
    const forged = await test.call(billingRoutes.charge, { token, body: { subscription_plan: 'trial' } });
    expect(forged.status).toBe(400);
    const priced = { subscription_plan: 'yearly', amount: 1 };
    expect((await test.call(billingRoutes.charge, { token, body: priced })).status).toBe(400);
  });

  it('begins anew when the first choice was left for a day', async () => {
    await fresh();
    const old = await choose();
    await pass(1);
    const next = await choose();
    expect(next).not.toBe(old);
    expect((await confirm(old)).error().error_message).toBe(BILLING_MESSAGES.paymentOver);
    (await confirm(next)).ok();
  });
});

describe('time', () => {
  it('renews by the calendar, with an invoice and a receipt for each', async () => {
    await fresh();
    const first = await (async () => {
      await buy('monthly');
      return endDate();
    })();
    await pass(70);
    expect(await standing()).toEqual({ status: 'active', plan: 'monthly', plan_ended: false });
    expect(await invoices()).toHaveLength(3);
    expect((await endDate()).getTime()).toBeGreaterThan(first.getTime());
    await test.jobs.settled();
    const receipts = test.mail.to(school.owner.email).map(({ subject }) => subject);
    expect(receipts).toEqual(Array.from({ length: 3 }, () => 'Your Inkwell receipt: £18.00'));
    expect(await actions()).toEqual(['plan_started', 'plan_renewed']);
  });

  it('ends a cancelled plan on its day, and a new one can be bought then', async () => {
    await fresh();
    await buy('monthly');
    (await test.call(billingRoutes.cancelSubscription, { token })).ok();
    expect(await standing()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: false });
    const running = await test.call(billingRoutes.charge, { token, body: { subscription_plan: 'yearly' } });
    expect(running.error().error_message).toBe(BILLING_MESSAGES.running);
    const twice = await test.call(billingRoutes.cancelSubscription, { token });
    expect(twice.error().error_message).toBe(BILLING_MESSAGES.nothingToCancel);
    (await test.call(billingRoutes.enableSubscription, { token })).ok();
    expect(await standing()).toMatchObject({ status: 'active' });
    (await test.call(billingRoutes.cancelSubscription, { token })).ok();
    await pass(32);
    await test.jobs.run('due_subscriptions');
    expect(await standing()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: true });
    const late = await test.call(billingRoutes.enableSubscription, { token });
    expect(late.error().error_message).toBe(BILLING_MESSAGES.nothingToEnable);
    const refused = await test.call(newsletterRoutes.createNewsletter, {
      token,
      body: { news_letter: { title: 'x', layout_type: 'one_column' } },
    });
    expect(refused.error().error_message).toBe(ERROR_MESSAGES.planEnded);
    expect(refused.status).toBe(402);
    await buy('yearly');
    expect(await standing()).toEqual({ status: 'active', plan: 'yearly', plan_ended: false });
    expect(await actions()).toEqual([
      'plan_started',
      'renewal_canceled',
      'renewal_enabled',
      'renewal_canceled',
      'plan_ended',
      'plan_started',
    ]);
  });

  it('gives 14 days to a renewal that fails, says so, and takes the money later', async () => {
    await fresh();
    await buy('monthly');
    await test.sandbox.setCardWorks(school.id, false);
    await pass(32);
    await test.jobs.run('due_subscriptions');
    expect(await standing()).toEqual({ status: 'past_due', plan: 'monthly', plan_ended: false });
    const letter = test.mail.to(school.owner.email).at(-1);
    expect(letter?.subject).toBe('Your Inkwell payment did not go through');
    const other = await test.call(billingRoutes.charge, { token, body: { subscription_plan: 'yearly' } });
    expect(other.error().error_message).toBe(BILLING_MESSAGES.pastDue);
    await pass(14);
    expect(await standing()).toEqual({ status: 'past_due', plan: 'monthly', plan_ended: true });
    const secret = await choose('monthly');
    (await confirm(secret)).ok();
    expect(await standing()).toEqual({ status: 'active', plan: 'monthly', plan_ended: false });
    expect(await invoices()).toHaveLength(2);
    expect(await actions()).toEqual(['plan_started', 'plan_payment_failed', 'plan_renewed']);
  });

  it('ends a plan that stays unpaid', async () => {
    await fresh();
    await buy('monthly');
    await test.sandbox.setCardWorks(school.id, false);
    await pass(60);
    await test.jobs.run('billing_night');
    expect(await standing()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: true });
  });

  it('ends a plan of a provider that is no longer there with its paid time', async () => {
    await fresh();
    await buy('monthly');
    const orm = test.house.database.orm();
    await orm.update(subscriptions).set({ provider: 'stripe' }).where(eq(subscriptions.schoolId, school.id));
    await test.jobs.run('billing_night');
    expect(await standing()).toMatchObject({ status: 'active' });
    await pass(32);
    await test.jobs.run('billing_night');
    expect(await standing()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: true });
    await buy('yearly');
    expect(await standing()).toMatchObject({ status: 'active', plan: 'yearly' });
  });

  it('ends a past-due plan at once when its renewal is cancelled', async () => {
    await fresh();
    await buy('monthly');
    await test.sandbox.setCardWorks(school.id, false);
    await pass(32);
    await test.jobs.run('due_subscriptions');
    (await test.call(billingRoutes.cancelSubscription, { token })).ok();
    expect(await standing()).toEqual({ status: 'canceled', plan: 'monthly', plan_ended: true });
    await test.sandbox.setCardWorks(school.id, true);
    await pass(3);
    await test.jobs.run('billing_night');
    expect(await invoices()).toHaveLength(1);
  });
});

describe('the end of a school', () => {
  it('ends the renewal and closes what is open, and may be told twice', async () => {
    await fresh();
    const open = await choose('monthly');
    await cancelRenewal(test.house, school.id, school.owner.id);
    expect((await confirm(open)).status).toBe(400);
    await buy('yearly');
    await cancelRenewal(test.house, school.id, school.owner.id);
    await cancelRenewal(test.house, school.id, school.owner.id);
    expect(await standing()).toMatchObject({ status: 'canceled', plan_ended: false });
    const orm = test.house.database.orm();
    await orm.update(schools).set({ closesAt: test.clock.now() }).where(eq(schools.id, school.id));
    const closed = await test.call(billingRoutes.charge, { token, body: { subscription_plan: 'yearly' } });
    expect(closed.status).toBe(403);
    await orm.update(schools).set({ closesAt: null }).where(eq(schools.id, school.id));
  });
});

describe('billing details', () => {
  it('say of each field what is missing, and are empty at first', async () => {
    await fresh();
    const { data } = (await test.call(billingRoutes.billingInformation, { token })).ok().billing_information;
    const blank = { first_name: '', last_name: '', email: '', telephone: '', address: '', card_last4: null };
    expect(data.attributes).toEqual(blank);
    const { card_last4: _, ...empty } = blank;
    const refused = await test.call(billingRoutes.updateBillingInformation, {
      token,
      params: { id: data.id },
      body: { billing_information: empty },
    });
    expect(refused.error().errors).toEqual({
      first_name: ['Please add your first name'],
      last_name: ['Please add your last name'],
      email: ['A valid email address is required'],
      telephone: ['Please add your phone number'],
      address: ['Please add your address'],
    });
    const details = {
      first_name: 'Zoë',
      last_name: 'Łukasz',
      email: 'Bursar@Elm.example',
      telephone: '+44 (0)20',
      address: '1 Elm Row',
    };
    const saved = (
      await test.call(billingRoutes.updateBillingInformation, {
        token,
        params: { id: data.id },
        body: { billing_information: details },
      })
    ).ok();
    expect(saved.billing_information.data.attributes).toMatchObject({
      ...details,
      email: 'bursar@elm.example',
      telephone: '44020',
    });
    await buy();
    await test.jobs.settled();
    expect(test.mail.to('bursar@elm.example')).toHaveLength(1);
    expect(test.mail.to(school.owner.email)).toEqual([]);
  });
});

describe('an invoice', () => {
  it('is a PDF under an address that is signed and good for ten minutes', async () => {
    await fresh();
    await buy();
    const [invoice] = await invoices(test.clock.now().getUTCFullYear());
    const url = new URL(invoice?.attributes.invoice_pdf_url ?? '');
    const get = (address: URL) => test.app.inject({ url: address.pathname + address.search });
    const pdf = await get(url);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const forged = new URL(url);
    forged.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
    expect((await get(forged)).statusCode).toBe(404);
    const cut = new URL(url);
    cut.searchParams.delete('signature');
    expect((await get(cut)).statusCode).toBe(404);
    test.clock.advance(10 * 60_000);
    expect((await get(url)).statusCode).toBe(404);
  });

  it('stands in the year in which its time begins', async () => {
    await fresh();
    await buy();
    const year = test.clock.now().getUTCFullYear();
    expect(await invoices(year)).toHaveLength(1);
    expect(await invoices(year - 1)).toEqual([]);
    expect((await test.call(billingRoutes.listTransactions, { token, query: { year: 'soon' } })).status).toBe(
      400,
    );
  });
});

describe('reminders of the end of the trial', () => {
  it('come 14, 3 and 0 days before, once each, to who can pay', async () => {
    await fresh();
    const admin = await createStaff(test, school.id, 'admin');
    const editor = await createStaff(test, school.id, 'editor');
    const end = (await endDate()).getTime();
    const subjects = () => test.mail.to(admin.email).map(({ subject }) => subject);
    const until = async (daysBefore: number) => {
      test.clock.advance(Math.max(0, end - daysBefore * DAY_MS - test.clock.now().getTime()));
      await test.jobs.run('trial_reminders');
      await test.jobs.run('trial_reminders');
    };
    await until(15);
    expect(subjects()).toEqual([]);
    await until(14);
    await until(10);
    await until(3);
    await until(0);
    await until(-0.5);
    expect(subjects()).toEqual([
      'Your Inkwell trial ends in 14 days',
      'Your Inkwell trial ends in 3 days',
      'Your Inkwell trial ends today',
    ]);
    expect(test.mail.to(editor.email)).toEqual([]);
  });
});
