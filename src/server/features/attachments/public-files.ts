import type { AppContext } from '#server/context.ts';
import { findFileAccess } from '#server/data/published-files.ts';

/** What is known of a file: what it is called, whose it is, and whether readers may see it now. */
export interface FileStanding {
  readonly name: string;
  /** A school, or a person who has none; null once that person is gone. */
  readonly ownerId: string | null;
  readonly isPublic: boolean;
}

/** For so long an answer is taken as it is: what another server process has changed shows after this, in milliseconds. */
export const STANDING_FRESH_MS = 5000;
const KEPT_MAX = 20_000;

interface Kept {
  readonly standing: FileStanding;
  readonly askedAt: number;
}

/**
 * Which files readers may see, in memory: those of what is published, and schools' logos. What this process changes it is
 * told of at once (`forget`). While the database is away, what was known goes on.
 */
export class PublicFiles {
  readonly #context: AppContext;
  /** In milliseconds, never set back. */
  readonly #now: () => number;
  #kept = new Map<string, Kept>();

  constructor(context: AppContext, now: () => number = () => performance.now()) {
    this.#context = context;
    this.#now = now;
  }

  /** Null where there is no such file. Throws `DatabaseUnavailable` when that cannot be told. */
  async find(key: string): Promise<FileStanding | null> {
    const kept = this.#kept.get(key);
    const askedAt = this.#now();
    if (kept !== undefined && askedAt - kept.askedAt < STANDING_FRESH_MS) return kept.standing;
    // A look that began before something changed must not be kept.
    const all = this.#kept;
    try {
      const standing = await findFileAccess(this.#context.database, key);
      if (standing === null) all.delete(key);
      else this.#keep(all, key, { standing, askedAt });
      return standing;
    } catch (error) {
      if (kept === undefined || all !== this.#kept) throw error;
      return kept.standing;
    }
  }

  /** Lets go of all answers: what is published has changed. */
  forget(): void {
    this.#kept = new Map();
  }

  #keep(all: Map<string, Kept>, key: string, kept: Kept): void {
    all.delete(key);
    all.set(key, kept);
    const oldest = all.keys().next();
    if (all.size > KEPT_MAX && !oldest.done) all.delete(oldest.value);
  }
}
