import { IconMessage } from '@tabler/icons-react';
import type { ActionButton, MenuItem } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useNoteCount } from './note-mark.tsx';
import { useOpenThreads } from './notes-button.tsx';
import { openNotes } from './open-notes.ts';

/** In the phone's menu: opens the notes. */
export function NotesItem({ Item }: { Item: MenuItem }) {
  const { editing } = useTools();
  const open = useOpenThreads();
  return <Item onClick={() => openNotes(editing)}>{open === 0 ? 'Notes' : `Notes (${open})`}</Item>;
}

/** Among the actions of a block: opens its thread. */
export function WriteNote({ name, Button }: { name: string; Button: ActionButton }) {
  const { editing } = useTools();
  const count = useNoteCount(name);
  return (
    <Button
      label={count === 0 ? 'Write a note' : `Notes: ${count}`}
      word="Note"
      onClick={() => openNotes(editing, name)}
    >
      <IconMessage size={20} stroke={1.75} aria-hidden="true" />
    </Button>
  );
}

/** '2 notes not resolved', in the list of what is not done yet. */
export function StillNoted() {
  const open = useOpenThreads();
  return open > 0 && <li>{`${open} ${open === 1 ? 'note' : 'notes'} not resolved`}</li>;
}
