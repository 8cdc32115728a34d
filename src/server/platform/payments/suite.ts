import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths } from '#contract/rules/months.ts';
import { type PaidPlan, PLANS } from '#contract/rules/prices.ts';
import { ForgedEvent, type PaymentPort } from './payments.ts';

/** What a payment provider's other side does in tests: the browser, the bank, time, and its letters to us. */
export interface PaymentStage {
  readonly payments: PaymentPort;
  now(): Date;
  /** A school that the provider may be told of. */
  newSchool(): Promise<string>;
  /** Pays in the browser with a card that pays, or is declined; throws what the person is told. */
  pay(customerId: string, secret: string, works?: boolean): Promise<void>;
  /** Gives another card in the browser, one that pays or is declined; throws what the person is told. */
  giveCard(customerId: string, secret: string, works?: boolean): Promise<void>;
  /** From now on a school's card pays renewals, or does not. */
  setCardWorks(schoolId: string, works: boolean): Promise<void>;
  passDays(days: number): Promise<void>;
  /** An event about a subscription, signed so many seconds ago. */
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

/** What every implementation of the payment port must do. */
export function testPaymentPort(name: string, open: () => Promise<PaymentStage>): void {
  describe(`payments: ${name}`, () => {
    let stage: PaymentStage;
    beforeAll(async () => {
      stage = await open();
    });
    afterAll(async () => await stage.close());

    const unknown = (schoolId: string) => ({ key: schoolId, schoolId, customerId: null, billedTo: BILLED });
    async function begin(plan: PaidPlan = 'monthly', key: string = randomUUID()) {
      const schoolId = await stage.newSchool();
      const customerId = await stage.payments.putCustomer(unknown(schoolId));
      const begun = await stage.payments.begin({ key, schoolId, customerId, plan });
      return { key, schoolId, customerId, plan, ...begun };
    }
    async function bought(plan?: PaidPlan) {
      const begun = await begin(plan);
      const startedAt = stage.now();
      await stage.pay(begun.customerId, begun.clientSecret);
      return { ...begun, startedAt };
    }
    const read = (id: string) => stage.payments.read(id);
    // Providers count in seconds.
    const second = (date: Date | null | undefined) => Math.floor((date?.getTime() ?? 0) / 1000);

    it('knows a school once, and takes its changes', async () => {
      const schoolId = await stage.newSchool();
      const one = await stage.payments.putCustomer(unknown(schoolId));
      expect(await stage.payments.putCustomer(unknown(schoolId))).toBe(one);
      const billedTo = { ...BILLED, name: 'Ada' };
      expect(await stage.payments.putCustomer({ ...unknown(schoolId), customerId: one, billedTo })).toBe(one);
    });

    it('begins one subscription for a key, fifty times at once', async () => {
      const { subscriptionId, clientSecret, ...attempt } = await begin();
      const again = await Promise.all(Array.from({ length: 50 }, () => stage.payments.begin(attempt)));
      for (const each of again) expect(each).toEqual({ subscriptionId, clientSecret });
      expect(await read(subscriptionId)).toMatchObject({
        state: 'incomplete',
        schoolId: attempt.schoolId,
        paidUntil: null,
        invoices: [],
      });
      expect(await stage.payments.openSecret(subscriptionId)).toBe(clientSecret);
    });

    it.each(['yearly', 'monthly'] as const)('takes the %s price, to the calendar day', async (plan) => {
      const { subscriptionId, startedAt } = await bought(plan);
      const found = await read(subscriptionId);
      expect(found).toMatchObject({ state: 'active', renews: true, plan, cardLast4: '4242' });
      const [invoice] = found?.invoices ?? [];
      expect(invoice).toMatchObject({ amount: PLANS[plan].price * 100, plan });
      expect(invoice?.number).not.toBe('');
      const end = second(addMonths(startedAt, PLANS[plan].months));
      expect(Math.abs(second(found?.paidUntil) - end)).toBeLessThanOrEqual(1);
      expect(second(invoice?.periodEnd)).toBe(second(found?.paidUntil));
      expect(await stage.payments.openSecret(subscriptionId)).toBeNull();
    });

    it('takes nothing from a card that is declined, and then from a better one', async () => {
      const { subscriptionId, customerId, clientSecret } = await begin();
      await expect(stage.pay(customerId, clientSecret, false)).rejects.toThrow('Your card was declined.');
      expect(await read(subscriptionId)).toMatchObject({ state: 'incomplete', invoices: [] });
      await stage.pay(customerId, clientSecret);
      await stage.pay(customerId, clientSecret);
      expect((await read(subscriptionId))?.invoices).toHaveLength(1);
    });

    it('lets nobody pay for what was abandoned, and leaves what was paid', async () => {
      const open = await begin();
      await stage.payments.abandon(open.subscriptionId);
      await stage.payments.abandon(open.subscriptionId);
      await expect(stage.pay(open.customerId, open.clientSecret)).rejects.toThrow();
      expect(await read(open.subscriptionId)).toMatchObject({ state: 'ended', invoices: [] });
      const paid = await bought();
      await stage.payments.abandon(paid.subscriptionId);
      expect(await read(paid.subscriptionId)).toMatchObject({ state: 'active' });
    });

    it('forgets who does not pay within a day', async () => {
      const { subscriptionId, customerId, clientSecret } = await begin();
      await stage.passDays(1);
      expect(await read(subscriptionId)).toMatchObject({ state: 'ended' });
      await expect(stage.pay(customerId, clientSecret)).rejects.toThrow();
    });

    it('renews by itself, keeping to the day of the month', async () => {
      const { subscriptionId, startedAt } = await bought('monthly');
      await stage.passDays(70);
      const found = await read(subscriptionId);
      expect(found?.invoices).toHaveLength(3);
      expect(Math.abs(second(found?.paidUntil) - second(addMonths(startedAt, 3)))).toBeLessThanOrEqual(1);
    });

    it('ends with its time once the renewal is cancelled, unless that is taken back', async () => {
      const { subscriptionId } = await bought('monthly');
      await stage.payments.cancelRenewal(subscriptionId);
      await stage.payments.cancelRenewal(subscriptionId);
      expect(await read(subscriptionId)).toMatchObject({ state: 'active', renews: false });
      await stage.payments.resumeRenewal(subscriptionId);
      expect(await read(subscriptionId)).toMatchObject({ state: 'active', renews: true });
      await stage.payments.cancelRenewal(subscriptionId);
      const until = (await read(subscriptionId))?.paidUntil;
      await stage.passDays(32);
      const ended = await read(subscriptionId);
      expect(ended).toMatchObject({ state: 'ended', paidUntil: until });
      expect(ended?.invoices).toHaveLength(1);
      await stage.payments.resumeRenewal(subscriptionId);
      expect(await read(subscriptionId)).toMatchObject({ state: 'ended' });
    });

    it('is past due when the card fails, from the day that is not paid, and settled by another card', async () => {
      const { subscriptionId, schoolId, customerId } = await bought('monthly');
      const until = (await read(subscriptionId))?.paidUntil;
      await stage.setCardWorks(schoolId, false);
      await stage.passDays(33);
      expect(await read(subscriptionId)).toMatchObject({ state: 'past_due', paidUntil: until });
      const secret = await stage.payments.openSecret(subscriptionId);
      await stage.setCardWorks(schoolId, true);
      await stage.pay(customerId, secret ?? '');
      const settled = await read(subscriptionId);
      expect(settled).toMatchObject({ state: 'active' });
      expect(settled?.invoices).toHaveLength(2);
    });

    it('takes another card for all that comes, and charges nothing for that', async () => {
      const { subscriptionId, customerId } = await bought('monthly');
      const secret = (await stage.payments.beginCardChange(subscriptionId)) ?? '';
      await expect(stage.giveCard(customerId, secret, false)).rejects.toThrow('Your card was declined.');
      expect(await stage.payments.takeCard(subscriptionId)).toBe('none');
      await stage.giveCard(customerId, secret);
      expect(await stage.payments.takeCard(subscriptionId)).toBe('new');
      // The browser's call and the provider's event both lead here, in any order.
      expect(await stage.payments.takeCard(subscriptionId)).toBe('before');
      expect((await read(subscriptionId))?.invoices).toHaveLength(1);
      // Another change that nobody gives a card for.
      await stage.payments.beginCardChange(subscriptionId);
      expect(await stage.payments.takeCard(subscriptionId)).toBe('none');
      await stage.passDays(33);
      expect((await read(subscriptionId))?.invoices).toHaveLength(2);
      const { body, signature } = stage.cardEvent(subscriptionId);
      expect(stage.payments.readEvent(Buffer.from(body), signature)).toMatchObject({
        subscriptionId,
        givesCard: true,
      });
    });

    it('has what is past due paid by another card, once', async () => {
      const { subscriptionId, schoolId, customerId } = await bought('monthly');
      await stage.setCardWorks(schoolId, false);
      await stage.passDays(33);
      expect(await read(subscriptionId)).toMatchObject({ state: 'past_due' });
      await stage.giveCard(customerId, (await stage.payments.beginCardChange(subscriptionId)) ?? '');
      await stage.setCardWorks(schoolId, true);
      await Promise.all([1, 2, 3].map(() => stage.payments.takeCard(subscriptionId)));
      const settled = await read(subscriptionId);
      expect(settled).toMatchObject({ state: 'active', renews: true });
      expect(settled?.invoices).toHaveLength(2);
    });

    it('takes no card for what is over', async () => {
      const { subscriptionId } = await begin();
      await stage.payments.abandon(subscriptionId);
      expect(await stage.payments.beginCardChange(subscriptionId)).toBeNull();
      expect(await stage.payments.takeCard(subscriptionId)).toBe('none');
      expect(await stage.payments.beginCardChange('sub_unknown')).toBeNull();
      expect(await stage.payments.takeCard('sub_unknown')).toBe('none');
    });

    it('ends a past-due one at once when its renewal is cancelled, and by itself after weeks', async () => {
      const first = await bought('monthly');
      const second = await bought('monthly');
      await stage.setCardWorks(first.schoolId, false);
      await stage.setCardWorks(second.schoolId, false);
      await stage.passDays(33);
      await stage.payments.cancelRenewal(first.subscriptionId);
      expect(await read(first.subscriptionId)).toMatchObject({ state: 'ended' });
      expect(await stage.payments.openSecret(first.subscriptionId)).toBeNull();
      expect(await read(second.subscriptionId)).toMatchObject({ state: 'past_due' });
      await stage.passDays(25);
      expect(await read(second.subscriptionId)).toMatchObject({ state: 'ended' });
      await stage.setCardWorks(second.schoolId, true);
    });

    it('does not know what it never made', async () => {
      expect(await read('sub_unknown')).toBeNull();
      expect(await stage.payments.openSecret('sub_unknown')).toBeNull();
      await stage.payments.abandon('sub_unknown');
      await stage.payments.cancelRenewal('sub_unknown');
    });

    it('believes events that the provider has just signed, and no others', async () => {
      const { subscriptionId } = await bought();
      const { body, signature } = stage.event(subscriptionId);
      const believed = stage.payments.readEvent(Buffer.from(body), signature);
      expect(believed).toMatchObject({
        subscriptionId,
        givesCard: false,
        id: expect.stringMatching(/^evt_/),
      });
      const old = stage.event(subscriptionId, 600);
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
        expect(() => stage.payments.readEvent(Buffer.from(sent), header), header).toThrow(ForgedEvent);
    });
  });
}
