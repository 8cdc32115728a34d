import { IconMessage } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { findBlock } from '#newsletter/document/layout.ts';
import { Tip } from '#ui/tip.tsx';
import classes from '#web/features/editor/header/head-button.module.css';
import { useIsPanelShown } from '#web/features/editor/kernel/panels.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { notesOf } from './notes-of.ts';
import { WHOLE } from './notes-store.ts';
import { closeNotes, NOTES_PANEL, openNotes } from './open-notes.ts';

/** The number of open threads. Threads of blocks that are not in the newsletter are listed under 'Resolved'. */
export function useOpenThreads(): number {
  const counts = useStore(notesOf(useTools().editing).state, (state) => state.counts);
  return useEditor(
    ({ document }) =>
      [...counts.keys()].filter((name) => name === WHOLE || findBlock(document, name) !== null).length,
  );
}

/** Opens the notes; shows the number of open threads. */
export function NotesButton() {
  const { editing, isPhone } = useTools();
  const isShown = useIsPanelShown(NOTES_PANEL);
  const open = useOpenThreads();
  // There it is in the menu.
  if (isPhone) return null;
  return (
    <Tip label="Notes">
      <button
        type="button"
        id="notes-button"
        className={classes.button}
        aria-label={open === 0 ? 'Notes' : `Notes: ${open} open`}
        aria-expanded={isShown}
        onClick={() => (isShown ? closeNotes(editing) : openNotes(editing))}
      >
        <IconMessage size={20} stroke={1.75} aria-hidden="true" />
        {open > 0 && open}
      </button>
    </Tip>
  );
}
