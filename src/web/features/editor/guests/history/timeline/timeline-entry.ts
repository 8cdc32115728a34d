import type { StateReason } from '#contract/history.ts';

/** One line of the timeline: why there is a state, whose it is, and when it was saved. */
export interface TimelineEntry {
  readonly key: string;
  readonly kind: StateReason | 'sent';
  readonly words: string;
  readonly person: string;
  /** The changes since the state before; empty if there are none, or if they are unknown. */
  readonly changed: string;
  /** ISO 8601. `from`: when the work on it began. */
  readonly from: string;
  readonly at: string;
  /** The state to show for it; null if that is no longer kept. */
  readonly stateId: string | null;
  /** The saves of several people in turn, newest first; empty for every other entry. */
  readonly inside: readonly TimelineEntry[];
}
