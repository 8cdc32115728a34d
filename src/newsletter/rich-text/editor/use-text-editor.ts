import type { EditorView } from '@tiptap/pm/view';
import {
  type Content,
  createDocument,
  type Editor,
  type EditorOptions,
  type Extensions,
  useEditor,
} from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { readLate, readNow } from './read-late.ts';

/** How an editor's document is made of a text, and a text of the document. */
export interface TextFormat {
  readonly extensions: Extensions;
  readonly toContent: (text: string) => Content;
  readonly toText: (editor: Editor) => string;
}

/**
 * A TipTap editor for a text that is kept outside of it. `format`, `props` and `later` are read once; `attributes` of the editable
 * element may change. With `later`, letters are read from the page, and the text is made of the document, when that runs what it is
 * given, which may be the same several times; not the first words of an empty field, nor the last that go.
 */
export function useTextEditor({
  format,
  text,
  onChange,
  attributes,
  props,
  later,
}: {
  format: TextFormat;
  text: string;
  onChange: (text: string) => void;
  attributes: Record<string, string>;
  props: EditorOptions['editorProps'];
  later?: (emit: () => void) => void;
}): Editor {
  const emitted = useRef(text);
  const change = useRef(onChange);
  change.current = onChange;
  const created = useRef<Editor | null>(null);
  const waiting = useRef<(() => void) | null>(null);
  // Created once, so that nothing is set again at each keystroke.
  const [{ fixed, fixedProps }] = useState(() => {
    let isReading = false;
    const emit = (editor: Editor) => {
      waiting.current = null;
      const changed = format.toText(editor);
      if (changed === emitted.current) return;
      emitted.current = changed;
      change.current(changed);
    };
    const emitLater = (editor: Editor, view: EditorView) => {
      waiting.current ??= () => {
        isReading = true;
        try {
          readNow(view);
        } finally {
          isReading = false;
        }
        emit(editor);
      };
      later?.(waiting.current);
    };
    return {
      fixed: {
        extensions: format.extensions,
        content: format.toContent(text),
        injectCSS: false,
        shouldRerenderOnTransaction: false,
        onUpdate: ({ editor }: { editor: Editor }) => {
          if (isReading) return;
          // What stands in an empty field in place of words comes and goes with them.
          if (later === undefined || emitted.current === '' || editor.isEmpty) emit(editor);
          else emitLater(editor, editor.view);
        },
      },
      fixedProps: {
        ...props,
        handleDOMEvents: {
          ...props?.handleDOMEvents,
          beforeinput: (view: EditorView, event: InputEvent) => {
            if (later !== undefined && readLate(view, event) && created.current !== null)
              emitLater(created.current, view);
          },
        },
      },
    };
  });
  const options = useMemo(
    () => ({ ...fixed, editorProps: { ...fixedProps, attributes } }),
    [fixed, fixedProps, attributes],
  );
  const editor = useEditor(options);
  created.current = editor;
  useEffect(() => {
    const before = emitted.current;
    if (text === before) return;
    // What has been typed since it was changed elsewhere is newer.
    waiting.current?.();
    if (emitted.current !== before) return;
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
