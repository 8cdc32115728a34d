import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirm } from '#ui/dialogs/confirm.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { listUnsavedBlocks, type UnsavedBlock } from '#web/features/editor/kernel/unsaved-blocks.ts';
import { useLeaveGuard } from '#web/forms/leave-guards.ts';

/** Before leaving the editor: saves what can be saved, and asks about the rest. */
export function useUnsavedGuard(): void {
  const { editing } = useTools();
  const client = useQueryClient();
  useLeaveGuard({ holds: () => editing.hasUnsaved(), ask: () => confirmUnsaved(editing) });
  // Lets the lists fetch what was saved here.
  useEffect(
    () => () => {
      void client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
    },
    [client],
  );
}

async function confirmUnsaved(editing: EditorSession): Promise<boolean> {
  const isSaved = await editing.saver.flush();
  const unsaved = listUnsavedBlocks(editing);
  if (isSaved && unsaved.length === 0) return true;
  return await confirm({
    title: 'Leave without saving?',
    message: unsavedMessage(unsaved, editing.durability.getState() !== 'refused'),
    confirmLabel: 'Leave',
    cancelLabel: 'Stay',
  });
}

function unsavedMessage(unsaved: readonly UnsavedBlock[], isKept: boolean): string {
  const uploading = unsaved.find(({ isUploading }) => isUploading);
  // The journal does not keep files.
  if (uploading !== undefined)
    return `A file for ${uploading.label} is still on its way. Leaving breaks it off, and you will have to choose it again.`;
  const [first] = unsaved;
  return first === undefined
    ? `Your last changes could not be saved. ${isKept ? KEPT : LOST}`
    : `${first.label} has changes that are not saved yet. ${isKept ? KEPT : LOST}`;
}

const KEPT = 'They are kept in this browser, for when you open this newsletter here again.';
const LOST = 'This browser has no room to keep them: leaving loses them.';
