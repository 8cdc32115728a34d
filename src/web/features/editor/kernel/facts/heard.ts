import type { TogetherEvent, WindowHere } from '#contract/together.ts';

type Stored = Extract<TogetherEvent, { event: 'stored' }>;

/** What a window has heard of the others who have the same newsletter open. */
export interface Heard {
  /** The other windows, this person's own among them. */
  readonly others: readonly WindowHere[];
  /** How the newsletter was stored last; null before the connection is there. */
  readonly stored: Stored | null;
}

/** What is written in this window in which others have kept their own. */
export function keptOver(writtenHere: ReadonlySet<string>, { kept = [] }: Stored): readonly string[] {
  return kept.filter((subject) => writtenHere.has(subject));
}

export const NOTHING_HEARD: Heard = { others: [], stored: null };
