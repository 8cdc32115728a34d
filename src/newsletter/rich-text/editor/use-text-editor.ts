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

/** How a text is converted to an editor's document and back. */
export interface TextFormat {
  readonly extensions: Extensions;
  readonly toContent: (text: string) => Content;
  readonly toText: (editor: Editor) => string;
}

/**
 * A TipTap editor for a text that is stored outside of it. `format`, `props` and `later` are read once; `attributes` of
 * the editable element may change. With `later`, reading typed letters from the page and converting the document to
 * text are delayed until it runs its argument, which may be the same function several times. The first words of an
 * empty field, and the removal of the last ones, are not delayed.
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

/** Converts the document to text after changes, and applies a text that was changed elsewhere. */
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
      // The placeholder of an empty field appears and disappears together with the words.
      if (later === undefined || emitted === '' || editor.isEmpty) emit(editor);
      else emitLater(editor, editor.view);
    },
    type(editor: Editor, view: EditorView, event: InputEvent) {
      if (later !== undefined && readLate(view, event)) emitLater(editor, view);
    },
    take(editor: Editor, changed: string) {
      const before = emitted;
      if (changed === before) return;
      // Text typed since the change elsewhere is newer.
      waiting?.();
      if (emitted !== before) return;
      emitted = changed;
      takeContent(editor, format.toContent(changed));
    },
  };
}

// Replaces only the difference, so that the caret stays in place beside changed words. It is not a step of the field's
// own undo, which would revert what was undone elsewhere.
function takeContent({ view, schema, state }: Editor, content: Content): void {
  const wanted = createDocument(content, schema);
  const from = state.doc.content.findDiffStart(wanted.content);
  const ends = state.doc.content.findDiffEnd(wanted.content);
  if (from === null || ends === null) return;
  // Words that are the same on both sides of a change count once.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  const change = state.tr.replace(from, ends.a + overlap, wanted.slice(from, ends.b + overlap));
  view.dispatch(change.setMeta('preventUpdate', true).setMeta('addToHistory', false));
}
