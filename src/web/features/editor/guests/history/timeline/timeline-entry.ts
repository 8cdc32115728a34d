import type { StateReason } from '#contract/history.ts';

/** One line of the timeline: why there is a state, whose it is, and when it was saved. */
export interface TimelineEntry {
  readonly key: string;
  readonly kind: StateReason | 'sent';
  readonly words: string;
  readonly person: string;
  /** What it changed of the state before; empty if that is nothing, or not known. */
  readonly changed: string;
  /** ISO 8601; `from`: when the work of it began. */
  readonly from: string;
  readonly at: string;
  /** The state that is shown for it; null if that is not kept. */
  readonly stateId: string | null;
  /** What several people saved in turn, newest first; empty for everything else. */
  readonly inside: readonly TimelineEntry[];
}
