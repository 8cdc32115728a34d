import { flushChange, focusBlock, focusNotes, showBlock } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { selectBlock } from '#web/features/editor/kernel/commands.ts';
import { WHOLE } from './notes-store.ts';

/** Opens the notes in the place of the form, at the thread of a block if one is given; `toAnswer`: in the field for a reply. */
export function openNotes(editing: Editing, block: string | null = null, toAnswer = false): void {
  if (editing.store.getState().selected !== null) selectBlock(editing, null);
  flushChange(() => {
    // On a phone its sheet lies over the notes.
    editing.isPickerOpen.setState(false, true);
    editing.notes.open(block);
  });
  if (block !== null && block !== WHOLE) showBlock(block);
  focusNotes(toAnswer);
}

/** Closes the notes; the focus goes to the block whose thread was shown, or to the button that opens them. */
export function closeNotes(editing: Editing): void {
  const { active } = editing.notes.state.getState();
  flushChange(() => editing.notes.close());
  if (active !== null && active !== WHOLE) focusBlock(active);
  else document.getElementById('notes-button')?.focus();
}

/** '1 note', '2 notes'. */
export function notesWords(count: number): string {
  return count === 1 ? '1 note' : `${count} notes`;
}
