import { BILLING_MESSAGES, billingRoutes } from '#contract/billing.ts';
import type { House } from '../../house.ts';
import { type Handler, handle } from '../../http/handle.ts';
import { beginCardChange, finishCardChange } from './card.ts';
import { payInSandbox, startCharge } from './charge.ts';
import { defineCustomerUpdate } from './customer.ts';
import { loadDetails, updateDetails } from './details.ts';
import { takeEvent } from './events.ts';
import { transactionsOf } from './invoices.ts';
import { defineBillingMail } from './post.ts';
import { defineReminders } from './reminders.ts';
import { cancelByPerson, enableByPerson } from './renewal.ts';
import { defineTimetable } from './timetable.ts';

/** Plan and payment. */
export function billing(house: House): readonly Handler[] {
  defineBillingMail(house);
  defineCustomerUpdate(house);
  defineTimetable(house);
  defineReminders(house);
  return [...details(house), ...paying(house), ...renewal(house)];
}

function details(house: House): readonly Handler[] {
  return [
    handle(billingRoutes.billingInformation, async ({ caller }) => {
      return { billing_information: { data: await loadDetails(house, caller) } };
    }),
    handle(billingRoutes.updateBillingInformation, async ({ caller, params, body }) => {
      await updateDetails(house, caller, params.id, body);
      return { billing_information: { data: await loadDetails(house, caller) } };
    }),
    handle(billingRoutes.listTransactions, async ({ caller, query }) => {
      return { transactions: { data: await transactionsOf(house, caller, query.year) } };
    }),
  ];
}

function paying(house: House): readonly Handler[] {
  return [
    handle(billingRoutes.charge, async ({ caller, body }) => {
      return { payment_intent_client_secret: await startCharge(house, caller, body.subscription_plan) };
    }),
    handle(billingRoutes.confirmInSandbox, async ({ caller, body }) => {
      await payInSandbox(house, caller, body);
      return { status: 'succeeded' as const };
    }),
    handle(billingRoutes.beginCardChange, async ({ caller }) => {
      return { setup_intent_client_secret: await beginCardChange(house, caller) };
    }),
    handle(billingRoutes.finishCardChange, async ({ caller }) => {
      await finishCardChange(house, caller);
      return { message: BILLING_MESSAGES.cardChanged };
    }),
    handle(billingRoutes.paymentWebhook, async ({ request }) => {
      await takeEvent(house, request.body, request.headers['stripe-signature']);
      return { received: true as const };
    }),
  ];
}

function renewal(house: House): readonly Handler[] {
  return [
    handle(billingRoutes.cancelSubscription, async ({ caller }) => {
      await cancelByPerson(house, caller);
      return { message: BILLING_MESSAGES.canceled };
    }),
    handle(billingRoutes.enableSubscription, async ({ caller }) => {
      await enableByPerson(house, caller);
      return { message: BILLING_MESSAGES.success };
    }),
  ];
}
