import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { partsOf } from './parts-store.ts';

/** Hands a part in, or takes that back. Resolves to whether it worked; an error has been shown. */
export async function finishPart(editing: EditorSession, id: string, isDone: boolean): Promise<boolean> {
  // The part is handed in as the server has it: words saved later would count as a change since.
  if (isDone && !(await editing.saver.flush())) {
    toast.error('Your words are not saved yet, so the part is not handed in. Please try again');
    return false;
  }
  if (!(await partsOf(editing).finish(id, isDone))) return false;
  toast.success(isDone ? 'Handed in. Your colleagues see it' : 'The part is open again');
  return true;
}
