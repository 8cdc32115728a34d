import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { type Outcome, recordOutcomes } from './outcomes.ts';

// A commit costs as much as several mails, so outcomes are written in groups. A slow group is written after this time.
const GROUP_WAIT_MS = 25;

interface Group {
  readonly outcomes: Outcome[];
  readonly written: PromiseWithResolvers<void>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Writes outcomes in groups, one transaction each. A caller waits until its outcome is written: if the process died before that, the mail
 * would be sent twice.
 */
export class OutcomeWriter {
  readonly #context: AppContext;
  readonly #delivery: Pick<Delivery, 'id' | 'schoolId'>;
  readonly #groupSize: number;
  #open: Group | null = null;

  constructor(context: AppContext, delivery: Pick<Delivery, 'id' | 'schoolId'>, groupSize: number) {
    this.#context = context;
    this.#delivery = delivery;
    this.#groupSize = groupSize;
  }

  /** Resolves once the outcome is written. Throws what the database throws. */
  async record(outcome: Outcome): Promise<void> {
    this.#open ??= this.#openGroup();
    const group = this.#open;
    group.outcomes.push(outcome);
    if (group.outcomes.length >= this.#groupSize) this.#write(group);
    await group.written.promise;
  }

  #openGroup(): Group {
    const timer = setTimeout(() => this.#write(group), GROUP_WAIT_MS);
    const group = { outcomes: [], written: Promise.withResolvers<void>(), timer };
    return group;
  }

  #write(group: Group): void {
    clearTimeout(group.timer);
    this.#open = null;
    const { resolve, reject } = group.written;
    recordOutcomes(this.#context, this.#delivery, group.outcomes).then(resolve, reject);
  }
}
