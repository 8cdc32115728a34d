import { z } from 'zod';
import { PAID_PLANS } from '#contract/rules/prices.ts';
import { email, FIELD_MESSAGES, requiredName, requiredString, stripPhone, TEXT_MAX } from './fields.ts';
import { idParams, many, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';

/** Plan and payment: the billing details, buying a plan, and past payments. */

export const BILLING_MESSAGES = {
  firstName: 'Please add your first name',
  lastName: 'Please add your last name',
  address: 'Please add your address',
  telephone: 'Please add your phone number',
  cardDigits: 'Card contains only 8 numbers',
  saved: 'Successfully saved',
  canceled: 'Successfully canceled',
  cancelFailed: 'Error',
  success: 'Success',
  nothingToCancel: 'There is no renewal to cancel',
  nothingToEnable: 'There is no cancelled renewal to bring back. Please choose a plan',
  active: 'Your school has a plan already',
  running: 'Your plan is still running. Please re-enable its renewal instead',
  pastDue: 'Please pay for the plan that you have first',
  otherChoice: 'Another plan has been chosen in the meantime. Please choose again',
  closed: 'This school is closed. Please take it back first',
  away: 'The payment service is not available just now. Nothing was changed. Please try again in a minute',
  paymentOver: 'This payment is no longer open. Please choose a plan again',
  misconfigured:
    'Payments are not set up properly at the moment. Nothing was charged. Please tell us, and we will put it right',
  cardChanged: 'Your card was changed',
  noCardGiven: 'No new card was given. Your card was not changed',
  noPlanToPay: 'There is no plan that a card could pay for. Please choose a plan',
  bankAsks: 'Your bank wants you to confirm this payment yourself. Please use Pay now',
} as const;

/**
 * How long the success screen shows before it moves on to the subscription. Source: docs/requirements/screens.md 9.3.
 */
export const PAYMENT_SUCCESS_SHOWN_MS = 10_000;
/** Length of the sandbox's card numbers: too short for a real one. */
const SANDBOX_CARD_DIGITS = 8;
/** The sandbox's cards. `expires` pays once, then renewals fail. Source: docs/requirements/product.md 4.3. */
export const SANDBOX_CARDS = {
  pays: '42424242',
  declined: '40000002',
  fails: '40000341',
  expires: '40000069',
} as const;

const billingPhone = z
  .string(BILLING_MESSAGES.telephone)
  .max(10_000, FIELD_MESSAGES.limit)
  .transform(stripPhone)
  .pipe(z.string().min(1, BILLING_MESSAGES.telephone).max(TEXT_MAX, FIELD_MESSAGES.limit));

/** The name and address on the invoices. */
export const billingForm = z.strictObject({
  first_name: requiredName(BILLING_MESSAGES.firstName),
  last_name: requiredName(BILLING_MESSAGES.lastName),
  email,
  telephone: billingPhone,
  address: requiredString(BILLING_MESSAGES.address),
});
export type BillingForm = z.output<typeof billingForm>;

const cardNumber = z
  .string(FIELD_MESSAGES.required)
  .max(1000, BILLING_MESSAGES.cardDigits)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, FIELD_MESSAGES.required)
      .regex(new RegExp(`^(\\d{1,${SANDBOX_CARD_DIGITS}})?$`), BILLING_MESSAGES.cardDigits),
  );
/** The sandbox's card form. */
export const sandboxCardForm = z.strictObject({ card_number: cardNumber });

/** The name and address on the invoices, as the API returns them. */
export const billedTo = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  telephone: z.string(),
  address: z.string(),
});
const billingInformation = resource(
  'billing_information',
  billedTo.extend({
    card_last4: z.string().nullable(),
    /** When the card expires; null if unknown. */
    card_expires_at: timestamp.nullable(),
  }),
);
export type BillingInformation = z.infer<typeof billingInformation>;

const transaction = resource(
  'transaction',
  z.object({
    title: z.string(),
    /** In pounds. */
    cost: z.number(),
    subscription_start_at: timestamp,
    invoice_pdf_url: z.string(),
    card_last4: z.string().nullable(),
    status: z.literal('PAID'),
  }),
);
export type BillingTransaction = z.infer<typeof transaction>;

const billingReply = z.object({ billing_information: single(billingInformation) });
const messageReply = z.object({ message: z.string() });
const WRONG_YEAR = 'Must be a year';
const secret = z.string(FIELD_MESSAGES.required).min(1, FIELD_MESSAGES.required).max(500);

export const billingRoutes = {
  billingInformation: route({
    method: 'GET',
    path: '/billing_informations/school_info',
    access: 'owner_or_admin',
    summary: 'Who the invoices are made out to; empty at first',
    status: 200,
    reply: billingReply,
  }),
  updateBillingInformation: route({
    method: 'PATCH',
    path: '/billing_informations/:id',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary: 'Change who the invoices are made out to',
    params: idParams,
    wrapper: 'billing_information',
    body: billingForm.partial(),
    status: 200,
    reply: billingReply,
  }),
  charge: route({
    method: 'POST',
    path: '/stripe/charges',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary: 'Choose a plan; with the secret it can be paid for. Another plan replaces an open choice',
    body: z.strictObject({ subscription_plan: z.enum(PAID_PLANS, 'Please choose a plan') }),
    status: 200,
    reply: z.object({ payment_intent_client_secret: z.string() }),
  }),
  confirmInSandbox: route({
    method: 'POST',
    path: '/stripe/sandbox/confirm',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary: 'Pay with a card of the sandbox, or give it one for later, while that is the provider',
    body: sandboxCardForm.extend({ client_secret: secret }),
    status: 200,
    reply: z.object({ status: z.literal('succeeded') }),
  }),
  beginCardChange: route({
    method: 'POST',
    path: '/stripe/cards',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary: 'The secret with which the browser gives the provider another card for the plan',
    status: 200,
    reply: z.object({ setup_intent_client_secret: z.string() }),
  }),
  finishCardChange: route({
    method: 'PUT',
    path: '/stripe/cards',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary: 'Take up the card that was given: it pays what is open at once, and everything from then on',
    status: 200,
    reply: messageReply,
  }),
  cancelSubscription: route({
    method: 'GET',
    path: '/stripe/charges/cancel_subscription',
    access: 'owner_or_admin',
    summary: 'End the renewal; the plan works until its end date',
    changesState: true,
    status: 200,
    reply: messageReply,
  }),
  enableSubscription: route({
    method: 'PUT',
    path: '/stripe/charges/enable_subscription',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary: 'Bring the renewal of a cancelled plan back, before its end date',
    status: 200,
    reply: messageReply,
  }),
  listTransactions: route({
    method: 'GET',
    path: '/transactions',
    access: 'owner_or_admin',
    summary: 'What was paid, of one year or of all, the newest first',
    query: z.strictObject({
      year: z.coerce
        .number(WRONG_YEAR)
        .int(WRONG_YEAR)
        .min(2000, WRONG_YEAR)
        .max(2999, WRONG_YEAR)
        .optional(),
    }),
    status: 200,
    reply: z.object({ transactions: many(transaction) }),
  }),
  paymentWebhook: route({
    method: 'POST',
    path: '/stripe/webhook',
    access: 'provider',
    summary: 'What the payment provider has to say, signed',
    rawBody: true,
    status: 200,
    reply: z.object({ received: z.literal(true) }),
  }),
} as const;
