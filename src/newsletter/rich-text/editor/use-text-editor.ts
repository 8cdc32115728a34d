import { type Content, type Editor, type EditorOptions, type Extensions, useEditor } from '@tiptap/react';
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
    editor.commands.setContent(format.toContent(text), { emitUpdate: false });
  }, [editor, text, format]);
  return editor;
}
