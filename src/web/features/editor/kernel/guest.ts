import type { TogetherEvent } from '#contract/together.ts';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import type { Editing } from './editor-session.ts';
import type { StoredAnswer } from './saver.ts';

/**
 * A feature that only some newsletters need: notes, parts, groups. The editor knows it only by this interface, and calls all
 * guests in the order of their list.
 */
export interface Guest {
  /** Called before anything is shown, to set the person's rights, say. */
  readonly open?: (session: Editing) => void;
  /** Follows the newsletter until the returned function is called. */
  readonly start?: (session: Editing) => () => void;
  /** Called after a save, before it counts as done. */
  readonly stored?: (session: Editing, saved: Saved, answer: StoredAnswer) => Promise<void>;
  /** Called when a save has failed. */
  readonly refused?: (session: Editing, error: unknown) => void;
  /** Called when somebody else has done something. */
  readonly heard?: (session: Editing, event: TogetherEvent) => void;
  /** The words to show before a block is deleted, as a sentence; '' for none. */
  readonly beforeDeleting?: (session: Editing, block: string) => string;
}
