import { eq } from 'drizzle-orm';
import { BILLING_MESSAGES, SANDBOX_CARDS } from '#contract/billing.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import { sandboxAccounts } from '#server/platform/db/schema/billing.ts';
import {
  type NewCardResult,
  type PaymentEvent,
  type PaymentPort,
  PaymentRefused,
  type ProviderSubscription,
} from './payments.ts';
import {
  customerOfSecret,
  newPaymentSecret,
  paid,
  type SandboxAccount,
  type SandboxSubscription,
  toProviderSubscription,
  upToDate,
  withChanges,
  withNewCard,
  withSubscription,
} from './sandbox-account.ts';
import { SandboxAccounts } from './sandbox-accounts.ts';
import { SandboxEvents } from './sandbox-events.ts';

/** The sandbox's messages for cards that do not pay. */
const SANDBOX_REFUSALS = {
  declined: 'Your card was declined.',
  fails: 'Your bank could not confirm this payment. Please try another card.',
  invalid: 'Your card number is invalid.',
} as const;

/**
 * A payment provider in the same database, without a network: the same flow as a real one, but no money moves. It keeps
 * accounts of its own, which each read brings up to date.
 */
export class SandboxPayments implements PaymentPort {
  readonly provider = 'sandbox';
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #accounts: SandboxAccounts;
  readonly #events: SandboxEvents;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#accounts = new SandboxAccounts(database, clock);
    this.#events = new SandboxEvents(clock);
  }

  async putCustomer({ schoolId, customerId }: Parameters<PaymentPort['putCustomer']>[0]): Promise<string> {
    if (customerId !== null) return customerId;
    // Derived from the school, so that repeated calls create one customer.
    const id = `cus_sandbox_${schoolId.replaceAll('-', '').slice(0, 24)}`;
    await this.#accounts.create(id, schoolId);
    return id;
  }

  async begin({ key, customerId, plan }: Parameters<PaymentPort['begin']>[0]) {
    return await this.#accounts.updateAccount(customerId, (account) => {
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
    const found = await this.#accounts.find(subscriptionId);
    if (found === null) return null;
    const { state, secret } = found.subscription;
    return state === 'incomplete' || state === 'past_due' ? secret : null;
  }

  async abandon(subscriptionId: string): Promise<void> {
    await this.#change(subscriptionId, ({ state }) => (state === 'incomplete' ? { state: 'ended' } : {}));
  }

  async beginCardChange(subscriptionId: string): Promise<string | null> {
    const found = await this.#accounts.find(subscriptionId);
    if (found === null || found.subscription.state === 'ended') return null;
    const { customerId } = found;
    const secret = newPaymentSecret(customerId);
    return await this.#accounts.updateAccount(customerId, (account) => ({
      next: { ...account, change: { secret, subscriptionId, card: null, taken: false } },
      result: secret,
    }));
  }

  async applyNewCard(subscriptionId: string): Promise<NewCardResult> {
    const found = await this.#accounts.find(subscriptionId);
    if (found === null) return 'none';
    return await this.#accounts.updateAccount<NewCardResult>(found.customerId, (account) => {
      const each = account.subscriptions.find(({ id }) => id === subscriptionId);
      const { change } = account;
      const isGiven = change !== null && change.card !== null && change.subscriptionId === subscriptionId;
      if (!isGiven || each === undefined || each.state === 'ended') return { next: account, result: 'none' };
      if (change.taken) return { next: account, result: 'before' };
      return { next: withNewCard(account, each, this.#clock.now()), result: 'new' };
    });
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
    const found = await this.#accounts.find(subscriptionId);
    return found === null ? null : toProviderSubscription(found.account, found.subscription);
  }

  async invoicePdf(): Promise<null> {
    return null;
  }

  async check(): Promise<void> {
    // Nothing is configured.
  }

  readEvent(body: Buffer, signature: string | undefined): PaymentEvent {
    return this.#events.read(body, signature);
  }

  readonly pay = async ({
    customerId,
    clientSecret,
    cardNumber,
  }: Parameters<NonNullable<PaymentPort['pay']>>[0]): Promise<{ readonly subscriptionId: string }> => {
    if (customerOfSecret(clientSecret) !== customerId) throw new PaymentRefused(BILLING_MESSAGES.paymentOver);
    return await this.#accounts.updateAccount(customerId, (account) => {
      const { change } = account;
      if (change?.secret === clientSecret && !change.taken) {
        const next = { ...account, change: { ...change, card: cardOf(cardNumber, this.#clock.now()) } };
        return { next, result: { subscriptionId: change.subscriptionId } };
      }
      const each = account.subscriptions.find(({ secret }) => secret === clientSecret);
      if (each === undefined || each.state === 'ended')
        throw new PaymentRefused(BILLING_MESSAGES.paymentOver);
      const result = { subscriptionId: each.id };
      // Already paid by an earlier click.
      if (each.state === 'active') return { next: account, result };
      const next = paid({ ...account, card: cardOf(cardNumber, this.#clock.now()) }, each, this.#clock.now());
      return { next, result };
    });
  };

  /** For tests: makes a school's card fail or work from now on. */
  async setCardWorks(schoolId: string, works: boolean): Promise<void> {
    const [row] = await this.#database
      .orm()
      .select({ customerId: sandboxAccounts.customerId })
      .from(sandboxAccounts)
      .where(eq(sandboxAccounts.schoolId, schoolId));
    if (row === undefined) throw new Error('The sandbox has no such customer');
    await this.#accounts.updateAccount(row.customerId, (account) => ({
      next: { ...account, card: account.card && { ...account.card, works } },
      result: undefined,
    }));
  }

  /** For tests: an event as a provider would post it, signed `age` seconds ago. */
  signedEvent(
    subscriptionId: string | null,
    {
      type = 'customer.subscription.updated',
      age = 0,
    }: { readonly type?: string; readonly age?: number } = {},
  ) {
    return this.#events.signed(subscriptionId, type, age);
  }

  async #change(
    subscriptionId: string,
    change: (subscription: SandboxSubscription) => Partial<SandboxSubscription>,
  ): Promise<void> {
    const customerId = await this.#accounts.customerOf(subscriptionId);
    if (customerId === null) return;
    await this.#accounts.updateAccount(customerId, (account) => {
      const each = account.subscriptions.find(({ id }) => id === subscriptionId);
      const next = each === undefined ? account : withChanges(account, subscriptionId, change(each));
      return { next: upToDate(next, customerId, this.#clock.now()), result: undefined };
    });
  }
}

/** Throws `PaymentRefused` for cards that are not accepted. */
function cardOf(cardNumber: string, now: Date): NonNullable<SandboxAccount['card']> {
  const { pays, expires, declined, fails } = SANDBOX_CARDS;
  if (cardNumber === declined) throw new PaymentRefused(SANDBOX_REFUSALS.declined);
  if (cardNumber === fails) throw new PaymentRefused(SANDBOX_REFUSALS.fails);
  if (cardNumber !== pays && cardNumber !== expires) throw new PaymentRefused(SANDBOX_REFUSALS.invalid);
  // Expires at the end of the month, and so before the first renewal.
  const monthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
  const works = cardNumber === pays;
  return { last4: cardNumber.slice(-4), works, expiresAt: works ? null : monthEnd };
}
