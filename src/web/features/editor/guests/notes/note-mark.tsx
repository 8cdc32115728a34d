import { IconMessage } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useIsPanelOpen } from '#web/features/editor/kernel/panels.ts';
import { useBlockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './note-mark.module.css';
import { notesOf } from './notes-of.ts';
import { NOTES_PANEL, notesWords, openNotes } from './open-notes.ts';

/** The number of notes in the open thread of a block. */
export function useNoteCount(name: string): number {
  return useStore(notesOf(useTools().editing).state, ({ counts }) => counts.get(name) ?? 0);
}

/** Whether the thread of a block is shown in the panel. */
export function useIsNoted(name: string): boolean {
  const isActive = useStore(notesOf(useTools().editing).state, ({ active }) => active === name);
  return useIsPanelOpen(NOTES_PANEL) && isActive;
}

/** Beside a block: how many notes it has. */
export function NoteMark({ name, count }: { name: string; count: number }) {
  const { editing } = useTools();
  const label = useBlockLabel(name);
  const isNoted = useIsNoted(name);
  return (
    <button
      type="button"
      className={classes.mark}
      aria-label={`${notesWords(count)} on ${label}`}
      aria-expanded={isNoted}
      onClick={() => openNotes(editing, name)}
    >
      <IconMessage size={18} stroke={1.75} aria-hidden="true" />
      {count} <span className={classes.words}>{count === 1 ? 'note' : 'notes'}</span>
    </button>
  );
}
