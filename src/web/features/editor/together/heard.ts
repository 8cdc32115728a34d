import type { TogetherEvent, WindowHere } from '#contract/together.ts';

/** What a window has heard of the others who have the same newsletter open. */
export interface Heard {
  /** The other windows, this person's own among them. */
  readonly others: readonly WindowHere[];
  /** How the newsletter was stored last; null before the connection is there. */
  readonly stored: Extract<TogetherEvent, { event: 'stored' }> | null;
}

export const NOTHING_HEARD: Heard = { others: [], stored: null };
