import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { closePanel, openPanel } from '#web/features/editor/kernel/panels.ts';
import { flushChange, focusCheck } from '#web/features/editor/kernel/places/focus.ts';

/** The name of the guest, and of its panel. */
export const CHECK_PANEL = 'check';

export function openCheck(editing: EditorSession): void {
  if (editing.store.getState().selected !== null) selectBlock(editing, null);
  flushChange(() => openPanel(editing, CHECK_PANEL));
  focusCheck(true);
}

/** Closes the check; the focus goes back to its button. */
export function closeCheck(editing: EditorSession): void {
  flushChange(() => closePanel(editing, CHECK_PANEL));
  focusCheck(false);
}
