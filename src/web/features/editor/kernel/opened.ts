import type { NewsletterResource } from '#contract/newsletters.ts';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';

/** The state that readers see: none (`draft`), this one, or an earlier one (`later`: the draft is newer). */
export type PublicState = 'draft' | 'published' | 'later';

/** A newsletter as the server returned it. */
export interface Opened {
  readonly id: string;
  readonly saved: Saved;
  readonly version: number;
  readonly at: Date;
  readonly publicState: PublicState;
  /** The school's files that were deleted. */
  readonly missing: readonly string[];
  /** The initial text of a new footer. */
  readonly footerText: string;
  /** The content that a next issue has carried over from the issue before. */
  readonly carriedOver: NewsletterResource['attributes']['carried_over'];
}
