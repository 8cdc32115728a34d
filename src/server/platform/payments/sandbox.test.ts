import { SANDBOX_CARDS } from '#contract/billing.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { TestClock } from '#test/app.ts';
import { openTestDatabase } from '#test/database.ts';
import { testPaymentPort } from '#test/ports/payment-port.ts';
import { SandboxPayments } from './sandbox.ts';

testPaymentPort('sandbox', async () => {
  const database = await openTestDatabase();
  const clock = new TestClock();
  const payments = new SandboxPayments(database, clock);
  const pay = async (customerId: string, clientSecret: string, works = true) => {
    const cardNumber = works ? SANDBOX_CARDS.pays : SANDBOX_CARDS.declined;
    await payments.pay({ customerId, clientSecret, cardNumber });
  };
  return {
    payments,
    now: () => clock.now(),
    newSchool: async () => {
      const school = { name: 'Elm Grove', email: 'office@elm.example', phone: '1' };
      const [row] = await database.orm().insert(schools).values(school).returning();
      return row?.id ?? '';
    },
    pay,
    giveCard: pay,
    setCardWorks: (schoolId, works) => payments.setCardWorks(schoolId, works),
    passDays: async (days) => clock.advance(days * DAY_MS),
    event: (subscriptionId, age = 0) => payments.signedEvent(subscriptionId, { age }),
    cardEvent: (subscriptionId) => payments.signedEvent(subscriptionId, { type: 'setup_intent.succeeded' }),
    close: () => database.close(),
  };
});
