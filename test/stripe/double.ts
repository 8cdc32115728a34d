import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Clock } from '#server/platform/clock.ts';
import { customerObject, setupIntentObject } from './card-objects.ts';
import { invoiceObject } from './invoice-objects.ts';
import { DECLINED, DOUBLE_CARDS, StripeLedger } from './ledger.ts';
import { priceObject, subscriptionObject } from './subscription-objects.ts';
import type { DoubleInvoice, DoubleSubscription } from './types.ts';

/**
 * A stateful double of Stripe's API. The program calls it over HTTP; tests call its methods to play the browser and the passage
 * of time.
 */

/** A kind of misbehaviour. `hang` never answers. */
export type FailureMode = 500 | 429 | 401 | 'hang' | null;

/** Stripe's limits, in characters. */
const CUSTOMER_LIMITS = { name: 256, email: 512, phone: 20 };

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export class StripeDouble extends StripeLedger {
  /** `METHOD path` of every request. */
  readonly requests: string[] = [];
  /** Its URL. */
  url = '';
  failureMode: FailureMode = null;
  /** Whether a bank is confirming a payment, so that open invoices cannot be voided. */
  isPaying = false;
  readonly #answers = new Map<string, Answer>();
  readonly #server: Server;

  constructor(clock: Clock) {
    super(clock);
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

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://double');
    this.requests.push(`${request.method} ${url.pathname}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (this.failureMode === 'hang') return;
    const form = new URLSearchParams(
      request.method === 'GET' ? url.search : Buffer.concat(chunks).toString(),
    );
    const { status, body } =
      this.failureMode === 429 || this.failureMode === 401
        ? failure(this.failureMode, 'Simulated failure')
        : this.#once(request, url.pathname, form);
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(JSON.stringify(body));
  }

  // The same idempotency key repeats the answer, including a 500. With another body it is rejected.
  #once(request: IncomingMessage, path: string, form: URLSearchParams): Answer {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || request.method !== 'POST')
      return this.#answer(request.method ?? '', path, form);
    const place = `${key} ${path} ${form}`;
    const stored = this.#answers.get(place);
    if (stored !== undefined) return stored;
    if ([...this.#answers.keys()].some((each) => each.startsWith(`${key} `)))
      return failure(400, 'Keys for idempotent requests can only be used with the same parameters', {
        type: 'idempotency_error',
      });
    const answer = this.#answer('POST', path, form);
    this.#answers.set(place, answer);
    return answer;
  }

  #answer(method: string, path: string, form: URLSearchParams): Answer {
    if (this.failureMode === 500) return failure(500, 'Simulated failure');
    const [, , kind, id = '', action] = path.split('/');
    if (kind === 'customers') return this.#customer(id, form);
    if (kind === 'subscriptions') return this.#subscription(method, id, form);
    if (kind === 'invoices') return id === '' ? this.#invoices(form) : this.#invoice(id, action, form);
    if (kind === 'setup_intents') return method === 'POST' ? this.#setup(form) : this.#setups(form);
    if (kind === 'prices') return this.#price(id);
    return failure(404, 'Unrecognized request URL');
  }

  #customer(id: string, form: URLSearchParams): Answer {
    const customerId = id === '' ? `cus_${randomUUID()}` : id;
    if (id !== '' && !this.#isCustomer(id)) return missing('customer', id, 'id');
    for (const [param, max] of Object.entries(CUSTOMER_LIMITS))
      if ((form.get(param) ?? '').length > max)
        return failure(400, `Invalid string; must be at most ${max} characters`, { param });
    const metadata = metadataOf(form);
    this.customers.set(customerId, { metadata, isDeleted: false });
    return { status: 200, body: customerObject(customerId, metadata) };
  }

  #isCustomer(id: string): boolean {
    return this.customers.get(id)?.isDeleted === false;
  }

  #subscription(method: string, id: string, form: URLSearchParams): Answer {
    const expand = [...form].filter(([key]) => key.startsWith('expand')).map(([, path]) => path);
    if (id === '') {
      const [price, customer] = [form.get('items[0][price]') ?? '', form.get('customer') ?? ''];
      if (!this.#isCustomer(customer)) return missing('customer', customer, 'customer', 400);
      if (!(price in this.prices)) return missing('price', price, 'items[0][price]', 400);
      return { status: 200, body: subscriptionObject(this.begin(price, customer, metadataOf(form)), expand) };
    }
    const found = this.subscriptions.get(id);
    if (found === undefined) return missing('subscription', id, 'id');
    if (method === 'DELETE') this.end(found, this.now());
    if (method === 'POST') {
      if (found.status === 'canceled') return missing('subscription', id, 'id');
      this.#change(found, form);
    }
    const card = found.method === null ? null : (this.cards.get(found.method) ?? null);
    return { status: 200, body: subscriptionObject(found, expand, card) };
  }

  #change(subscription: DoubleSubscription, form: URLSearchParams): void {
    const cancels = form.get('cancel_at_period_end');
    if (cancels !== null) subscription.cancelAtPeriodEnd = cancels === 'true';
    if (form.get('cancel_at') === '') subscription.cancelAt = null;
    subscription.method = form.get('default_payment_method') ?? subscription.method;
    subscription.metadata = { ...subscription.metadata, ...metadataOf(form) };
    this.setStatus(subscription, subscription.status);
  }

  #price(id: string): Answer {
    const pence = this.prices[id];
    if (pence === undefined) return missing('price', id, 'price');
    return { status: 200, body: priceObject(id, id === 'price_year' ? 'year' : 'month', pence) };
  }

  #setup(form: URLSearchParams): Answer {
    const customer = form.get('customer') ?? '';
    if (!this.#isCustomer(customer)) return missing('customer', customer, 'customer', 400);
    const id = `seti_${randomUUID()}`;
    const setup = {
      id,
      secret: `${id}_secret_${randomUUID()}`,
      customer,
      metadata: metadataOf(form),
      created: this.now(),
      method: null,
    };
    this.setups.push(setup);
    return { status: 200, body: setupIntentObject(setup) };
  }

  #setups(form: URLSearchParams): Answer {
    const ofCustomer = this.setups.filter(({ customer }) => customer === form.get('customer'));
    return list('/v1/setup_intents', ofCustomer.map(setupIntentObject).toReversed());
  }

  #invoices(form: URLSearchParams): Answer {
    const subscription = this.subscriptions.get(form.get('subscription') ?? '');
    const wanted = subscription?.invoices.filter(({ status }) => status === form.get('status')) ?? [];
    return list('/v1/invoices', subscription ? wanted.map((each) => invoiceObject(subscription, each)) : []);
  }

  #invoice(id: string, action: string | undefined, form: URLSearchParams): Answer {
    for (const subscription of this.subscriptions.values()) {
      const invoice = subscription.invoices.find((each) => each.id === id);
      if (invoice === undefined) continue;
      if (action !== undefined && invoice.status !== 'open') return failure(400, "This invoice isn't open.");
      if (action === 'void' && this.isPaying) return failure(400, 'A payment of this invoice is processing.');
      const refused = action === 'pay' ? this.#collectBy(subscription, invoice, form) : null;
      if (refused !== null) return refused;
      if (action === 'void') {
        invoice.status = 'void';
        if (subscription.status === 'incomplete') this.setStatus(subscription, 'incomplete_expired');
      }
      return { status: 200, body: invoiceObject(subscription, invoice) };
    }
    return missing('invoice', id, 'invoice');
  }

  #collectBy(subscription: DoubleSubscription, invoice: DoubleInvoice, form: URLSearchParams): Answer | null {
    const number = this.cards.get(form.get('payment_method') ?? '')?.number;
    const type = 'card_error';
    if (number === DOUBLE_CARDS.asks)
      return failure(402, 'This payment requires additional user action', {
        type,
        code: 'invoice_payment_intent_requires_action',
      });
    if (number === undefined || number === DOUBLE_CARDS.empty)
      return failure(402, DECLINED, { type, code: 'card_declined' });
    this.pay(subscription, invoice);
    return null;
  }
}

function list(url: string, data: readonly object[]): Answer {
  return { status: 200, body: { object: 'list', data, has_more: false, url } };
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([key, value]) => {
      const name = /^metadata\[(.+)\]$/.exec(key)?.[1];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

function missing(noun: string, id: string, param: string, status = 404): Answer {
  return failure(status, `No such ${noun}: '${id}'`, { code: 'resource_missing', param });
}

function failure(status: number, message: string, more: Readonly<Record<string, string>> = {}): Answer {
  const type = status >= 500 ? 'api_error' : 'invalid_request_error';
  return { status, body: { error: { type, message, ...more } } };
}
