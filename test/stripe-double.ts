import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Stripe from 'stripe';
import { addMonths } from '#contract/months.ts';
import type { Clock } from '#server/ports/clock.ts';
import {
  customerObject,
  type DoubleInvoice,
  type DoubleSubscription,
  invoiceObject,
  subscriptionObject,
} from './stripe-objects.ts';

/**
 * A double of Stripe's API that keeps state: what the program calls goes over HTTP, what happens in a browser and in
 * time is called here. Every change makes an event, which the test delivers when and as often as it likes.
 */

export const DOUBLE_PRICES = { price_month: 1800, price_year: 18_000 } as const;
const HOUR = 3600;
const DAY = 24 * HOUR;
const MS = 1000;

/** How it misbehaves. `hang`: takes the request and never answers. */
export type Trouble = 500 | 429 | 'hang' | null;

export class StripeDouble {
  readonly subscriptions = new Map<string, DoubleSubscription>();
  readonly customers = new Map<string, { readonly metadata: Readonly<Record<string, string>> }>();
  /** Undelivered and delivered alike, oldest first. */
  readonly events: Stripe.Event[] = [];
  /** `METHOD path` of every request that came in. */
  readonly requests: string[] = [];
  /** What every price costs; a test makes it wrong. */
  readonly prices: Record<string, number> = { ...DOUBLE_PRICES };
  /** Where it listens. */
  url = '';
  trouble: Trouble = null;
  /** Whether the cards on file pay renewals. */
  cardsWork = true;
  readonly #answers = new Map<string, { readonly status: number; readonly body: unknown } | 'running'>();
  readonly #clock: Clock;
  readonly #server: Server;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    return this.url;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** What Stripe.js does with a card: pays what the secret stands for, or throws its words. */
  confirm(secret: string, card: string): void {
    for (const subscription of this.subscriptions.values()) {
      const invoice = subscription.invoices.find((each) => each.secret === secret);
      if (invoice === undefined) continue;
      if (invoice.status === 'paid') return;
      if (invoice.status !== 'open' || subscription.status === 'incomplete_expired')
        throw new Error('This PaymentIntent was canceled.');
      if (card === '4000000000000002') throw new Error('Your card was declined.');
      subscription.card = card.slice(-4);
      this.#pay(subscription, invoice);
      return;
    }
    throw new Error('No such payment_intent');
  }

  /** Lets happen what is due by the clock. */
  passTime(): void {
    for (const subscription of this.subscriptions.values()) while (this.#step(subscription));
  }

  /** The body and signature header of an event, signed so many seconds ago. */
  signed(
    event: Stripe.Event,
    secret: string,
    age = 0,
  ): { readonly body: string; readonly signature: string } {
    const body = JSON.stringify(event);
    const timestamp = this.#now() - age;
    return {
      body,
      signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
    };
  }

  #now(): number {
    return Math.floor(this.#clock.now().getTime() / MS);
  }

  #step(each: DoubleSubscription): boolean {
    const now = this.#now();
    if (each.status === 'incomplete') {
      if (now < each.created + 23 * HOUR) return false;
      return this.#become(each, 'incomplete_expired');
    }
    if (each.status === 'active' && now >= each.periodEnd) {
      if (each.cancelAtPeriodEnd) return this.#end(each, each.periodEnd);
      const invoice = this.#nextInvoice(each, each.periodEnd);
      [each.periodStart, each.periodEnd] = [invoice.start, invoice.end];
      if (this.cardsWork) this.#pay(each, invoice, invoice.start);
      else {
        this.#become(each, 'past_due');
        this.#emit('invoice.payment_failed', invoiceObject(each, invoice));
      }
      return true;
    }
    return each.status === 'past_due' && now >= each.periodStart + 21 * DAY ? this.#end(each, now) : false;
  }

  #nextInvoice(each: DoubleSubscription, start: number): DoubleInvoice {
    each.periods += 1;
    const months = each.periods * (each.interval === 'year' ? 12 : 1);
    const invoice: DoubleInvoice = {
      id: `in_${randomUUID()}`,
      number: `DOUBLE-${each.periods}`,
      secret: `pi_${randomUUID()}_secret_${randomUUID()}`,
      total: this.prices[each.price] ?? 0,
      created: this.#now(),
      start,
      end: Math.floor(addMonths(new Date(each.created * MS), months).getTime() / MS),
      status: 'open',
      paidAt: null,
    };
    each.invoices.push(invoice);
    return invoice;
  }

  #pay(subscription: DoubleSubscription, invoice: DoubleInvoice, paidAt = this.#now()): void {
    invoice.status = 'paid';
    invoice.paidAt = paidAt;
    this.#become(subscription, 'active');
    this.#emit('invoice.paid', invoiceObject(subscription, invoice));
  }

  #end(subscription: DoubleSubscription, at: number): true {
    subscription.endedAt = at;
    subscription.status = 'canceled';
    this.#emit('customer.subscription.deleted', subscriptionObject(subscription, []));
    return true;
  }

  #become(subscription: DoubleSubscription, status: DoubleSubscription['status']): true {
    subscription.status = status;
    this.#emit('customer.subscription.updated', subscriptionObject(subscription, []));
    return true;
  }

  #emit(type: string, object: Stripe.Event.Data.Object): void {
    const known = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: this.#now(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    };
    // As it comes back from the wire: the SDK's own reader gives it its type.
    this.events.push(Stripe.webhooks.constructEventWithoutVerification(JSON.stringify(known)));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://double');
    this.requests.push(`${request.method} ${url.pathname}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (this.trouble === 'hang') return;
    const form = new URLSearchParams(
      request.method === 'GET' ? url.search : Buffer.concat(chunks).toString(),
    );
    const { status, body } =
      this.trouble === null ? this.#once(request, url.pathname, form) : failure(this.trouble, 'In trouble');
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(JSON.stringify(body));
  }

  // The same idempotency key gives the same answer; with another body it is refused.
  #once(request: IncomingMessage, path: string, form: URLSearchParams) {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || request.method !== 'POST')
      return this.#answer(request.method ?? '', path, form);
    const place = `${key} ${path} ${form}`;
    const stored = this.#answers.get(place);
    if (stored !== undefined && stored !== 'running') return stored;
    if ([...this.#answers.keys()].some((each) => each.startsWith(`${key} `)))
      return failure(400, 'Keys for idempotent requests can only be used with the same parameters');
    const answer = this.#answer('POST', path, form);
    this.#answers.set(place, answer);
    return answer;
  }

  #answer(method: string, path: string, form: URLSearchParams): { status: number; body: unknown } {
    const [, , kind, id = '', action] = path.split('/');
    if (kind === 'customers') return this.#customer(id, form);
    if (kind === 'subscriptions') return this.#subscription(method, id, form);
    if (kind === 'invoices') return this.#invoice(id, action, form);
    return failure(404, 'Unrecognized request URL');
  }

  #customer(id: string, form: URLSearchParams) {
    const customerId = id === '' ? `cus_${randomUUID()}` : id;
    if (id !== '' && !this.customers.has(id)) return failure(404, 'No such customer');
    const metadata = metadataOf(form);
    this.customers.set(customerId, { metadata });
    return { status: 200, body: customerObject(customerId, metadata) };
  }

  #subscription(method: string, id: string, form: URLSearchParams) {
    const expand = [...form].filter(([key]) => key.startsWith('expand')).map(([, path]) => path);
    const found = id === '' && method === 'POST' ? this.#begin(form) : this.subscriptions.get(id);
    if (found === undefined) return failure(404, 'No such subscription');
    if (method === 'DELETE') this.#end(found, this.#now());
    const cancels = form.get('cancel_at_period_end');
    if (method === 'POST' && cancels !== null) {
      found.cancelAtPeriodEnd = cancels === 'true';
      this.#become(found, found.status);
    }
    return { status: 200, body: subscriptionObject(found, expand) };
  }

  #begin(form: URLSearchParams): DoubleSubscription | undefined {
    const price = form.get('items[0][price]') ?? '';
    const customer = form.get('customer') ?? '';
    if (!(price in this.prices) || !this.customers.has(customer)) return undefined;
    const now = this.#now();
    const begun: DoubleSubscription = {
      id: `sub_${randomUUID()}`,
      customer,
      price,
      interval: price === 'price_year' ? 'year' : 'month',
      metadata: metadataOf(form),
      created: now,
      invoices: [],
      status: 'incomplete',
      cancelAtPeriodEnd: false,
      periodStart: now,
      periodEnd: now,
      periods: 0,
      endedAt: null,
      card: null,
    };
    begun.periodEnd = this.#nextInvoice(begun, now).end;
    this.subscriptions.set(begun.id, begun);
    this.#emit('customer.subscription.created', subscriptionObject(begun, []));
    return begun;
  }

  #invoice(id: string, action: string | undefined, form: URLSearchParams) {
    const all = [...this.subscriptions.values()].flatMap((subscription) =>
      subscription.invoices.map((invoice) => ({ subscription, invoice })),
    );
    if (id === '') {
      const data = all
        .filter(
          ({ subscription, invoice }) =>
            subscription.id === form.get('subscription') && invoice.status === form.get('status'),
        )
        .map(({ subscription, invoice }) => invoiceObject(subscription, invoice));
      return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/invoices' } };
    }
    const found = all.find(({ invoice }) => invoice.id === id);
    if (found === undefined) return failure(404, 'No such invoice');
    const { subscription, invoice } = found;
    if (action === 'void') {
      if (invoice.status !== 'open') return failure(400, "This invoice isn't open.");
      invoice.status = 'void';
      if (subscription.status === 'incomplete') this.#become(subscription, 'incomplete_expired');
    }
    return { status: 200, body: invoiceObject(subscription, invoice) };
  }
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([key, value]) => {
      const name = /^metadata\[(.+)\]$/.exec(key)?.[1];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

function failure(status: number, message: string) {
  const type = status >= 500 ? 'api_error' : 'invalid_request_error';
  return { status, body: { error: { type, message } } };
}
