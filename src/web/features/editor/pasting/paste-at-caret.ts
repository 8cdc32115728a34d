import { pastedWords } from '#newsletter/rich-text/editor/pasted/read-pasted.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { AroundCaret } from '#web/features/editor/kernel/insertion.ts';
import { showWhileDrawn } from '#web/features/editor/kernel/places/focus.ts';
import { clipboardParts } from './clipboard-parts.ts';
import { offerRows } from './offer-rows.ts';
import { areBlocks, lostWords, pasteParts } from './paste-parts.ts';
import { readClipboard } from './read-clipboard.ts';
import { isTextTooLong, sizeProblem, TOO_LONG } from './room.ts';

/** Whether a clipboard is too large for any field; if so, says so. */
export function refusesPaste(data: DataTransfer): boolean {
  const problem = sizeProblem(readClipboard(data));
  if (problem !== null) toast.error(problem);
  return problem !== null;
}

/** Pastes a clipboard at the caret in a block if it is more than words; otherwise returns false. */
export function pasteAtCaret(
  editing: EditorSession,
  name: string,
  data: DataTransfer,
  around: AroundCaret | null,
): boolean {
  const content = readClipboard(data);
  const found = clipboardParts(content, editing.language);
  if (isTextTooLong(found.parts)) {
    toast.error(TOO_LONG);
    return true;
  }
  if (areBlocks(found)) {
    pasteParts(editing, found, name, around);
    return true;
  }
  const lost = lostWords(found);
  if (lost.length > 0) toast.info(lost.join('. '));
  if (around !== null) offerRows(editing, name, pastedWords(data));
  showWhileDrawn(name);
  return false;
}
