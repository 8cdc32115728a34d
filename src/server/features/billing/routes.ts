import { BILLING_MESSAGES, billingRoutes } from '#contract/billing.ts';
import type { AppContext } from '#server/context.ts';
import { beginCardChange, finishCardChange } from '#server/features/billing/checkout/card.ts';
import { payInSandbox, startCharge } from '#server/features/billing/checkout/charge.ts';
import { defineCustomerUpdate } from '#server/features/billing/checkout/customer.ts';
import { loadDetails, updateDetails } from '#server/features/billing/checkout/details.ts';
import { defineBillingMail } from '#server/features/billing/emails/email-jobs.ts';
import { transactionsOf } from '#server/features/billing/invoices/invoices.ts';
import { cancelByPerson, enableByPerson } from '#server/features/billing/plans/renewal.ts';
import { defineReminders } from '#server/features/billing/reminders/reminders.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { receiveEvent } from './events.ts';
import { defineSyncJobs } from './sync-jobs.ts';

/** Plan and payment. */
export function billingHandlers(context: AppContext): readonly Handler[] {
  defineBillingMail(context);
  defineCustomerUpdate(context);
  defineSyncJobs(context);
  defineReminders(context);
  return [...details(context), ...paying(context), ...renewal(context)];
}

function details(context: AppContext): readonly Handler[] {
  return [
    handle(billingRoutes.billingInformation, async ({ caller }) => {
      return { billing_information: { data: await loadDetails(context, caller) } };
    }),
    handle(billingRoutes.updateBillingInformation, async ({ caller, params, body }) => {
      await updateDetails(context, caller, params.id, body);
      return { billing_information: { data: await loadDetails(context, caller) } };
    }),
    handle(billingRoutes.listTransactions, async ({ caller, query }) => {
      return { transactions: { data: await transactionsOf(context, caller, query.year) } };
    }),
  ];
}

function paying(context: AppContext): readonly Handler[] {
  return [
    handle(billingRoutes.charge, async ({ caller, body }) => {
      return { payment_intent_client_secret: await startCharge(context, caller, body.subscription_plan) };
    }),
    handle(billingRoutes.confirmInSandbox, async ({ caller, body }) => {
      await payInSandbox(context, caller, body);
      return { status: 'succeeded' as const };
    }),
    handle(billingRoutes.beginCardChange, async ({ caller }) => {
      return { setup_intent_client_secret: await beginCardChange(context, caller) };
    }),
    handle(billingRoutes.finishCardChange, async ({ caller }) => {
      await finishCardChange(context, caller);
      return { message: BILLING_MESSAGES.cardChanged };
    }),
    handle(billingRoutes.paymentWebhook, async ({ request }) => {
      await receiveEvent(context, request.body, request.headers['stripe-signature']);
      return { received: true as const };
    }),
  ];
}

function renewal(context: AppContext): readonly Handler[] {
  return [
    handle(billingRoutes.cancelSubscription, async ({ caller }) => {
      await cancelByPerson(context, caller);
      return { message: BILLING_MESSAGES.canceled };
    }),
    handle(billingRoutes.enableSubscription, async ({ caller }) => {
      await enableByPerson(context, caller);
      return { message: BILLING_MESSAGES.success };
    }),
  ];
}
