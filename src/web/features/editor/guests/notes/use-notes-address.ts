import { useAddressOnce } from '#web/features/editor/kernel/places/use-address-once.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { openNotes } from './open-notes.ts';

/** In the editor's address, as mails have it: the block whose notes are shown, or '' for those on the whole newsletter. */
const SHOWN = 'notes';

/** Opens the notes that the address names, once. */
export function useNotesAddress(): void {
  const { editing } = useTools();
  useAddressOnce(SHOWN, (block) => openNotes(editing, block));
}
