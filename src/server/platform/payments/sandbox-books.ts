import { eq } from 'drizzle-orm';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import { sandboxAccounts } from '#server/platform/db/schema/billing.ts';
import {
  advanced,
  type SandboxAccount,
  type SandboxSubscription,
  sandboxAccount,
} from './sandbox-account.ts';

interface Found {
  readonly customerId: string;
  readonly account: SandboxAccount;
  readonly subscription: SandboxSubscription;
}

/** The sandbox's books: a page a customer, on which time passes whenever somebody looks. */
export class SandboxBooks {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Opens an empty page; one that is there stays. */
  async openPage(customerId: string, schoolId: string): Promise<void> {
    const account: SandboxAccount = { schoolId, card: null, change: null, subscriptions: [], invoices: [] };
    await this.#database.transaction(async () => {
      const page = { customerId, schoolId, account };
      await this.#database.orm().insert(sandboxAccounts).values(page).onConflictDoNothing();
    });
  }

  /** A subscription and the page that it stands on; null where there is none of this id. */
  async find(subscriptionId: string): Promise<Found | null> {
    const customerId = await this.customerOf(subscriptionId);
    if (customerId === null) return null;
    return await this.turnPage(customerId, (account) => {
      const subscription = account.subscriptions.find(({ id }) => id === subscriptionId);
      return {
        next: account,
        result: subscription === undefined ? null : { customerId, account, subscription },
      };
    });
  }

  /** Whose a subscription is. */
  async customerOf(subscriptionId: string): Promise<string | null> {
    const { rows } = await this.#database.query(
      `select customer_id from sandbox_accounts where account->'subscriptions' @> $1::jsonb`,
      [JSON.stringify([{ id: subscriptionId }])],
    );
    return rows[0] === undefined ? null : String(rows[0].customer_id);
  }

  /** One at a time for each customer: the page is brought up to date, turned, and written back. */
  async turnPage<T>(
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
