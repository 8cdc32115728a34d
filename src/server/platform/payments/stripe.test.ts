import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { TestClock } from '#test/app.ts';
import { testPaymentPort } from '#test/ports/payment-port.ts';
import { StripeDouble } from '#test/stripe/double.ts';
import { DOUBLE_CARDS } from '#test/stripe/ledger.ts';
import { StripePayments } from './stripe.ts';

const webhookSecret = 'whsec_test';

testPaymentPort('stripe', async () => {
  const clock = new TestClock();
  const double = new StripeDouble(clock);
  const config = {
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret,
    priceMonthly: 'price_month',
    priceYearly: 'price_year',
    apiBase: await double.listen(),
  };
  return {
    payments: new StripePayments(config, clock),
    now: () => clock.now(),
    newSchool: async () => randomUUID(),
    pay: async (_, secret, works = true) =>
      double.confirm(secret, works ? DOUBLE_CARDS.pays : DOUBLE_CARDS.declined),
    giveCard: async (_, secret, works = true) =>
      double.confirmSetup(secret, works ? DOUBLE_CARDS.pays : DOUBLE_CARDS.declined),
    setCardWorks: async (_, works) => {
      double.cardsWork = works;
    },
    passDays: async (days) => {
      clock.advance(days * DAY_MS);
      double.passTime();
    },
    event: (subscriptionId, age = 0) => {
      const event = double.events.findLast(
        ({ data }) => 'id' in data.object && data.object.id === subscriptionId,
      );
      if (event === undefined) throw new Error('There was no event about it');
      return double.signed(event, webhookSecret, age);
    },
    cardEvent: (subscriptionId) => {
      const event = double.events.findLast(
        ({ type, data }) =>
          type === 'setup_intent.succeeded' &&
          'metadata' in data.object &&
          data.object.metadata?.subscription_id === subscriptionId,
      );
      if (event === undefined) throw new Error('There was no event about it');
      return double.signed(event, webhookSecret);
    },
    close: () => double.close(),
  };
});
