import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { Clock } from './clock.ts';

/** Writes a line; `times`: how often it happened within the last minute or more, including this time; absent if once. */
type WriteLine = (times?: number) => void;

/**
 * Folds repeated lines of the log: the first of a kind is written at once, further ones within a minute are counted,
 * and the next is written with their number. A database that is down for an hour, or a timer that spins, would fill the
 * disk.
 */
export class Folding {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #kinds = new Map<string, { writtenAt: number; since: number }>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  write(kind: string, line: WriteLine): void {
    const now = this.#clock.monotonic();
    const known = this.#kinds.get(kind);
    if (known !== undefined && now - known.writtenAt < MINUTE_MS) {
      known.since += 1;
      return;
    }
    // Kinds that did not occur for a minute were written, or are few.
    if (this.#kinds.size >= KINDS_MAX) this.#kinds.clear();
    this.#kinds.set(kind, { writtenAt: now, since: 0 });
    const times = (known?.since ?? 0) + 1;
    line(times === 1 ? undefined : times);
  }
}

const KINDS_MAX = 1000;

/** The text by which errors are equal: their names and messages, with those of their causes. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own} ${errorKind(error.cause)}`;
}
