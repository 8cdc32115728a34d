import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { BILLING_MESSAGES, SANDBOX_CARDS } from '#contract/billing.ts';
import type { Database } from '../../db/client.ts';
import { sandboxAccounts } from '../../db/schema-billing.ts';
import type { Clock } from '../clock.ts';
import {
  type BilledTo,
  ForgedEvent,
  type PaymentEvent,
  type PaymentPort,
  PaymentRefused,
  type ProviderSubscription,
} from './payments.ts';
import {
  advanced,
  changed,
  customerOfSecret,
  paid,
  type SandboxAccount,
  type SandboxSubscription,
  sandboxAccount,
  sandboxId,
  shown,
  withSubscription,
} from './sandbox-account.ts';

/** What the sandbox says of cards that do not pay. */
export const SANDBOX_REFUSALS = {
  declined: 'Your card was declined.',
  fails: 'Your bank could not confirm this payment. Please try another card.',
  invalid: 'Your card number is invalid.',
} as const;

const eventBody = z.object({ id: z.string(), type: z.string(), subscription: z.string().nullable() });
// As long as Stripe's own: an older signature may be a recording.
const SIGNATURE_LIFE_MS = 300_000;

interface Found {
  readonly customerId: string;
  readonly account: SandboxAccount;
  readonly subscription: SandboxSubscription;
}

/**
 * A payment provider without a network, in the same database: the same flow as a real one, and no money moves. It keeps
 * its own books and is told of nothing; time passes in them whenever somebody looks.
 */
export class SandboxPayments implements PaymentPort {
  readonly provider = 'sandbox';
  readonly #database: Database;
  readonly #clock: Clock;
  // Its events reach nobody over a network, so the key need not outlive the process.
  readonly #signingKey = randomBytes(32);

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async putCustomer(schoolId: string, customerId: string | null, _billedTo: BilledTo): Promise<string> {
    if (customerId !== null) return customerId;
    return await this.#database.transaction(async () => {
      const orm = this.#database.orm();
      // By the school and not at random: the same call twice makes one customer.
      const id = `cus_sandbox_${schoolId.replaceAll('-', '').slice(0, 24)}`;
      const account: SandboxAccount = { schoolId, card: null, subscriptions: [], invoices: [] };
      await orm.insert(sandboxAccounts).values({ customerId: id, schoolId, account }).onConflictDoNothing();
      return id;
    });
  }

  async begin({ key, customerId, plan }: Parameters<PaymentPort['begin']>[0]) {
    return await this.#turnPage(customerId, (account) => {
      const known = account.subscriptions.find((each) => each.key === key);
      const next =
        known === undefined
          ? withSubscription(account, customerId, { key, plan }, this.#clock.now())
          : account;
      const begun = known ?? next.subscriptions.at(-1);
      if (begun === undefined) throw new Error('A subscription was just begun');
      return { next, result: { subscriptionId: begun.id, clientSecret: begun.secret } };
    });
  }

  async openSecret(subscriptionId: string): Promise<string | null> {
    const found = await this.#find(subscriptionId);
    if (found === null) return null;
    const { state, secret } = found.subscription;
    return state === 'incomplete' || state === 'past_due' ? secret : null;
  }

  async abandon(subscriptionId: string): Promise<void> {
    await this.#change(subscriptionId, ({ state }) => (state === 'incomplete' ? { state: 'ended' } : {}));
  }

  async cancelRenewal(subscriptionId: string): Promise<void> {
    await this.#change(subscriptionId, ({ state }) => {
      if (state === 'past_due') return { state: 'ended', renews: false };
      return state === 'active' ? { renews: false } : {};
    });
  }

  async resumeRenewal(subscriptionId: string): Promise<void> {
    await this.#change(subscriptionId, ({ state }) => (state === 'active' ? { renews: true } : {}));
  }

  async read(subscriptionId: string): Promise<ProviderSubscription | null> {
    const found = await this.#find(subscriptionId);
    return found === null ? null : shown(found.account, found.subscription);
  }

  async invoicePdf(): Promise<null> {
    return null;
  }

  readEvent(body: Buffer, signature: string | undefined): PaymentEvent {
    const [, at, mac] = /^t=(\d{1,16}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
    if (at === undefined || mac === undefined) throw new ForgedEvent('No signature');
    if (!timingSafeEqual(Buffer.from(mac, 'hex'), this.#mac(at, body)))
      throw new ForgedEvent('Another signature');
    if (Math.abs(this.#clock.now().getTime() - Number(at)) > SIGNATURE_LIFE_MS)
      throw new ForgedEvent('An old signature');
    const { id, type, subscription } = eventBody.parse(JSON.parse(body.toString()));
    return { id, type, subscriptionId: subscription };
  }

  readonly pay = async ({
    customerId,
    clientSecret,
    cardNumber,
  }: Parameters<NonNullable<PaymentPort['pay']>>[0]): Promise<{ readonly subscriptionId: string }> => {
    if (customerOfSecret(clientSecret) !== customerId) throw new PaymentRefused(BILLING_MESSAGES.paymentOver);
    return await this.#turnPage(customerId, (account) => {
      const each = account.subscriptions.find(({ secret }) => secret === clientSecret);
      if (each === undefined || each.state === 'ended')
        throw new PaymentRefused(BILLING_MESSAGES.paymentOver);
      const result = { subscriptionId: each.id };
      // Paid by a first press of the button already.
      if (each.state === 'active') return { next: account, result };
      refuseCard(cardNumber);
      const card = { last4: cardNumber.slice(-4), works: true };
      return { next: paid({ ...account, card }, each, this.#clock.now()), result };
    });
  };

  /** For tests: from now on a school's card pays no more, or pays again. */
  async setCardWorks(schoolId: string, works: boolean): Promise<void> {
    const [row] = await this.#database
      .orm()
      .select({ customerId: sandboxAccounts.customerId })
      .from(sandboxAccounts)
      .where(eq(sandboxAccounts.schoolId, schoolId));
    if (row === undefined) throw new Error('The sandbox has no such customer');
    await this.#turnPage(row.customerId, (account) => ({
      next: { ...account, card: account.card && { ...account.card, works } },
      result: undefined,
    }));
  }

  /** For tests: an event as a provider would post it, signed so many seconds ago. */
  signedEvent(subscriptionId: string | null, { age = 0 }: { readonly age?: number } = {}) {
    const type = 'customer.subscription.updated';
    const body = JSON.stringify({ id: sandboxId('evt'), type, subscription: subscriptionId });
    const at = String(this.#clock.now().getTime() - age * 1000);
    return { body, signature: `t=${at},v1=${this.#mac(at, Buffer.from(body)).toString('hex')}` };
  }

  #mac(at: string, body: Buffer): Buffer {
    return createHmac('sha256', this.#signingKey).update(`${at}.`).update(body).digest();
  }

  async #find(subscriptionId: string): Promise<Found | null> {
    const customerId = await this.#customerOf(subscriptionId);
    if (customerId === null) return null;
    return await this.#turnPage(customerId, (account) => {
      const subscription = account.subscriptions.find(({ id }) => id === subscriptionId);
      return {
        next: account,
        result: subscription === undefined ? null : { customerId, account, subscription },
      };
    });
  }

  async #change(
    subscriptionId: string,
    change: (subscription: SandboxSubscription) => Partial<SandboxSubscription>,
  ): Promise<void> {
    const customerId = await this.#customerOf(subscriptionId);
    if (customerId === null) return;
    await this.#turnPage(customerId, (account) => {
      const each = account.subscriptions.find(({ id }) => id === subscriptionId);
      const next = each === undefined ? account : changed(account, subscriptionId, change(each));
      return { next: advanced(next, customerId, this.#clock.now()), result: undefined };
    });
  }

  async #customerOf(subscriptionId: string): Promise<string | null> {
    const { rows } = await this.#database.query(
      `select customer_id from sandbox_accounts where account->'subscriptions' @> $1::jsonb`,
      [JSON.stringify([{ id: subscriptionId }])],
    );
    return rows[0] === undefined ? null : String(rows[0].customer_id);
  }

  // One at a time for each customer: the page is brought up to date, turned, and written back.
  async #turnPage<T>(
    customerId: string,
    turn: (account: SandboxAccount) => { readonly next: SandboxAccount; readonly result: T },
  ): Promise<T> {
    return await this.#database.transaction(async () => {
      const orm = this.#database.orm();
      const mine = eq(sandboxAccounts.customerId, customerId);
      const [row] = await orm.select().from(sandboxAccounts).where(mine).for('update');
      if (row === undefined) throw new Error('The sandbox has no such customer');
      const before = sandboxAccount.parse(row.account);
      const { next, result } = turn(advanced(before, customerId, this.#clock.now()));
      if (next !== before) await orm.update(sandboxAccounts).set({ account: next }).where(mine);
      return result;
    });
  }
}

function refuseCard(cardNumber: string): void {
  if (cardNumber === SANDBOX_CARDS.pays) return;
  if (cardNumber === SANDBOX_CARDS.declined) throw new PaymentRefused(SANDBOX_REFUSALS.declined);
  if (cardNumber === SANDBOX_CARDS.fails) throw new PaymentRefused(SANDBOX_REFUSALS.fails);
  throw new PaymentRefused(SANDBOX_REFUSALS.invalid);
}
