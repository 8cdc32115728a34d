/**
 * Short texts from each process on this database to all of them, itself included. Some may get lost, such as when a
 * connection breaks: a listener that needs them all also polls now and then, and more often while `received` is
 * null or has changed.
 */
export interface Announcements {
  /** Sends a text of at most `ANNOUNCEMENT_MAX` bytes. Call it after the commit of the change. */
  send(text: string, options?: AnnounceOptions): void;
  /** Calls `listener` for each text from now on. Returns the function that stops it. */
  listen(listener: Listener): () => void;
  /**
   * A number that stays the same for as long as everything that others sent has arrived, except for the last two
   * seconds. Null: not known now.
   */
  received(): number | null;
  close(): Promise<void>;
}

export interface AnnounceOptions {
  /** Whether readers see the change: then a read replica is used again only once it has the change, too. */
  readonly isPublic?: boolean;
}

export type Listener = (text: string) => void;

/** In bytes. Source: PostgreSQL's limit for NOTIFY, 8000, less the sender's id and its position. */
export const ANNOUNCEMENT_MAX = 7900;

/** Announcements within a single process. */
export class LocalAnnouncements implements Announcements {
  readonly #listeners = new Set<Listener>();

  send(text: string): void {
    for (const listener of [...this.#listeners]) listener(text);
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  received(): number {
    return 0;
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }
}
