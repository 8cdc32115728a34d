/**
 * Does work that is asked for many times at once as few times as possible: one at a time for each key, and whoever asks
 * while it is being done shares the next time, which begins after they have asked.
 */
export class SingleFlight<T> {
  readonly #running = new Map<string, { readonly now: Promise<T>; next: Promise<T> | null }>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#running.get(key);
    if (turn === undefined) return this.#begin(key, work);
    turn.next ??= turn.now.then(
      () => this.#begin(key, work),
      () => this.#begin(key, work),
    );
    return turn.next;
  }

  #begin(key: string, work: () => Promise<T>): Promise<T> {
    const turn = { now: work(), next: null };
    this.#running.set(key, turn);
    const end = () => {
      if (this.#running.get(key) === turn && turn.next === null) this.#running.delete(key);
    };
    turn.now.then(end, end);
    return turn.now;
  }
}
