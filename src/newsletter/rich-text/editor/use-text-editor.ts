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
  const change = useRef(onChange);
  change.current = onChange;
  const created = useRef<Editor | null>(null);
  // Created once, so that nothing is set again at each keystroke.
  const [{ reader, fixed, fixedProps }] = useState(() => {
    const reader = createTextReader({ format, text, later, onChange: (changed) => change.current(changed) });
    return {
      reader,
      fixed: {
        extensions: format.extensions,
        content: format.toContent(text),
        injectCSS: false,
        shouldRerenderOnTransaction: false,
        onUpdate: ({ editor }: { editor: Editor }) => reader.update(editor),
      },
      fixedProps: {
        ...props,
        handleDOMEvents: {
          ...props?.handleDOMEvents,
          beforeinput: (view: EditorView, event: InputEvent) => {
            if (created.current !== null) reader.type(created.current, view, event);
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
  useEffect(() => reader.take(editor, text), [reader, editor, text]);
  return editor;
}

/** Makes a text of the document after changes, and takes one that was changed elsewhere. */
function createTextReader({
  format,
  text,
  later,
  onChange,
}: {
  format: TextFormat;
  text: string;
  later: ((emit: () => void) => void) | undefined;
  onChange: (text: string) => void;
}) {
  let emitted = text;
  let waiting: (() => void) | null = null;
  let isReading = false;
  const emit = (editor: Editor) => {
    waiting = null;
    const changed = format.toText(editor);
    if (changed === emitted) return;
    emitted = changed;
    onChange(changed);
  };
  const emitLater = (editor: Editor, view: EditorView) => {
    waiting ??= () => {
      isReading = true;
      try {
        readNow(view);
      } finally {
        isReading = false;
      }
      emit(editor);
    };
    later?.(waiting);
  };
  return {
    update(editor: Editor) {
      if (isReading) return;
      // What stands in an empty field in place of words comes and goes with them.
      if (later === undefined || emitted === '' || editor.isEmpty) emit(editor);
      else emitLater(editor, editor.view);
    },
    type(editor: Editor, view: EditorView, event: InputEvent) {
      if (later !== undefined && readLate(view, event)) emitLater(editor, view);
    },
    take(editor: Editor, changed: string) {
      const before = emitted;
      if (changed === before) return;
      // What has been typed since it was changed elsewhere is newer.
      waiting?.();
      if (emitted !== before) return;
      emitted = changed;
      takeContent(editor, format.toContent(changed));
    },
  };
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
