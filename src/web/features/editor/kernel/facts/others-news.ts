import type { TogetherEvent, WindowHere } from '#contract/together.ts';

type Stored = Extract<TogetherEvent, { event: 'stored' }>;

/** A window's last news of the others who have the same newsletter open. */
export interface OthersNews {
  /** The other windows, including this person's own. */
  readonly others: readonly WindowHere[];
  /** The last save of the newsletter; null until the connection is open. */
  readonly stored: Stored | null;
}

/** The subjects written in this window for which others have kept their own words. */
export function keptOver(writtenHere: ReadonlySet<string>, { kept = [] }: Stored): readonly string[] {
  return kept.filter((subject) => writtenHere.has(subject));
}

export const NO_NEWS: OthersNews = { others: [], stored: null };
