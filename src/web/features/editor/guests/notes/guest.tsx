import { IconMessage } from '@tabler/icons-react';
import { insteadOf, loadable, Nothing } from '#ui/loadable.tsx';
import { TagNote } from '#web/features/editor/canvas/tag-note.tsx';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { useAddressOnce } from '#web/features/editor/kernel/places/use-address-once.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { NoteMark, useIsNoted, useNoteCount } from './note-mark.tsx';
import { NotesButton } from './notes-button.tsx';
import { notesOf } from './notes-of.ts';
import { WHOLE } from './notes-store.ts';
import { NOTES_PANEL, openNotes } from './open-notes.ts';

const NotesPanel = loadable(async () => (await import('./notes-panel.tsx')).NotesPanel, insteadOf('notes'));
const NotesItem = loadable(async () => (await import('./actions.tsx')).NotesItem, Nothing);
const WriteNote = loadable(async () => (await import('./actions.tsx')).WriteNote, Nothing);
const StillNoted = loadable(async () => (await import('./actions.tsx')).StillNoted, Nothing);

/** In the editor's address, as mails have it: the block whose notes are shown, or '' for those on the whole newsletter. */
const SHOWN = 'notes';

/** Notes that staff write to each other about a newsletter. */
export const NOTES: Guest = {
  name: NOTES_PANEL,
  start: (session) => notesOf(session).start(),
  discuss: (session, block) => openNotes(session, block ?? WHOLE, true),
  preload: { soon: [WriteNote.preload, NotesItem.preload], later: [NotesPanel.preload, StillNoted.preload] },
  Button: NotesButton,
  MenuItem: NotesItem,
  Panel: NotesPanel,
  useBlockMarks({ name }) {
    const count = useNoteCount(name);
    const isMeant = useIsNoted(name);
    if (count === 0) return { isMeant };
    return {
      isMeant,
      mark: <NoteMark name={name} count={count} />,
      tag: <TagNote icon={IconMessage} words={count} />,
    };
  },
  Action: WriteNote,
  StillOpen: StillNoted,
  Root() {
    const { editing } = useTools();
    useAddressOnce(SHOWN, (block) => openNotes(editing, block));
    return null;
  },
};
