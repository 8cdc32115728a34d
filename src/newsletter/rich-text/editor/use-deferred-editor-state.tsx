import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';

/**
 * Selects a part of the editor's state, updated after the change is painted: a keystroke shows its letter before the
 * toolbar updates.
 */
export function useDeferredEditorState<Part extends string | boolean>(
  editor: Editor,
  pick: (editor: Editor) => Part,
): Part {
  const [part, setPart] = useState(() => pick(editor));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      timer = undefined;
      setPart(pick(editor));
    };
    const scheduleUpdate = () => {
      timer ??= setTimeout(update);
    };
    update();
    editor.on('transaction', scheduleUpdate);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', scheduleUpdate);
    };
  }, [editor, pick]);
  return part;
}
