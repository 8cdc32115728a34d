import {
  type Content,
  createDocument,
  type Editor,
  type EditorOptions,
  type Extensions,
  useEditor,
} from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';

/** How an editor's document is made of a text, and a text of the document. */
export interface TextFormat {
  readonly extensions: Extensions;
  readonly toContent: (text: string) => Content;
  readonly toText: (editor: Editor) => string;
}

/**
 * A TipTap editor for a text that is kept outside of it. `format` and `props` are read once; `attributes` of the editable
 * element may change.
 */
export function useTextEditor({
  format,
  text,
  onChange,
  attributes,
  props,
}: {
  format: TextFormat;
  text: string;
  onChange: (text: string) => void;
  attributes: Record<string, string>;
  props: EditorOptions['editorProps'];
}): Editor {
  const emitted = useRef(text);
  const change = useRef(onChange);
  change.current = onChange;
  // Created once, so that nothing is set again at each keystroke.
  const [fixed] = useState(() => ({
    extensions: format.extensions,
    content: format.toContent(text),
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor }: { editor: Editor }) => {
      emitted.current = format.toText(editor);
      change.current(emitted.current);
    },
  }));
  const [fixedProps] = useState(props);
  const options = useMemo(
    () => ({ ...fixed, editorProps: { ...fixedProps, attributes } }),
    [fixed, fixedProps, attributes],
  );
  const editor = useEditor(options);
  useEffect(() => {
    if (text === emitted.current) return;
    emitted.current = text;
    takeContent(editor, format.toContent(text));
  }, [editor, text, format]);
  return editor;
}

// Replaces only what differs, so that the caret stays where it is beside changed words. No step of the field's own undo, which would
// take back what was undone elsewhere.
function takeContent({ view, schema, state }: Editor, content: Content): void {
  const wanted = createDocument(content, schema);
  const from = state.doc.content.findDiffStart(wanted.content);
  const ends = state.doc.content.findDiffEnd(wanted.content);
  if (from === null || ends === null) return;
  // The same words on both sides of a change count once.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  const change = state.tr.replace(from, ends.a + overlap, wanted.slice(from, ends.b + overlap));
  view.dispatch(change.setMeta('preventUpdate', true).setMeta('addToHistory', false));
}
