import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths } from '#contract/rules/months.ts';
import { type PaidPlan, PLANS } from '#contract/rules/prices.ts';
import { ForgedEvent, type PaymentPort } from '#server/platform/payments/payments.ts';

/** Simulates a provider's environment in tests: the browser, the bank, time, and its events. */
export interface PaymentHarness {
  readonly payments: PaymentPort;
  now(): Date;
  /** Creates a school and resolves to its id. */
  newSchool(): Promise<string>;
  /** Pays in the browser with a card that works or is declined. Throws the message that the payer sees. */
  pay(customerId: string, secret: string, works?: boolean): Promise<void>;
  /** Enters another card in the browser, one that works or is declined. Throws the message that the payer sees. */
  giveCard(customerId: string, secret: string, works?: boolean): Promise<void>;
  /** Makes a school's card work or fail for renewals from now on. */
  setCardWorks(schoolId: string, works: boolean): Promise<void>;
  passDays(days: number): Promise<void>;
  /** An event about a subscription, signed `age` seconds ago. */
  event(subscriptionId: string, age?: number): SignedEvent;
  /** The event that a card was given for a subscription. */
  cardEvent(subscriptionId: string): SignedEvent;
  close(): Promise<void>;
}

interface SignedEvent {
  readonly body: string;
  readonly signature: string;
}

const BILLED = {
  name: 'Priya Nair',
  email: 'p.nair@oakfield.example',
  telephone: '01632',
  address: '1 Oak Row',
};

/** Returns the harness of this implementation. */
type At = () => PaymentHarness;

/** The tests of every implementation of the payment port. */
export function testPaymentPort(name: string, open: () => Promise<PaymentHarness>): void {
  describe(`payments: ${name}`, () => {
    let harness: PaymentHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(async () => await harness.close());
    const at = () => harness;
    for (const test of [testBuying, testTime, testRenewal, testCards, testEnds]) test(at);
  });
}

const unknown = (schoolId: string) => ({ key: schoolId, schoolId, customerId: null, billedTo: BILLED });
// Providers are precise to the second.
const second = (date: Date | null | undefined) => Math.floor((date?.getTime() ?? 0) / 1000);

function actsOf(at: At) {
  const begin = async (plan: PaidPlan = 'monthly', key: string = randomUUID()) => {
    const schoolId = await at().newSchool();
    const customerId = await at().payments.putCustomer(unknown(schoolId));
    const begun = await at().payments.begin({ key, schoolId, customerId, plan });
    return { key, schoolId, customerId, plan, ...begun };
  };
  const bought = async (plan?: PaidPlan) => {
    const begun = await begin(plan);
    const startedAt = at().now();
    await at().pay(begun.customerId, begun.clientSecret);
    return { ...begun, startedAt };
  };
  return { begin, bought, read: (id: string) => at().payments.read(id) };
}

function testBuying(at: At): void {
  const { begin, bought, read } = actsOf(at);

  it('creates one customer for a school, and updates it', async () => {
    const schoolId = await at().newSchool();
    const one = await at().payments.putCustomer(unknown(schoolId));
    expect(await at().payments.putCustomer(unknown(schoolId))).toBe(one);
    const billedTo = { ...BILLED, name: 'Ada' };
    expect(await at().payments.putCustomer({ ...unknown(schoolId), customerId: one, billedTo })).toBe(one);
  });

  it('begins one subscription for 50 concurrent calls with the same key', async () => {
    const { subscriptionId, clientSecret, ...attempt } = await begin();
    const again = await Promise.all(Array.from({ length: 50 }, () => at().payments.begin(attempt)));
    for (const each of again) expect(each).toEqual({ subscriptionId, clientSecret });
    expect(await read(subscriptionId)).toMatchObject({
      state: 'incomplete',
      schoolId: attempt.schoolId,
      paidUntil: null,
      invoices: [],
    });
    expect(await at().payments.openSecret(subscriptionId)).toBe(clientSecret);
  });

  it.each(['yearly', 'monthly'] as const)(
    'charges the %s price, for a period to the exact day',
    async (plan) => {
      const { subscriptionId, startedAt } = await bought(plan);
      const found = await read(subscriptionId);
      expect(found).toMatchObject({ state: 'active', renews: true, plan, cardLast4: '4242' });
      const [invoice] = found?.invoices ?? [];
      expect(invoice).toMatchObject({ amount: PLANS[plan].price * 100, plan });
      expect(invoice?.number).not.toBe('');
      const end = second(addMonths(startedAt, PLANS[plan].months));
      expect(Math.abs(second(found?.paidUntil) - end)).toBeLessThanOrEqual(1);
      expect(second(invoice?.periodEnd)).toBe(second(found?.paidUntil));
      expect(await at().payments.openSecret(subscriptionId)).toBeNull();
    },
  );

  it('charges nothing after a declined card, and charges once after a working one', async () => {
    const { subscriptionId, customerId, clientSecret } = await begin();
    await expect(at().pay(customerId, clientSecret, false)).rejects.toThrow('Your card was declined.');
    expect(await read(subscriptionId)).toMatchObject({ state: 'incomplete', invoices: [] });
    await at().pay(customerId, clientSecret);
    await at().pay(customerId, clientSecret);
    expect((await read(subscriptionId))?.invoices).toHaveLength(1);
  });
}

function testTime(at: At): void {
  const { begin, bought, read } = actsOf(at);

  it('prevents paying an abandoned subscription, and does not abandon a paid one', async () => {
    const open = await begin();
    await at().payments.abandon(open.subscriptionId);
    await at().payments.abandon(open.subscriptionId);
    await expect(at().pay(open.customerId, open.clientSecret)).rejects.toThrow();
    expect(await read(open.subscriptionId)).toMatchObject({ state: 'ended', invoices: [] });
    const paid = await bought();
    await at().payments.abandon(paid.subscriptionId);
    expect(await read(paid.subscriptionId)).toMatchObject({ state: 'active' });
  });

  it('ends a subscription that is not paid within a day', async () => {
    const { subscriptionId, customerId, clientSecret } = await begin();
    await at().passDays(1);
    expect(await read(subscriptionId)).toMatchObject({ state: 'ended' });
    await expect(at().pay(customerId, clientSecret)).rejects.toThrow();
  });

  it('renews on the same day of the month', async () => {
    const { subscriptionId, startedAt } = await bought('monthly');
    await at().passDays(70);
    const found = await read(subscriptionId);
    expect(found?.invoices).toHaveLength(3);
    expect(Math.abs(second(found?.paidUntil) - second(addMonths(startedAt, 3)))).toBeLessThanOrEqual(1);
  });
}

function testRenewal(at: At): void {
  const { bought, read } = actsOf(at);

  it('ends with its paid time after cancelling the renewal, unless resumed', async () => {
    const { subscriptionId } = await bought('monthly');
    await at().payments.cancelRenewal(subscriptionId);
    await at().payments.cancelRenewal(subscriptionId);
    expect(await read(subscriptionId)).toMatchObject({ state: 'active', renews: false });
    await at().payments.resumeRenewal(subscriptionId);
    expect(await read(subscriptionId)).toMatchObject({ state: 'active', renews: true });
    await at().payments.cancelRenewal(subscriptionId);
    const until = (await read(subscriptionId))?.paidUntil;
    await at().passDays(32);
    const ended = await read(subscriptionId);
    expect(ended).toMatchObject({ state: 'ended', paidUntil: until });
    expect(ended?.invoices).toHaveLength(1);
    await at().payments.resumeRenewal(subscriptionId);
    expect(await read(subscriptionId)).toMatchObject({ state: 'ended' });
  });

  it('is past due from the unpaid day when the card fails, and active after a payment', async () => {
    const { subscriptionId, schoolId, customerId } = await bought('monthly');
    const until = (await read(subscriptionId))?.paidUntil;
    await at().setCardWorks(schoolId, false);
    await at().passDays(33);
    expect(await read(subscriptionId)).toMatchObject({ state: 'past_due', paidUntil: until });
    const secret = await at().payments.openSecret(subscriptionId);
    await at().setCardWorks(schoolId, true);
    await at().pay(customerId, secret ?? '');
    const settled = await read(subscriptionId);
    expect(settled).toMatchObject({ state: 'active' });
    expect(settled?.invoices).toHaveLength(2);
  });
}

function testCards(at: At): void {
  const { begin, bought, read } = actsOf(at);

  it('applies a new card for later payments without charging it', async () => {
    const { subscriptionId, customerId } = await bought('monthly');
    const secret = (await at().payments.beginCardChange(subscriptionId)) ?? '';
    await expect(at().giveCard(customerId, secret, false)).rejects.toThrow('Your card was declined.');
    expect(await at().payments.applyNewCard(subscriptionId)).toBe('none');
    await at().giveCard(customerId, secret);
    expect(await at().payments.applyNewCard(subscriptionId)).toBe('new');
    // Both the browser's call and the provider's event apply the card, in any order.
    expect(await at().payments.applyNewCard(subscriptionId)).toBe('before');
    expect((await read(subscriptionId))?.invoices).toHaveLength(1);
    // A further change that never gets a card.
    await at().payments.beginCardChange(subscriptionId);
    expect(await at().payments.applyNewCard(subscriptionId)).toBe('none');
    await at().passDays(33);
    expect((await read(subscriptionId))?.invoices).toHaveLength(2);
    const { body, signature } = at().cardEvent(subscriptionId);
    expect(at().payments.readEvent(Buffer.from(body), signature)).toMatchObject({
      subscriptionId,
      givesCard: true,
    });
  });

  it('pays a past-due subscription once with a new card', async () => {
    const { subscriptionId, schoolId, customerId } = await bought('monthly');
    await at().setCardWorks(schoolId, false);
    await at().passDays(33);
    expect(await read(subscriptionId)).toMatchObject({ state: 'past_due' });
    await at().giveCard(customerId, (await at().payments.beginCardChange(subscriptionId)) ?? '');
    await at().setCardWorks(schoolId, true);
    await Promise.all([1, 2, 3].map(() => at().payments.applyNewCard(subscriptionId)));
    const settled = await read(subscriptionId);
    expect(settled).toMatchObject({ state: 'active', renews: true });
    expect(settled?.invoices).toHaveLength(2);
  });

  it('allows no card change for an ended subscription', async () => {
    const { subscriptionId } = await begin();
    await at().payments.abandon(subscriptionId);
    expect(await at().payments.beginCardChange(subscriptionId)).toBeNull();
    expect(await at().payments.applyNewCard(subscriptionId)).toBe('none');
    expect(await at().payments.beginCardChange('sub_unknown')).toBeNull();
    expect(await at().payments.applyNewCard('sub_unknown')).toBe('none');
  });
}

function testEnds(at: At): void {
  const { bought, read } = actsOf(at);

  it('ends a past-due subscription at once when cancelled, and by itself after weeks', async () => {
    const first = await bought('monthly');
    const second = await bought('monthly');
    await at().setCardWorks(first.schoolId, false);
    await at().setCardWorks(second.schoolId, false);
    await at().passDays(33);
    await at().payments.cancelRenewal(first.subscriptionId);
    expect(await read(first.subscriptionId)).toMatchObject({ state: 'ended' });
    expect(await at().payments.openSecret(first.subscriptionId)).toBeNull();
    expect(await read(second.subscriptionId)).toMatchObject({ state: 'past_due' });
    await at().passDays(25);
    expect(await read(second.subscriptionId)).toMatchObject({ state: 'ended' });
    await at().setCardWorks(second.schoolId, true);
  });

  it('resolves to null for an unknown subscription', async () => {
    expect(await read('sub_unknown')).toBeNull();
    expect(await at().payments.openSecret('sub_unknown')).toBeNull();
    await at().payments.abandon('sub_unknown');
    await at().payments.cancelRenewal('sub_unknown');
  });

  it('accepts only events with a recent, valid signature', async () => {
    const { subscriptionId } = await bought();
    const { body, signature } = at().event(subscriptionId);
    const believed = at().payments.readEvent(Buffer.from(body), signature);
    expect(believed).toMatchObject({
      subscriptionId,
      givesCard: false,
      id: expect.stringMatching(/^evt_/),
    });
    const old = at().event(subscriptionId, 600);
    const forged: [string, string | undefined][] = [
      [body, undefined],
      [body, ''],
      [body, 't=1,v1=00'],
      [body, signature.replace(/v1=./, (start) => (start === 'v1=0' ? 'v1=1' : 'v1=0'))],
      [body.replace(subscriptionId, 'sub_other'), signature],
      [`${body} `, signature],
      [old.body, old.signature],
    ];
    for (const [sent, header] of forged)
      expect(() => at().payments.readEvent(Buffer.from(sent), header), header).toThrow(ForgedEvent);
  });
}
