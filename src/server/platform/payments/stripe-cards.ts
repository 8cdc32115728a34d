import Stripe from 'stripe';
import { BILLING_MESSAGES } from '#contract/billing.ts';
import { PaymentRefused, type TakenCard } from './payments.ts';
import { asked, found404 } from './stripe-calls.ts';
import { idOf, isOver, SCHOOL_KEY, SUBSCRIPTION_KEY } from './stripe-shapes.ts';

/**
 * Another card for a subscription, by a setup intent. Which card is to be taken up is asked of Stripe and told by nobody:
 * the newest that was given for it. That it was taken up is noted in the subscription itself, so that a late event
 * does not bring it back over a newer one.
 */

const TAKEN_KEY = 'card_setup';
// The newest come first; nobody gives so many cards within a moment.
const LOOKED_AT = 20;

/** The secret with which the browser gives a card; null where the subscription is over. */
export async function beginCardChange(stripe: Stripe, subscriptionId: string): Promise<string | null> {
  const subscription = await found404(() => stripe.subscriptions.retrieve(subscriptionId));
  if (subscription === null || !isOurs(subscription)) return null;
  const customer = idOf(subscription.customer);
  if (customer === null) return null;
  const setup = await asked(() =>
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

/** See `PaymentPort.takeCard`. */
export async function takeCard(stripe: Stripe, subscriptionId: string): Promise<TakenCard> {
  const subscription = await found404(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
  );
  if (subscription === null || !isOurs(subscription)) return 'none';
  const [last, setup] = await newestSetups(stripe, subscription);
  const card = idOf(setup?.payment_method);
  if (setup === undefined || card === null) return 'none';
  const isNew = subscription.metadata[TAKEN_KEY] !== setup.id;
  if (isNew)
    await asked(() =>
      stripe.subscriptions.update(subscriptionId, {
        default_payment_method: card,
        metadata: { [TAKEN_KEY]: setup.id },
      }),
    );
  const invoice = subscription.latest_invoice;
  if (subscription.status !== 'active' && isInvoice(invoice) && invoice.status === 'open')
    await pay(stripe, invoice.id, setup.id, card);
  if (isNew) return 'new';
  return setup === last ? 'before' : 'none';
}

// Others may use the same account, and the same names in what they note there.
function isOurs(subscription: Stripe.Subscription): boolean {
  return SCHOOL_KEY in subscription.metadata && !isOver(subscription);
}

// The change that was begun last, and the last by which a card was given.
async function newestSetups(
  stripe: Stripe,
  { id, customer }: Stripe.Subscription,
): Promise<readonly [Stripe.SetupIntent | undefined, Stripe.SetupIntent | undefined]> {
  const setups = await asked(() =>
    stripe.setupIntents.list({ customer: idOf(customer) ?? '', limit: LOOKED_AT }),
  );
  const own = setups.data.filter(({ metadata }) => metadata?.[SUBSCRIPTION_KEY] === id);
  return [own[0], own.find(({ status }) => status === 'succeeded')];
}

function isInvoice(invoice: Stripe.Subscription['latest_invoice']): invoice is Stripe.Invoice {
  return invoice !== null && typeof invoice === 'object';
}

// The browser and the event may both lead here at once: by the key they pay once and get the same answer.
async function pay(stripe: Stripe, invoiceId: string, setupId: string, card: string): Promise<void> {
  const idempotencyKey = `pay-${invoiceId}-${setupId}`;
  try {
    await asked(() => stripe.invoices.pay(invoiceId, { payment_method: card }, { idempotencyKey }));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new PaymentRefused(
        error.code === 'authentication_required' || error.code === 'invoice_payment_intent_requires_action'
          ? BILLING_MESSAGES.bankAsks
          : error.message,
      );
    // Paid meanwhile, or void: how it stands is asked after this.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
