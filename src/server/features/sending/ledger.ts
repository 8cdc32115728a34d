import type { Database } from '#server/db/client.ts';
import { type Outcome, recordOutcomes } from './outcomes.ts';
import type { Delivery } from './repo.ts';

/**
 * Writes outcomes down as they come: while one transaction is under way the next ones gather, and go together. So little
 * is known here and not in the database: only that could be sent twice if the process died now.
 */
export class Ledger {
  readonly #database: Database;
  readonly #delivery: Pick<Delivery, 'id' | 'schoolId'>;
  #gathered: Outcome[] = [];
  #writing: Promise<void> | null = null;

  constructor(database: Database, delivery: Pick<Delivery, 'id' | 'schoolId'>) {
    this.#database = database;
    this.#delivery = delivery;
  }

  /** Resolves once it is written. Throws what the database throws. */
  async record(outcome: Outcome): Promise<void> {
    this.#gathered.push(outcome);
    // Those who come while one is under way wait for the next, together.
    while (this.#gathered.includes(outcome)) {
      this.#writing ??= this.#write();
      await this.#writing;
    }
  }

  async #write(): Promise<void> {
    const outcomes = this.#gathered;
    this.#gathered = [];
    try {
      await recordOutcomes(this.#database, this.#delivery, outcomes);
    } finally {
      this.#writing = null;
    }
  }
}
