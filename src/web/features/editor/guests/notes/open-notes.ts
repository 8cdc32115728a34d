import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { closePanel, openPanelInFront } from '#web/features/editor/kernel/panels.ts';
import { flushChange, focusBlock, focusNotes, showBlock } from '#web/features/editor/kernel/places/focus.ts';
import { notesOf } from './notes-of.ts';
import { WHOLE } from './notes-store.ts';

/** The name of the guest, and of its panel. */
export const NOTES_PANEL = 'notes';

/** Opens the notes in the place of the form, at the thread of a block if one is given; `toAnswer`: in the field for a reply. */
export function openNotes(editing: EditorSession, block: string | null = null, toAnswer = false): void {
  if (editing.store.getState().selected !== null) selectBlock(editing, null);
  flushChange(() => {
    // On a phone its sheet lies over the notes.
    editing.isPickerOpen.setState(false, true);
    notesOf(editing).show(block);
    openPanelInFront(editing, NOTES_PANEL);
  });
  if (block !== null && block !== WHOLE) showBlock(block);
  focusNotes(toAnswer);
}

/** Closes the notes; the focus goes to the block whose thread was shown, or to the button that opens them. */
export function closeNotes(editing: EditorSession): void {
  const { active } = notesOf(editing).state.getState();
  flushChange(() => {
    notesOf(editing).show(null);
    closePanel(editing, NOTES_PANEL);
  });
  if (active !== null && active !== WHOLE) focusBlock(active);
  else document.getElementById('notes-button')?.focus();
}

/** '1 note', '2 notes'. */
export function notesWords(count: number): string {
  return count === 1 ? '1 note' : `${count} notes`;
}
