import type { TogetherEvent } from '#contract/together.ts';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import type { Editing } from './editor-session.ts';
import type { StoredAnswer } from './saver.ts';

/**
 * What some newsletters need and others do without: notes, parts, groups. The editor knows it by this alone, and asks all guests in
 * the order of their list.
 */
export interface Guest {
  /** Before anything is shown: what the person may do, say. */
  readonly open?: (session: Editing) => void;
  /** Follows the newsletter until the returned function is called. */
  readonly start?: (session: Editing) => () => void;
  /** After a save, before it counts as done. */
  readonly stored?: (session: Editing, saved: Saved, answer: StoredAnswer) => Promise<void>;
  /** A save failed. */
  readonly refused?: (session: Editing, error: unknown) => void;
  /** Somebody else has done something. */
  readonly heard?: (session: Editing, event: TogetherEvent) => void;
  /** What is said before a block is deleted, as a sentence; empty for nothing. */
  readonly beforeDeleting?: (session: Editing, block: string) => string;
}
