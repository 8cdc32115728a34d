/**
 * Runs work at most once at a time for each key. Callers during a run share the next one, which begins after they called,
 * so that they never get an outdated result.
 */
export class SingleFlight<T> {
  readonly #running = new Map<string, { readonly now: Promise<T>; next: Promise<T> | null }>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const flight = this.#running.get(key);
    if (flight === undefined) return this.#begin(key, work);
    flight.next ??= flight.now.then(
      () => this.#begin(key, work),
      () => this.#begin(key, work),
    );
    return flight.next;
  }

  #begin(key: string, work: () => Promise<T>): Promise<T> {
    const flight = { now: work(), next: null };
    this.#running.set(key, flight);
    const end = () => {
      if (this.#running.get(key) === flight && flight.next === null) this.#running.delete(key);
    };
    flight.now.then(end, end);
    return flight.now;
  }
}
