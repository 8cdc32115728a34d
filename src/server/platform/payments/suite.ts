import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths } from '#contract/rules/months.ts';
import { type PaidPlan, PLANS } from '#contract/rules/prices.ts';
import { ForgedEvent, type PaymentPort } from './payments.ts';

/** Simulates a provider's environment in tests: the browser, the bank, time, and its events. */
export interface PaymentHarness {
  readonly payments: PaymentPort;
  now(): Date;
  /** Creates a school and resolves to its id. */
  newSchool(): Promise<string>;
  /** Pays in the browser with a card that works or is declined. Throws the message that the payer sees. */
  pay(customerId: string, secret: string, works?: boolean): Promise<void>;
  /** Gives another card in the browser, one that works or is declined. Throws the message that the payer sees. */
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

/** The tests of every implementation of the payment port. */
export function testPaymentPort(name: string, open: () => Promise<PaymentHarness>): void {
  describe(`payments: ${name}`, () => {
    let harness: PaymentHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(async () => await harness.close());

    const unknown = (schoolId: string) => ({ key: schoolId, schoolId, customerId: null, billedTo: BILLED });
    async function begin(plan: PaidPlan = 'monthly', key: string = randomUUID()) {
      const schoolId = await harness.newSchool();
      const customerId = await harness.payments.putCustomer(unknown(schoolId));
      const begun = await harness.payments.begin({ key, schoolId, customerId, plan });
      return { key, schoolId, customerId, plan, ...begun };
    }
    async function bought(plan?: PaidPlan) {
      const begun = await begin(plan);
      const startedAt = harness.now();
      await harness.pay(begun.customerId, begun.clientSecret);
      return { ...begun, startedAt };
    }
    const read = (id: string) => harness.payments.read(id);
    // Providers are precise to the second.
    const second = (date: Date | null | undefined) => Math.floor((date?.getTime() ?? 0) / 1000);

    it('creates one customer for a school, and updates it', async () => {
      const schoolId = await harness.newSchool();
      const one = await harness.payments.putCustomer(unknown(schoolId));
      expect(await harness.payments.putCustomer(unknown(schoolId))).toBe(one);
      const billedTo = { ...BILLED, name: 'Ada' };
      expect(await harness.payments.putCustomer({ ...unknown(schoolId), customerId: one, billedTo })).toBe(
        one,
      );
    });

    it('begins one subscription for 50 concurrent calls with the same key', async () => {
      const { subscriptionId, clientSecret, ...attempt } = await begin();
      const again = await Promise.all(Array.from({ length: 50 }, () => harness.payments.begin(attempt)));
      for (const each of again) expect(each).toEqual({ subscriptionId, clientSecret });
      expect(await read(subscriptionId)).toMatchObject({
        state: 'incomplete',
        schoolId: attempt.schoolId,
        paidUntil: null,
        invoices: [],
      });
      expect(await harness.payments.openSecret(subscriptionId)).toBe(clientSecret);
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
        expect(await harness.payments.openSecret(subscriptionId)).toBeNull();
      },
    );

    it('charges nothing after a declined card, and charges once after a working one', async () => {
      const { subscriptionId, customerId, clientSecret } = await begin();
      await expect(harness.pay(customerId, clientSecret, false)).rejects.toThrow('Your card was declined.');
      expect(await read(subscriptionId)).toMatchObject({ state: 'incomplete', invoices: [] });
      await harness.pay(customerId, clientSecret);
      await harness.pay(customerId, clientSecret);
      expect((await read(subscriptionId))?.invoices).toHaveLength(1);
    });

    it('prevents paying an abandoned subscription, and does not abandon a paid one', async () => {
      const open = await begin();
      await harness.payments.abandon(open.subscriptionId);
      await harness.payments.abandon(open.subscriptionId);
      await expect(harness.pay(open.customerId, open.clientSecret)).rejects.toThrow();
      expect(await read(open.subscriptionId)).toMatchObject({ state: 'ended', invoices: [] });
      const paid = await bought();
      await harness.payments.abandon(paid.subscriptionId);
      expect(await read(paid.subscriptionId)).toMatchObject({ state: 'active' });
    });

    it('ends a subscription that is not paid within a day', async () => {
      const { subscriptionId, customerId, clientSecret } = await begin();
      await harness.passDays(1);
      expect(await read(subscriptionId)).toMatchObject({ state: 'ended' });
      await expect(harness.pay(customerId, clientSecret)).rejects.toThrow();
    });

    it('renews on the same day of the month', async () => {
      const { subscriptionId, startedAt } = await bought('monthly');
      await harness.passDays(70);
      const found = await read(subscriptionId);
      expect(found?.invoices).toHaveLength(3);
      expect(Math.abs(second(found?.paidUntil) - second(addMonths(startedAt, 3)))).toBeLessThanOrEqual(1);
    });

    it('ends with its paid time after cancelling the renewal, unless resumed', async () => {
      const { subscriptionId } = await bought('monthly');
      await harness.payments.cancelRenewal(subscriptionId);
      await harness.payments.cancelRenewal(subscriptionId);
      expect(await read(subscriptionId)).toMatchObject({ state: 'active', renews: false });
      await harness.payments.resumeRenewal(subscriptionId);
      expect(await read(subscriptionId)).toMatchObject({ state: 'active', renews: true });
      await harness.payments.cancelRenewal(subscriptionId);
      const until = (await read(subscriptionId))?.paidUntil;
      await harness.passDays(32);
      const ended = await read(subscriptionId);
      expect(ended).toMatchObject({ state: 'ended', paidUntil: until });
      expect(ended?.invoices).toHaveLength(1);
      await harness.payments.resumeRenewal(subscriptionId);
      expect(await read(subscriptionId)).toMatchObject({ state: 'ended' });
    });

    it('is past due from the unpaid day when the card fails, and active after a payment', async () => {
      const { subscriptionId, schoolId, customerId } = await bought('monthly');
      const until = (await read(subscriptionId))?.paidUntil;
      await harness.setCardWorks(schoolId, false);
      await harness.passDays(33);
      expect(await read(subscriptionId)).toMatchObject({ state: 'past_due', paidUntil: until });
      const secret = await harness.payments.openSecret(subscriptionId);
      await harness.setCardWorks(schoolId, true);
      await harness.pay(customerId, secret ?? '');
      const settled = await read(subscriptionId);
      expect(settled).toMatchObject({ state: 'active' });
      expect(settled?.invoices).toHaveLength(2);
    });

    it('applies a new card for later payments without charging it', async () => {
      const { subscriptionId, customerId } = await bought('monthly');
      const secret = (await harness.payments.beginCardChange(subscriptionId)) ?? '';
      await expect(harness.giveCard(customerId, secret, false)).rejects.toThrow('Your card was declined.');
      expect(await harness.payments.applyNewCard(subscriptionId)).toBe('none');
      await harness.giveCard(customerId, secret);
      expect(await harness.payments.applyNewCard(subscriptionId)).toBe('new');
      // Both the browser's call and the provider's event apply the card, in any order.
      expect(await harness.payments.applyNewCard(subscriptionId)).toBe('before');
      expect((await read(subscriptionId))?.invoices).toHaveLength(1);
      // A further change, for which no card is given.
      await harness.payments.beginCardChange(subscriptionId);
      expect(await harness.payments.applyNewCard(subscriptionId)).toBe('none');
      await harness.passDays(33);
      expect((await read(subscriptionId))?.invoices).toHaveLength(2);
      const { body, signature } = harness.cardEvent(subscriptionId);
      expect(harness.payments.readEvent(Buffer.from(body), signature)).toMatchObject({
        subscriptionId,
        givesCard: true,
      });
    });

    it('pays a past-due subscription once with a new card', async () => {
      const { subscriptionId, schoolId, customerId } = await bought('monthly');
      await harness.setCardWorks(schoolId, false);
      await harness.passDays(33);
      expect(await read(subscriptionId)).toMatchObject({ state: 'past_due' });
      await harness.giveCard(customerId, (await harness.payments.beginCardChange(subscriptionId)) ?? '');
      await harness.setCardWorks(schoolId, true);
      await Promise.all([1, 2, 3].map(() => harness.payments.applyNewCard(subscriptionId)));
      const settled = await read(subscriptionId);
      expect(settled).toMatchObject({ state: 'active', renews: true });
      expect(settled?.invoices).toHaveLength(2);
    });

    it('allows no card change for an ended subscription', async () => {
      const { subscriptionId } = await begin();
      await harness.payments.abandon(subscriptionId);
      expect(await harness.payments.beginCardChange(subscriptionId)).toBeNull();
      expect(await harness.payments.applyNewCard(subscriptionId)).toBe('none');
      expect(await harness.payments.beginCardChange('sub_unknown')).toBeNull();
      expect(await harness.payments.applyNewCard('sub_unknown')).toBe('none');
    });

    it('ends a past-due subscription at once when cancelled, and by itself after weeks', async () => {
      const first = await bought('monthly');
      const second = await bought('monthly');
      await harness.setCardWorks(first.schoolId, false);
      await harness.setCardWorks(second.schoolId, false);
      await harness.passDays(33);
      await harness.payments.cancelRenewal(first.subscriptionId);
      expect(await read(first.subscriptionId)).toMatchObject({ state: 'ended' });
      expect(await harness.payments.openSecret(first.subscriptionId)).toBeNull();
      expect(await read(second.subscriptionId)).toMatchObject({ state: 'past_due' });
      await harness.passDays(25);
      expect(await read(second.subscriptionId)).toMatchObject({ state: 'ended' });
      await harness.setCardWorks(second.schoolId, true);
    });

    it('resolves to null for an unknown subscription', async () => {
      expect(await read('sub_unknown')).toBeNull();
      expect(await harness.payments.openSecret('sub_unknown')).toBeNull();
      await harness.payments.abandon('sub_unknown');
      await harness.payments.cancelRenewal('sub_unknown');
    });

    it('accepts only events with a recent, valid signature', async () => {
      const { subscriptionId } = await bought();
      const { body, signature } = harness.event(subscriptionId);
      const believed = harness.payments.readEvent(Buffer.from(body), signature);
      expect(believed).toMatchObject({
        subscriptionId,
        givesCard: false,
        id: expect.stringMatching(/^evt_/),
      });
      const old = harness.event(subscriptionId, 600);
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
        expect(() => harness.payments.readEvent(Buffer.from(sent), header), header).toThrow(ForgedEvent);
    });
  });
}
