import { billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import type { TestApp } from '#test/app.ts';
import type { TestPerson } from '#test/factories.ts';
import type { Examples } from './example.ts';

/** Calls about plans and payments. */
export const BILLING_EXAMPLES = {
  billingInformation: async () => ({}),
  updateBillingInformation: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { billing_information: { first_name: 'Priya' } },
  }),
  charge: async () => ({ body: { subscription_plan: 'yearly' } }),
  confirmInSandbox: async (test, actor) => ({
    body: { client_secret: await chosenPlan(test, actor), card_number: SANDBOX_CARDS.pays },
  }),
  beginCardChange: async (test, actor) => {
    await payFor(test, actor);
    return {};
  },
  finishCardChange: async (test, actor) => {
    await payFor(test, actor);
    const { token } = actor;
    const begun = (await test.call(billingRoutes.beginCardChange, { token })).ok();
    const body = { client_secret: begun.setup_intent_client_secret, card_number: SANDBOX_CARDS.pays };
    (await test.call(billingRoutes.confirmInSandbox, { token, body })).ok();
    return {};
  },
  cancelSubscription: async (test, actor) => {
    await payFor(test, actor);
    return {};
  },
  enableSubscription: async (test, actor) => {
    await payFor(test, actor);
    await test.call(billingRoutes.cancelSubscription, { token: actor.token });
    return {};
  },
  listTransactions: async () => ({ query: { year: '2026' } }),
  paymentWebhook: async (test) => {
    const { body, signature } = test.sandbox.signedEvent(null);
    return { body, headers: { 'stripe-signature': signature } };
  },
} satisfies Examples;

/** The secret for paying the yearly plan. */
async function chosenPlan(test: TestApp, { token }: TestPerson): Promise<string> {
  const body = { subscription_plan: 'yearly' };
  return (await test.call(billingRoutes.charge, { token, body })).ok().payment_intent_client_secret;
}

async function payFor(test: TestApp, person: TestPerson): Promise<void> {
  const body = { client_secret: await chosenPlan(test, person), card_number: SANDBOX_CARDS.pays };
  (await test.call(billingRoutes.confirmInSandbox, { token: person.token, body })).ok();
}
