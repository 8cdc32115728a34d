import { eq } from 'drizzle-orm';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import { sandboxAccounts } from '#server/platform/db/schema/billing.ts';
import {
  type SandboxAccount,
  type SandboxSubscription,
  sandboxAccount,
  upToDate,
} from './sandbox-account.ts';

interface Found {
  readonly customerId: string;
  readonly account: SandboxAccount;
  readonly subscription: SandboxSubscription;
}

/** The accounts of the payment sandbox. Reading one brings it up to date. */
export class SandboxAccounts {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Creates an empty account, unless it exists. */
  async create(customerId: string, schoolId: string): Promise<void> {
    const account: SandboxAccount = { schoolId, card: null, change: null, subscriptions: [], invoices: [] };
    await this.#database.transaction(async () => {
      const row = { customerId, schoolId, account };
      await this.#database.orm().insert(sandboxAccounts).values(row).onConflictDoNothing();
    });
  }

  /** Finds a subscription and its account; null if there is none with this id. */
  async find(subscriptionId: string): Promise<Found | null> {
    const customerId = await this.customerOf(subscriptionId);
    if (customerId === null) return null;
    return await this.updateAccount(customerId, (account) => {
      const subscription = account.subscriptions.find(({ id }) => id === subscriptionId);
      return {
        next: account,
        result: subscription === undefined ? null : { customerId, account, subscription },
      };
    });
  }

  /** The customer id of a subscription. */
  async customerOf(subscriptionId: string): Promise<string | null> {
    const { rows } = await this.#database.query(
      `select customer_id from sandbox_accounts where account->'subscriptions' @> $1::jsonb`,
      [JSON.stringify([{ id: subscriptionId }])],
    );
    return rows[0] === undefined ? null : String(rows[0].customer_id);
  }

  /** Locks an account, brings it up to date, applies `change` and stores the result. */
  async updateAccount<T>(
    customerId: string,
    change: (account: SandboxAccount) => { readonly next: SandboxAccount; readonly result: T },
  ): Promise<T> {
    return await this.#database.transaction(async () => {
      const orm = this.#database.orm();
      const isCustomer = eq(sandboxAccounts.customerId, customerId);
      const [row] = await orm.select().from(sandboxAccounts).where(isCustomer).for('update');
      if (row === undefined) throw new Error('The sandbox has no such customer');
      const before = sandboxAccount.parse(row.account);
      const { next, result } = change(upToDate(before, customerId, this.#clock.now()));
      if (next !== before) await orm.update(sandboxAccounts).set({ account: next }).where(isCustomer);
      return result;
    });
  }
}
