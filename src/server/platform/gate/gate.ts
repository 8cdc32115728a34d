/** Work that costs CPU, look-ups, connections or disk passes a gate, so that one caller cannot hold up everybody. */

/** The person for whom work is done. */
export interface Requester {
  /** The school, or the network of a caller without one: shares take turns. */
  readonly share: string;
  /** The person: within a share, people take turns. */
  readonly by?: string;
}

interface GateLimits {
  /** The most work that runs at a time in this process. */
  readonly places: number;
  /** The most of it for one share. */
  readonly placesEach: number;
  /** The most work of one person that waits; more is refused. */
  readonly waitingEach: number;
  /** The most work that waits. Beyond it, the person with the most work in the largest share loses their last. */
  readonly waiting: number;
  /** The longest wait before work is refused, in milliseconds. */
  readonly waitMs: number;
  /** A place rests this many times as long as its work took, for work that blocks the rest of the program. Default: 0. */
  readonly rest?: number;
  /** The error of refused work. */
  readonly refusal: () => Error;
}

interface Waiting {
  readonly requester: Requester;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * Runs a few pieces of work at a time, with a fair share of the places for everybody: callers take turns, however much
 * each has waiting.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #running = new Map<string, number>();
  /** The waiting work by share, then by person, in the order of their turns. */
  readonly #waiting = new Map<string, Map<string, Waiting[]>>();
  #taken = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** Runs work in its turn. Throws the refusal if too much is waiting or it waited too long, and the errors of the work. */
  async run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    await this.#enter(requester);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#rest(requester, (this.#limits.rest ?? 0) * (performance.now() - began));
    }
  }

  /** Throws the refusal if as much of the person's work waits as is allowed. */
  requireRoom(requester: Requester): void {
    const { waitingEach, refusal } = this.#limits;
    if (this.#waitingFor(requester).length >= waitingEach) throw refusal();
  }

  async #enter(requester: Requester): Promise<void> {
    // Waiting work of this share would already have begun.
    if (this.#hasPlace(requester.share)) return this.#take(requester.share);
    this.requireRoom(requester);
    const { waiting, waitMs, refusal } = this.#limits;
    const entered = Promise.withResolvers<void>();
    const tooLong = setTimeout(() => this.#refuse(entry), waitMs);
    tooLong.unref();
    const entry: Waiting = {
      requester: requester,
      begin: () => {
        clearTimeout(tooLong);
        entered.resolve();
      },
      refuse: () => {
        clearTimeout(tooLong);
        entered.reject(refusal());
      },
    };
    this.#line(requester).push(entry);
    if (this.#count() > waiting) this.#refuse(this.#lastOfLargestShare());
    await entered.promise;
  }

  #hasPlace(share: string): boolean {
    const { places, placesEach } = this.#limits;
    return this.#taken < places && (this.#running.get(share) ?? 0) < placesEach;
  }

  #take(share: string): void {
    this.#taken += 1;
    this.#running.set(share, (this.#running.get(share) ?? 0) + 1);
  }

  #rest(requester: Requester, ms: number): void {
    if (ms === 0) this.#leave(requester);
    else setTimeout(() => this.#leave(requester), ms).unref();
  }

  #leave({ share }: Requester): void {
    const stillRunning = (this.#running.get(share) ?? 0) - 1;
    if (stillRunning > 0) this.#running.set(share, stillRunning);
    else this.#running.delete(share);
    this.#taken -= 1;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#take(next.requester.share);
      next.begin();
    }
  }

  /** Takes the next work in turn out of the queue; its share and its person go to the end of their lines. */
  #next(): Waiting | undefined {
    for (const [share, people] of this.#waiting) {
      if (!this.#hasPlace(share)) continue;
      const [[by, line] = ['', []]] = people;
      const next = line.shift();
      people.delete(by);
      if (line.length > 0) people.set(by, line);
      this.#waiting.delete(share);
      if (people.size > 0) this.#waiting.set(share, people);
      return next;
    }
    return undefined;
  }

  #refuse(entry: Waiting | undefined): void {
    if (entry === undefined) return;
    const { share, by = '' } = entry.requester;
    const people = this.#waiting.get(share);
    const line = people?.get(by) ?? [];
    const at = line.indexOf(entry);
    if (at === -1) return;
    line.splice(at, 1);
    if (line.length === 0) people?.delete(by);
    if (people?.size === 0) this.#waiting.delete(share);
    entry.refuse();
  }

  #line({ share, by = '' }: Requester): Waiting[] {
    const people = this.#waiting.get(share) ?? new Map<string, Waiting[]>();
    this.#waiting.set(share, people);
    const line = people.get(by) ?? [];
    people.set(by, line);
    return line;
  }

  #waitingFor({ share, by = '' }: Requester): readonly Waiting[] {
    return this.#waiting.get(share)?.get(by) ?? [];
  }

  #count(): number {
    return [...this.#waiting.values()].reduce((sum, people) => sum + countIn(people), 0);
  }

  #lastOfLargestShare(): Waiting | undefined {
    const people = largest([...this.#waiting.values()], countIn);
    return largest([...(people?.values() ?? [])], (line) => line.length)?.at(-1);
  }
}

/** The last of the largest ones: those who have waited longer stay. */
function largest<T>(all: readonly T[], sizeOf: (one: T) => number): T | undefined {
  const size = Math.max(...all.map(sizeOf));
  return all.findLast((one) => sizeOf(one) === size);
}

function countIn(people: ReadonlyMap<string, readonly Waiting[]>): number {
  return [...people.values()].reduce((sum, line) => sum + line.length, 0);
}
