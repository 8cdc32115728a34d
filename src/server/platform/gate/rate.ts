import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { Clock } from '#server/platform/clock.ts';
import { tooMany } from '#server/platform/http/errors.ts';

/**
 * Counts by key within a window, in the memory of this process: for calls too frequent to count in the database, as
 * `attempts.ts` does. All windows begin together, so that old keys need no cleaning up.
 */
export class Rate {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #used = new Map<string, number>();
  #window = 0;

  constructor(
    { max, windowMs }: { readonly max: number; readonly windowMs: number },
    clock: Pick<Clock, 'monotonic'>,
  ) {
    this.#max = max;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /** Adds an amount to a key's count. Throws the 429 beyond the limit. */
  require(key: string, amount = 1, message?: string): void {
    if (this.takes(key, amount)) return;
    const remaining = (this.#window + 1) * this.#windowMs - this.#clock.monotonic();
    throw tooMany(remaining / SECOND_MS, message);
  }

  /** Adds an amount to a key's count. False beyond the limit. */
  takes(key: string, amount = 1): boolean {
    const window = Math.floor(this.#clock.monotonic() / this.#windowMs);
    if (window !== this.#window) this.#used.clear();
    this.#window = window;
    const used = (this.#used.get(key) ?? 0) + amount;
    this.#used.set(key, used);
    return used <= this.#max;
  }
}
