import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { billingRoutes } from '#contract/billing.ts';
import { paymentAttempts, paymentEvents, subscriptions } from '#server/platform/db/schema/billing.ts';
import { openStripeHarness, STRIPE_VARIABLES, type StripeHarness } from '#test/stripe/harness.ts';
import { DOUBLE_CARDS } from '#test/stripe/ledger.ts';
import { syncSubscription } from './sync.ts';

/** Stripe's webhooks: forged, replayed, out of order, late. */

const SECRET = STRIPE_VARIABLES.STRIPE_WEBHOOK_SECRET;
const CARD = DOUBLE_CARDS.pays;
let stage: StripeHarness;
beforeAll(async () => {
  stage = await openStripeHarness();
});
afterAll(async () => await stage.close());
beforeEach(async () => await stage.newSchool());
afterEach(() => stage.resetDouble());

describe('a webhook', () => {
  const story = async () => {
    stage.double.confirm(await stage.choose('monthly'), CARD);
    return stage.newEvents();
  };
  const inLog = (events: readonly Stripe.Event[]) =>
    Promise.all(
      events.map(({ id }) => stage.context.database.orm().$count(paymentEvents, eq(paymentEvents.id, id))),
    );

  it('that is forged changes nothing', async () => {
    const events = await story();
    for (const event of events) {
      const { body, signature } = stage.double.signed(event, 'whsec_guessed');
      expect((await stage.post(body, signature)).status).toBe(400);
      const own = stage.double.signed(event, SECRET);
      expect((await stage.post(own.body.replace('"active"', '"canceled"'), own.signature)).status).toBe(
        own.body.includes('"active"') ? 400 : 200,
      );
      expect((await stage.post(own.body, '')).status).toBe(400);
    }
    expect((await stage.test.call(billingRoutes.paymentWebhook, { body: '{}' })).status).toBe(400);
  });

  it('that is replayed takes effect once', async () => {
    const events = await story();
    await stage.deliver(events);
    const asked = stage.double.requests.length;
    expect(await stage.deliver([...events, ...events])).toEqual([...events, ...events].map(() => 200));
    expect(stage.double.requests.length).toBe(asked);
    expect(new Set(await inLog(events))).toEqual(new Set([1]));
    expect(await stage.paidInvoices()).toHaveLength(1);
    await stage.test.jobs.settled();
    expect(stage.test.mail.to(stage.school.owner.email)).toHaveLength(1);
  });

  it('leads to the same plan in any order, and alone', async () => {
    const events = await story();
    await stage.deliver(events.toReversed());
    expect(await stage.planStatus()).toBe('active');
    await stage.newSchool();
    const [only] = (await story()).slice(-1);
    await stage.deliver(only === undefined ? [] : [only]);
    expect(await stage.planStatus()).toBe('active');
    expect(await stage.paidInvoices()).toHaveLength(1);
  });

  it('is understood in an older API version, too', async () => {
    const paid = (await story()).find(({ type }) => type === 'invoice.paid');
    const [subscription] = [...stage.double.subscriptions.keys()].slice(-1);
    const older = JSON.parse(JSON.stringify(paid));
    Object.assign(older.data.object, { parent: null, subscription });
    await stage.deliver([older]);
    expect(await stage.planStatus()).toBe('active');
  });

  it('that arrives late does not undo later changes', async () => {
    const events = await story();
    await stage.deliver(events.slice(0, 1));
    await stage.deliver(events.slice(-1));
    (await stage.cancel()).ok();
    // The event 'active, renews' from before the cancellation, delivered late.
    await stage.deliver(events);
    expect(await stage.planStatus()).toBe('canceled');
  });

  it('has no effect if its sync is answered after a later sync', async () => {
    await stage.deliver(await story());
    const [mine] = await stage.context.database
      .orm()
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.schoolId, stage.school.id));
    const id = mine?.id ?? '';
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { payments } = stage.context;
    const read = payments.read.bind(payments);
    const spy = vi.spyOn(payments, 'read').mockImplementationOnce(async (subscription) => {
      const old = await read(subscription);
      asked.resolve();
      await held.promise;
      return old;
    });
    const slow = syncSubscription(stage.context, id);
    await asked.promise;
    (await stage.cancel()).ok();
    held.resolve();
    await slow;
    spy.mockRestore();
    expect(await stage.planStatus()).toBe('canceled');
  });

  it('with an old signature, as when replayed, is refused', async () => {
    const events = await story();
    expect(new Set(await stage.deliver(events, 301))).toEqual(new Set([400]));
    expect(await inLog(events)).toEqual(events.map(() => 0));
    expect(new Set(await stage.deliver(events, 299))).toEqual(new Set([200]));
  });

  it('about a foreign subscription in the same account changes nothing', async () => {
    const customer = `cus_${stage.school.id}`;
    stage.double.customers.set(customer, { metadata: {}, isDeleted: false });
    await fetch(`${stage.double.url}/v1/subscriptions`, {
      method: 'POST',
      body: new URLSearchParams({ customer, 'items[0][price]': 'price_month' }),
    });
    const theirs = [...stage.double.subscriptions.values()].at(-1) ?? throwMissing();
    await fetch(`${stage.double.url}/v1/setup_intents`, {
      method: 'POST',
      body: new URLSearchParams({ customer, 'metadata[subscription_id]': theirs.id }),
    });
    stage.double.confirmSetup(stage.double.setups.at(-1)?.secret ?? '', CARD);
    expect(new Set(await stage.deliver(stage.newEvents()))).toEqual(new Set([200]));
    expect(await stage.planStatus()).toBe('trial');
    expect(theirs.method).toBeNull();
  });

  it('adopts a subscription that was begun when the program was killed', async () => {
    const secret = await stage.choose();
    const orm = stage.context.database.orm();
    await orm.delete(subscriptions).where(eq(subscriptions.schoolId, stage.school.id));
    await orm
      .update(paymentAttempts)
      .set({ subscriptionId: null })
      .where(eq(paymentAttempts.schoolId, stage.school.id));
    expect(await stage.choose()).toBe(secret);
    await orm.delete(subscriptions).where(eq(subscriptions.schoolId, stage.school.id));
    stage.double.confirm(secret, CARD);
    await stage.deliver(stage.newEvents());
    expect(await stage.planStatus()).toBe('active');
  });

  it('is processed again later if Stripe is away', async () => {
    const events = await story();
    stage.double.failureMode = 500;
    const { body, signature } = stage.double.signed(events.at(-1) ?? throwMissing(), SECRET);
    expect((await stage.post(body, signature)).status).toBe(200);
    await expect(stage.test.jobs.settled()).rejects.toThrow('Stripe does not answer');
    expect(await stage.planStatus()).toBe('trial');
    stage.double.failureMode = null;
    await stage.test.jobs.run('due_subscriptions');
    expect(await stage.planStatus()).toBe('active');
  });
});

function throwMissing(): never {
  throw new Error('Not found');
}
