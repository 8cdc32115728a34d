import { toast } from '#ui/feedback/toast.ts';
import type { Editing } from '#web/features/editor/editing.ts';

/** Hands a part in, or says that it is not ready after all. Resolves to whether it worked; an error has been shown. */
export async function finishPart({ parts, saver }: Editing, id: string, isDone: boolean): Promise<boolean> {
  // What is handed in is what the server has: later words would be a change since.
  if (isDone && !(await saver.flush())) {
    toast.error('Your words are not saved yet, so the part is not handed in. Please try again');
    return false;
  }
  if (!(await parts.finish(id, isDone))) return false;
  toast.success(isDone ? 'Handed in. Your colleagues see it' : 'The part is open again');
  return true;
}
