import { toast } from '#ui/feedback/toast.ts';
import { showPasted } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { clipboardParts } from './clipboard-parts.ts';
import { type AroundCaret, areBlocks, lostWords, pasteParts } from './paste-parts.ts';
import { readClipboard } from './read-clipboard.ts';

/** Pastes a clipboard at the caret in a block if it is more than words for it; otherwise returns false. */
export function pasteAtCaret(
  editing: Editing,
  name: string,
  data: DataTransfer,
  around: AroundCaret | null,
): boolean {
  const found = clipboardParts(readClipboard(data), editing.language);
  if (areBlocks(found)) {
    pasteParts(editing, found, name, around);
    return true;
  }
  const lost = lostWords(found);
  if (lost.length > 0) toast.info(lost.join('. '));
  showPasted(name);
  return false;
}
