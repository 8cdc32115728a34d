import type { Delivery } from '#server/data/deliveries.ts';
import type { Database } from '#server/platform/db/client.ts';
import { type Outcome, recordOutcomes } from './outcomes.ts';

// A commit costs as much as several mails, so outcomes wait for company; but not long where mails are slow.
const COMPANY_MS = 25;

interface Page {
  readonly outcomes: Outcome[];
  readonly written: PromiseWithResolvers<void>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Writes outcomes down, a few in each transaction, and lets nobody go on before theirs is written: only what is known
 * here and not in the database could be sent twice if the process died now.
 */
export class OutcomeWriter {
  readonly #database: Database;
  readonly #delivery: Pick<Delivery, 'id' | 'schoolId'>;
  readonly #enough: number;
  #open: Page | null = null;

  /** So many are `enough` to be written at once. */
  constructor(database: Database, delivery: Pick<Delivery, 'id' | 'schoolId'>, enough: number) {
    this.#database = database;
    this.#delivery = delivery;
    this.#enough = enough;
  }

  /** Resolves once it is written. Throws what the database throws. */
  async record(outcome: Outcome): Promise<void> {
    this.#open ??= this.#begin();
    const page = this.#open;
    page.outcomes.push(outcome);
    if (page.outcomes.length >= this.#enough) this.#write(page);
    await page.written.promise;
  }

  #begin(): Page {
    const timer = setTimeout(() => this.#write(page), COMPANY_MS);
    const page = { outcomes: [], written: Promise.withResolvers<void>(), timer };
    return page;
  }

  #write(page: Page): void {
    clearTimeout(page.timer);
    this.#open = null;
    const { resolve, reject } = page.written;
    recordOutcomes(this.#database, this.#delivery, page.outcomes).then(resolve, reject);
  }
}
