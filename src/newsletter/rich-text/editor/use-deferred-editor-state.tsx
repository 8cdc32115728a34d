import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';

/**
 * Selects a part of the editor's state, updated after the change is painted: a keystroke shows its letter before the
 * toolbar updates.
 */
export function useDeferredEditorState<Of extends Editor | null, Part extends string | boolean>(
  editor: Of,
  pick: (editor: Of) => Part,
): Part {
  const [part, setPart] = useState(() => pick(editor));
  useEffect(() => {
    const update = () => setPart(pick(editor));
    update();
    return editor === null ? undefined : afterTransactions(editor, update);
  }, [editor, pick]);
  return part;
}

type Listener = () => void;
const watched = new WeakMap<Editor, Set<Listener>>();

/** Calls a listener after transactions, all listeners of an editor in one task. Returns a function that stops it. */
function afterTransactions(editor: Editor, listener: Listener): () => void {
  const listeners = watched.get(editor) ?? beginWatching(editor);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function beginWatching(editor: Editor): Set<Listener> {
  const listeners = new Set<Listener>();
  watched.set(editor, listeners);
  let isWaiting = false;
  // Never removed: the listener lasts as long as the editor.
  editor.on('transaction', () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      for (const listener of [...listeners]) listener();
    });
  });
  return listeners;
}
