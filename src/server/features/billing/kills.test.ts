import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BILLING_MESSAGES, billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import { API_BASE, type Route } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { systemClock } from '#server/platform/clock.ts';
import { paymentAttempts, paymentEvents, subscriptions } from '#server/platform/db/schema/billing.ts';
import { startProgram } from '#test/program.ts';
import { migratedInstallation, seedSchool, type TestInstallation } from '#test/seed.ts';
import { StripeDouble } from '#test/stripe/double.ts';
import { STRIPE_VARIABLES } from '#test/stripe/harness.ts';
import { DOUBLE_CARDS } from '#test/stripe/ledger.ts';

/**
 * Accident R2 for payments: the whole program is killed (-9) after the provider has acted and before we have
 * stored it.
 */

const TIME = 300_000;
const AFTER_BEGINNING = 'insert into "subscriptions"';
const AFTER_PAYING = 'set "asked"';
const YEARLY = { subscription_status: 'active', subscription_plan: 'yearly' };

let place: TestInstallation;
let token: string;
beforeEach(async () => {
  place = await migratedInstallation();
  token = (await seedSchool(place)).owner.token;
});
afterEach(() => place.remove());

/** Starts the program, which is killed before the given statement, if any. */
async function startLife(dieBefore: string | null, environment: Readonly<Record<string, string>> = {}) {
  const preload = new URL('../../../../test/processes/die-before.mjs', import.meta.url).href;
  const dying = dieBefore === null ? {} : { NODE_OPTIONS: `--import=${preload}`, DIE_BEFORE: dieBefore };
  const program = startProgram({ ...place.environment, ...environment, ...dying });
  const url = await program.url;
  return {
    program,
    /** The status and body of the response; null if the program died before it. */
    call: async (row: Route, body?: string | object, headers: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(url + API_BASE + row.path, {
        method: row.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      return response === null || !text ? null : { status: response.status, body: JSON.parse(text) };
    },
  };
}
type Life = Awaited<ReturnType<typeof startLife>>;

const charge = async ({ call }: Life) => await call(billingRoutes.charge, { subscription_plan: 'yearly' });

async function kill({ program }: Life): Promise<string> {
  program.signal('SIGKILL');
  return (await program.ended).stderr;
}

async function schoolAttributes({ call }: Life) {
  const { body } = (await call(schoolRoutes.mySchool)) ?? {};
  return schoolRoutes.mySchool.reply.parse(body).school.data?.attributes;
}

/** Checks what staff see and what is stored after the kill. */
async function expectOnePlan(life: Life): Promise<string> {
  expect(await schoolAttributes(life)).toMatchObject(YEARLY);
  const paid = await life.call(billingRoutes.listTransactions);
  expect(billingRoutes.listTransactions.reply.parse(paid?.body).transactions.data).toHaveLength(1);
  const output = await kill(life);
  const { database, mail } = await createContext(readConfig(place.environment), () => undefined);
  const orm = database.orm();
  expect(await orm.$count(subscriptions)).toBe(1);
  expect(await orm.select({ state: paymentAttempts.state }).from(paymentAttempts)).toEqual([
    { state: 'done' },
  ]);
  expect(await orm.$count(paymentEvents)).toBeLessThanOrEqual(3);
  await mail.close();
  await database.close();
  return output;
}

it('killed while it charges in the sandbox, it finds the one subscription and the one payment', {
  timeout: TIME,
}, async () => {
  const first = await startLife(AFTER_PAYING);
  const { payment_intent_client_secret: secret } = billingRoutes.charge.reply.parse(
    (await charge(first))?.body,
  );
  const payment = { client_secret: secret, card_number: SANDBOX_CARDS.pays };
  expect(await first.call(billingRoutes.confirmInSandbox, payment)).toBeNull();
  await first.program.ended;

  const second = await startLife(null);
  // A second attempt to pay is refused: it is paid.
  expect(await charge(second)).toMatchObject({
    status: 409,
    body: { error_message: BILLING_MESSAGES.active },
  });
  expect((await second.call(billingRoutes.confirmInSandbox, payment))?.status).toBe(200);
  await expectOnePlan(second);
});

it('killed while it charges and hears of it with Stripe, it ends with one of each', {
  timeout: TIME,
}, async () => {
  const double = new StripeDouble(systemClock);
  const stripe = { ...STRIPE_VARIABLES, STRIPE_API_BASE: await double.listen() };
  // Each start prints a warning that does not concern this test.
  double.prices.price_month = 1900;
  const deliver = async ({ call }: Life, event: Stripe.Event) => {
    const { body, signature } = double.signed(event, stripe.STRIPE_WEBHOOK_SECRET);
    return await call(billingRoutes.paymentWebhook, body, { 'stripe-signature': signature });
  };
  try {
    const first = await startLife(AFTER_BEGINNING, stripe);
    expect(await charge(first)).toBeNull();
    await first.program.ended;

    // The event is acknowledged to Stripe, then the job that it enqueues is interrupted.
    const second = await startLife(AFTER_PAYING, stripe);
    const { payment_intent_client_secret: secret } = billingRoutes.charge.reply.parse(
      (await charge(second))?.body,
    );
    expect(double.subscriptions.size).toBe(1);
    double.confirm(secret, DOUBLE_CARDS.pays);
    const [updated, paid] = double.events.slice(-2);
    if (updated === undefined || paid === undefined) throw new Error('Stripe sent no event');
    expect((await deliver(second, paid))?.status).toBe(200);
    await second.program.ended;

    const third = await startLife(null, stripe);
    expect((await deliver(third, paid))?.status).toBe(200);
    expect((await deliver(third, updated))?.status).toBe(200);
    await expect.poll(() => schoolAttributes(third), { timeout: TIME / 2 }).toMatchObject(YEARLY);
    expect((await charge(third))?.status).toBe(409);
    expect(await expectOnePlan(third)).toContain('STRIPE_PRICE_MONTHLY: this price is not £18.');
  } finally {
    await double.close();
  }
});
