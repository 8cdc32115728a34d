import type { AppContext } from '#server/context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Announcements } from '#server/platform/db/announcements/announcements.ts';
import { DatabaseUnavailable, namedError } from '#server/platform/db/errors.ts';
import { type CheckedAge, limitsOf } from '#server/platform/http/freshness.ts';

interface Entry<Value> extends CheckedAge {
  readonly value: Value;
  readonly bytes: number;
  readonly madeAt: number;
}

/**
 * Caches values, so that many readers cause one query, and get an answer even while the database is down. A value is renewed within
 * seconds, so a change whose announcement was lost shows as soon as on published newsletters: see `freshness.ts`.
 */
export class FreshCache<Value> {
  readonly #clock: Clock;
  readonly #announcements: Pick<Announcements, 'received'>;
  readonly #maxBytes: number;
  /** The entries, the newest last. `forget` replaces the map, so that values being made then cannot fill the new one. */
  #entries = new Map<string, Entry<Value>>();
  #making = new Map<string, Promise<Value | null>>();
  #bytes = 0;

  constructor({ clock, database }: Pick<AppContext, 'clock' | 'database'>, maxBytes: number) {
    this.#clock = clock;
    this.#announcements = database.announcements;
    this.#maxBytes = maxBytes;
  }

  /**
   * The value of a key, from `make` unless it is fresh. Null is not cached. Throws what `make` throws, except `DatabaseUnavailable` if
   * there is an older value.
   */
  async get(key: string, make: () => Promise<{ value: Value; bytes: number } | null>): Promise<Value | null> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return await this.#make(key, make);
    const age = this.#clock.monotonic() - entry.madeAt;
    const { fresh, stale } = limitsOf(entry, this.#announcements.received());
    if (age < fresh) return entry.value;
    const making = this.#make(key, make);
    if (age >= stale) return await making;
    making.catch(() => null);
    return entry.value;
  }

  /** Clears the cache, as something shown has changed. */
  forget(): void {
    this.#entries = new Map();
    this.#making = new Map();
    this.#bytes = 0;
  }

  #make(key: string, make: () => Promise<{ value: Value; bytes: number } | null>): Promise<Value | null> {
    const running = this.#making.get(key);
    if (running !== undefined) return running;
    const making = this.#making;
    const made = this.#store(key, make).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  async #store(
    key: string,
    make: () => Promise<{ value: Value; bytes: number } | null>,
  ): Promise<Value | null> {
    const entries = this.#entries;
    const madeAt = this.#clock.monotonic();
    const received = this.#announcements.received();
    const known = entries.get(key);
    try {
      const made = await make();
      if (entries === this.#entries)
        this.#replace(key, made && { ...made, madeAt, received, isUnanswered: false });
      return made === null ? null : made.value;
    } catch (error) {
      const isAway = namedError(error) instanceof DatabaseUnavailable;
      if (known === undefined || !isAway || entries !== this.#entries) throw error;
      this.#replace(key, { ...known, madeAt, isUnanswered: true });
      return known.value;
    }
  }

  #replace(key: string, entry: Entry<Value> | null): void {
    this.#remove(key);
    if (entry === null) return;
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
