import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { openNotes } from './open-notes.ts';

/** In the editor's address, as mails have it: the block whose notes are shown, or '' for those on the whole newsletter. */
const SHOWN = 'notes';

/** Opens the notes that the address names, once. */
export function useNotesAddress(): void {
  const { editing } = useTools();
  const [params, setParams] = useSearchParams();
  const block = params.get(SHOWN);
  useEffect(() => {
    if (block === null) return;
    openNotes(editing, block);
    setParams(
      (now) => {
        now.delete(SHOWN);
        return now;
      },
      { replace: true },
    );
  }, [editing, block, setParams]);
}
