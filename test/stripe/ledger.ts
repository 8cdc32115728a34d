import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { addMonths } from '#contract/rules/months.ts';
import type { Clock } from '#server/platform/clock.ts';
import { setupIntentObject } from './card-objects.ts';
import { invoiceObject } from './invoice-objects.ts';
import { subscriptionObject } from './subscription-objects.ts';
import type { DoubleCard, DoubleCustomer, DoubleInvoice, DoubleSetup, DoubleSubscription } from './types.ts';

/**
 * The state of the Stripe double, and how people and time change it. Every change creates an event, which the test may
 * deliver at any time and repeatedly.
 */

const DOUBLE_PRICES = { price_month: 1800, price_year: 18_000 } as const;
const HOUR = 3600;
const DAY = 24 * HOUR;
const MS = 1000;

/** Test cards, with the numbers of Stripe's own ones. */
export const DOUBLE_CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  /** Can be stored, but its payments are declined. */
  empty: '4000000000000341',
  /** Can be stored, but its payments need confirmation by the holder. */
  asks: '4000002760003184',
} as const;
/** Stripe's message. */
export const DECLINED = 'Your card was declined.';

export class StripeLedger {
  readonly subscriptions = new Map<string, DoubleSubscription>();
  readonly customers = new Map<string, DoubleCustomer>();
  readonly setups: DoubleSetup[] = [];
  readonly cards = new Map<string, DoubleCard>();
  /** All events, oldest first. */
  readonly events: Stripe.Event[] = [];
  /** The amount of each price, in pence. Tests change or delete them. */
  readonly prices: Record<string, number> = { ...DOUBLE_PRICES };
  /** Whether stored cards pay renewals. */
  cardsWork = true;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Pays like Stripe.js. Throws Stripe's message if the card is declined. */
  confirm(secret: string, number: string): void {
    for (const subscription of this.subscriptions.values()) {
      const invoice = subscription.invoices.find((each) => each.secret === secret);
      if (invoice === undefined) continue;
      if (invoice.status === 'paid') return;
      if (invoice.status !== 'open' || subscription.status === 'incomplete_expired')
        throw new Error('This PaymentIntent was canceled.');
      if (number === DOUBLE_CARDS.declined) throw new Error(DECLINED);
      subscription.method = this.#keep(subscription.customer, number);
      this.pay(subscription, invoice);
      return;
    }
    throw new Error('No such payment_intent');
  }

  /** Stores a card like Stripe.js, without paying. */
  confirmSetup(secret: string, number: string): void {
    const setup = this.setups.find((each) => each.secret === secret);
    if (setup === undefined) throw new Error('No such setupintent');
    if (number === DOUBLE_CARDS.declined) throw new Error(DECLINED);
    setup.method = this.#keep(setup.customer, number);
    this.#emit('setup_intent.succeeded', setupIntentObject(setup));
  }

  /** Deletes a customer, as in Stripe's dashboard. */
  deleteCustomer(id: string): void {
    const customer = this.customers.get(id);
    if (customer === undefined) throw new Error('No such customer');
    customer.isDeleted = true;
    for (const each of this.subscriptions.values())
      if (each.customer === id && each.status !== 'canceled') this.end(each, this.now());
  }

  /** Applies everything that is due by the clock. */
  passTime(): void {
    for (const subscription of this.subscriptions.values()) while (this.#step(subscription));
  }

  /** The body and signature header of an event, signed `age` seconds ago. */
  signed(
    event: Stripe.Event,
    secret: string,
    age = 0,
  ): { readonly body: string; readonly signature: string } {
    const body = JSON.stringify(event);
    const timestamp = this.now() - age;
    return {
      body,
      signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
    };
  }

  protected now(): number {
    return Math.floor(this.#clock.now().getTime() / MS);
  }

  protected begin(price: string, customer: string, metadata: Record<string, string>): DoubleSubscription {
    const now = this.now();
    const begun: DoubleSubscription = {
      id: `sub_${randomUUID()}`,
      customer,
      price,
      interval: price === 'price_year' ? 'year' : 'month',
      metadata,
      created: now,
      invoices: [],
      status: 'incomplete',
      cancelAtPeriodEnd: false,
      cancelAt: null,
      periodStart: now,
      periodEnd: now,
      periods: 0,
      endedAt: null,
      method: null,
    };
    begun.periodEnd = this.#nextInvoice(begun, now, 'open').end;
    this.subscriptions.set(begun.id, begun);
    this.#emit('customer.subscription.created', subscriptionObject(begun));
    return begun;
  }

  protected pay(subscription: DoubleSubscription, invoice: DoubleInvoice, paidAt = this.now()): void {
    invoice.status = 'paid';
    invoice.paidAt = paidAt;
    this.setStatus(subscription, 'active');
    this.#emit('invoice.paid', invoiceObject(subscription, invoice));
  }

  protected end(subscription: DoubleSubscription, at: number): true {
    subscription.endedAt = at;
    subscription.status = 'canceled';
    this.#emit('customer.subscription.deleted', subscriptionObject(subscription));
    return true;
  }

  protected setStatus(subscription: DoubleSubscription, status: DoubleSubscription['status']): true {
    subscription.status = status;
    this.#emit('customer.subscription.updated', subscriptionObject(subscription));
    return true;
  }

  #keep(customer: string, number: string): string {
    const id = `pm_${randomUUID()}`;
    this.cards.set(id, { id, customer, number, created: this.now() });
    return id;
  }

  // Applies the next change that is due; false if none is.
  #step(each: DoubleSubscription): boolean {
    const now = this.now();
    if (each.status === 'incomplete')
      return now >= each.created + 23 * HOUR && this.setStatus(each, 'incomplete_expired');
    if (each.status === 'past_due') return now >= each.periodStart + 21 * DAY && this.end(each, now);
    if (each.status !== 'active') return false;
    // A renewal's invoice stays a draft for an hour, while its period has begun.
    const draft = each.invoices.find(({ status }) => status === 'draft');
    if (draft !== undefined) return now >= draft.start + HOUR && this.#collect(each, draft);
    if (now < each.periodEnd) return false;
    if (each.cancelAtPeriodEnd) return this.end(each, each.periodEnd);
    const next = this.#nextInvoice(each, each.periodEnd, 'draft');
    [each.periodStart, each.periodEnd] = [next.start, next.end];
    return this.setStatus(each, 'active');
  }

  #collect(each: DoubleSubscription, invoice: DoubleInvoice): true {
    invoice.status = 'open';
    if (this.cardsWork) this.pay(each, invoice, invoice.start + HOUR);
    else {
      this.setStatus(each, 'past_due');
      this.#emit('invoice.payment_failed', invoiceObject(each, invoice));
    }
    return true;
  }

  #nextInvoice(each: DoubleSubscription, start: number, status: 'draft' | 'open'): DoubleInvoice {
    each.periods += 1;
    const months = each.periods * (each.interval === 'year' ? 12 : 1);
    const invoice: DoubleInvoice = {
      id: `in_${randomUUID()}`,
      number: `DOUBLE-${each.periods}`,
      secret: `pi_${randomUUID()}_secret_${randomUUID()}`,
      total: this.prices[each.price] ?? 0,
      created: this.now(),
      start,
      end: Math.floor(addMonths(new Date(each.created * MS), months).getTime() / MS),
      status,
      paidAt: null,
    };
    each.invoices.push(invoice);
    return invoice;
  }

  #emit(type: string, object: Stripe.Event.Data.Object): void {
    const known = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: this.now(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    };
    // The SDK parses it, as on receipt, which gives it its type.
    this.events.push(Stripe.webhooks.constructEventWithoutVerification(JSON.stringify(known)));
  }
}
