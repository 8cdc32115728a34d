import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';

/**
 * What `pick` tells of the editor, once a change has been painted: at a keystroke the letter comes first, the buttons
 * around it after.
 */
export function useSettled<Part extends string | boolean>(
  editor: Editor,
  pick: (editor: Editor) => Part,
): Part {
  const [part, setPart] = useState(() => pick(editor));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      timer = undefined;
      setPart(pick(editor));
    };
    const tellSoon = () => {
      timer ??= setTimeout(tell);
    };
    tell();
    editor.on('transaction', tellSoon);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', tellSoon);
    };
  }, [editor, pick]);
  return part;
}
