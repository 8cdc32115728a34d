import Stripe from 'stripe';
import { BILLING_MESSAGES } from '#contract/billing.ts';
import { type NewCardResult, PaymentRefused } from './payments.ts';
import { callStripe, nullIfNotFound } from './stripe-calls.ts';
import { idOf, isEnded, SCHOOL_KEY, SUBSCRIPTION_KEY } from './stripe-objects.ts';

/**
 * Changes a subscription's card by a setup intent. The card to apply is always read from Stripe: the newest one entered
 * for the subscription. The subscription's metadata records the applied setup, so that a late event does not apply it
 * again over a newer one.
 */

const APPLIED_SETUP_KEY = 'card_setup';
// Setup intents are listed newest first. Nobody enters this many cards in a short time.
const SETUPS_LIMIT = 20;

/** See `PaymentPort.beginCardChange`. */
export async function beginCardChange(stripe: Stripe, subscriptionId: string): Promise<string | null> {
  const subscription = await nullIfNotFound(() => stripe.subscriptions.retrieve(subscriptionId));
  if (subscription === null || !isOurs(subscription)) return null;
  const customer = idOf(subscription.customer);
  if (customer === null) return null;
  const setup = await callStripe(() =>
    stripe.setupIntents.create({
      customer,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      metadata: {
        [SUBSCRIPTION_KEY]: subscriptionId,
        [SCHOOL_KEY]: subscription.metadata[SCHOOL_KEY] ?? '',
      },
    }),
  );
  return setup.client_secret;
}

/** See `PaymentPort.applyNewCard`. */
export async function applyNewCard(stripe: Stripe, subscriptionId: string): Promise<NewCardResult> {
  const subscription = await nullIfNotFound(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
  );
  if (subscription === null || !isOurs(subscription)) return 'none';
  const [last, setup] = await newestSetups(stripe, subscription);
  const card = idOf(setup?.payment_method);
  if (setup === undefined || card === null) return 'none';
  const isNew = subscription.metadata[APPLIED_SETUP_KEY] !== setup.id;
  if (isNew)
    await callStripe(() =>
      stripe.subscriptions.update(subscriptionId, {
        default_payment_method: card,
        metadata: { [APPLIED_SETUP_KEY]: setup.id },
      }),
    );
  const invoice = subscription.latest_invoice;
  if (subscription.status !== 'active' && isInvoice(invoice) && invoice.status === 'open')
    await pay(stripe, invoice.id, setup.id, card);
  if (isNew) return 'new';
  return setup === last ? 'before' : 'none';
}

// Other programs may use the same Stripe account.
function isOurs(subscription: Stripe.Subscription): boolean {
  return SCHOOL_KEY in subscription.metadata && !isEnded(subscription);
}

// The newest setup, and the newest one that has a card.
async function newestSetups(
  stripe: Stripe,
  { id, customer }: Stripe.Subscription,
): Promise<readonly [Stripe.SetupIntent | undefined, Stripe.SetupIntent | undefined]> {
  const setups = await callStripe(() =>
    stripe.setupIntents.list({ customer: idOf(customer) ?? '', limit: SETUPS_LIMIT }),
  );
  const ofSubscription = setups.data.filter(({ metadata }) => metadata?.[SUBSCRIPTION_KEY] === id);
  return [ofSubscription[0], ofSubscription.find(({ status }) => status === 'succeeded')];
}

function isInvoice(invoice: Stripe.Subscription['latest_invoice']): invoice is Stripe.Invoice {
  return invoice !== null && typeof invoice === 'object';
}

// The browser's call and the event may run concurrently. With the same key they pay once and get the same answer.
async function pay(stripe: Stripe, invoiceId: string, setupId: string, card: string): Promise<void> {
  const idempotencyKey = `pay-${invoiceId}-${setupId}`;
  try {
    await callStripe(() => stripe.invoices.pay(invoiceId, { payment_method: card }, { idempotencyKey }));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new PaymentRefused(
        error.code === 'authentication_required' || error.code === 'invoice_payment_intent_requires_action'
          ? BILLING_MESSAGES.bankAsks
          : error.message,
      );
    // Already paid or void. The caller reads the state afterwards.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
