import { showStruckWords } from '#newsletter/rich-text/editor/struck-words.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { pasteFiles } from '#web/features/editor/photos/file-commands.ts';
import { clipboardParts } from './clipboard-parts.ts';
import { pasteParts } from './paste-parts.ts';
import { blockFromClipboard, pasteBlock } from './pasted-block.ts';
import type { ClipboardContent } from './read-clipboard.ts';
import { isTextTooLong, TOO_LONG } from './room.ts';

/** Pastes a clipboard onto the canvas: below a block, or at the end (null). */
export function pasteOnCanvas(
  editing: EditorSession,
  content: ClipboardContent,
  target: string | null,
): void {
  const found = clipboardParts(content, editing.language);
  const { parts } = found;
  if (isTextTooLong(parts)) {
    toast.error(TOO_LONG);
    return;
  }
  showStruckWords(content.html);
  const hasWords = parts.some(({ kind }) => kind !== 'picture');
  const getData = (type: string) => (type === 'text/html' ? content.html : content.text);
  const isTable = parts.length === 1 && (parts[0]?.kind === 'table' || content.html === '');
  const table = isTable ? blockFromClipboard({ getData }) : null;
  if (table !== null) pasteBlock(editing, table, target);
  // A copied picture: browsers add its address as HTML.
  else if (!hasWords && content.files.length > 0) pasteFiles(editing, content.files, target);
  else pasteParts(editing, found, target);
}
