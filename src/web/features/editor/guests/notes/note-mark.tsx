import { IconMessage } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { GroupMark } from '#web/features/editor/guests/audience/group-mark.tsx';
import { notesOf } from '#web/features/editor/guests/notes/notes-of.ts';
import { PartMark, PartReach, usePart } from '#web/features/editor/guests/parts/part-mark.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './note-mark.module.css';
import { notesWords, openNotes } from './open-notes.ts';

/** How many notes the open thread of a block has. */
export function useNoteCount(name: string): number {
  return useStore(notesOf(useTools().editing).state, ({ counts }) => counts.get(name) ?? 0);
}

/** Whether the thread of a block is shown in the panel. */
export function useIsNoted(name: string): boolean {
  return useStore(notesOf(useTools().editing).state, ({ isOpen, active }) => isOpen && active === name);
}

/** Beside a block: how far a part reaches, which groups see it, who writes it, and how many notes it has. On phones a line above the block. */
export function BlockMarks({
  name,
  label,
  audience,
}: {
  name: string;
  label: string;
  audience: Block['audience'];
}) {
  const count = useNoteCount(name);
  const part = usePart(name);
  return (
    <>
      <PartReach name={name} />
      {(count > 0 || part !== undefined || audience !== undefined) && (
        <span className={classes.place} data-notes="">
          <GroupMark audience={audience} />
          <PartMark name={name} label={label} />
          {count > 0 && <NoteMark name={name} label={label} count={count} />}
        </span>
      )}
    </>
  );
}

function NoteMark({ name, label, count }: { name: string; label: string; count: number }) {
  const { editing } = useTools();
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
