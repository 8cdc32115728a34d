import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { TextOf } from '#newsletter/document/traits.ts';
import { pastedHtml } from '#newsletter/rich-text/editor/pasted-html.ts';
import { htmlOf, RICH_TEXT_EXTENSIONS } from '#newsletter/rich-text/editor/rich-text-extensions.ts';
import { RICH_TEXT_HEADINGS } from '#newsletter/rich-text/markup.ts';
import type { CaretRequest } from './caret.ts';
import type { FieldBox } from './measure-fields.ts';
import { contentOfLines, linesOf, PLAIN_TEXT_EXTENSIONS } from './plain-text-extensions.ts';
import classes from './writing.module.css';
import { effectOf, type FieldKind, type KeyEffect } from './writing-keys.ts';

export interface WritingSurfaceProps {
  readonly box: FieldBox;
  readonly text: Pick<TextOf, 'path' | 'format' | 'text' | 'hasLines'>;
  readonly label: string;
  readonly language: string;
  /** What is wrong with the words, once it should be said. */
  readonly problem: string | undefined;
  /** Where the caret goes now; null: it stays where it is. */
  readonly caret: CaretRequest['at'] | null;
  readonly onCaret: () => void;
  readonly onChange: (text: string) => void;
  readonly onEffect: (effect: KeyEffect) => void;
  readonly onFocus: (editor: Editor) => void;
  readonly onBlur: () => void;
}

/** A field's words, typed where they are drawn. */
export function WritingSurface(props: WritingSurfaceProps) {
  const { box, text, label, language, problem, caret, onCaret } = props;
  const id = useId();
  const kind: FieldKind = text.format === 'rich' ? 'rich' : text.hasLines === true ? 'lines' : 'line';
  const attributes = useMemo(
    () => ({
      ...attributesOf({ label, language, kind }),
      ...(problem !== undefined && { 'aria-invalid': 'true', 'aria-describedby': id }),
    }),
    [label, language, kind, problem, id],
  );
  const editor = useWords(props, kind, attributes);
  useEffect(() => {
    if (caret === null) return;
    putCaret(editor, caret);
    onCaret();
  }, [editor, caret, onCaret]);
  return (
    <div
      className={classes.surface}
      style={{ ...styleOf(box), ...HEADING_SIZES }}
      data-path={text.path}
      data-invitation={box.words}
      data-plain={kind === 'rich' ? undefined : ''}
      data-empty={text.text === '' ? '' : undefined}
    >
      <EditorContent editor={editor} />
      {problem !== undefined && (
        <p id={id} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

function useWords(
  { text, onChange, onEffect, onFocus, onBlur }: WritingSurfaceProps,
  kind: FieldKind,
  attributes: Record<string, string>,
): Editor {
  const isRich = kind === 'rich';
  const emitted = useRef(text.text);
  const latest = useRef({ onChange, onEffect, onFocus, onBlur });
  latest.current = { onChange, onEffect, onFocus, onBlur };
  // Created once, so that nothing is set again at each keystroke.
  const [fixed] = useState(() => ({
    extensions: isRich ? RICH_TEXT_EXTENSIONS : PLAIN_TEXT_EXTENSIONS,
    content: isRich ? text.text : contentOfLines(text.text),
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      ...(isRich && { transformPastedHTML: pastedHtml }),
      // One line stays one line, whatever is pasted.
      ...(kind === 'line' && { transformPastedText: oneLine }),
    },
    onFocus: ({ editor }: { editor: Editor }) => latest.current.onFocus(editor),
    onBlur: () => latest.current.onBlur(),
    onUpdate: ({ editor }: { editor: Editor }) => {
      emitted.current = isRich ? (editor.isEmpty ? '' : htmlOf(editor)) : linesOf(editor);
      latest.current.onChange(emitted.current);
    },
  }));
  const options = useMemo(
    () => ({ ...fixed, editorProps: { ...fixed.editorProps, attributes } }),
    [fixed, attributes],
  );
  const editor = useEditor(options);
  useEffect(() => {
    if (text.text === emitted.current) return;
    emitted.current = text.text;
    editor.commands.setContent(isRich ? text.text : contentOfLines(text.text), { emitUpdate: false });
  }, [editor, text.text, isRich]);
  useEffect(() => {
    const { dom } = editor.view;
    // In the capture phase: before the editor handles the key itself.
    const listen = (event: KeyboardEvent) => {
      const effect = effectOf(event, editor, kind);
      if (effect === null) return;
      // Between the fields of one block, Tab goes as everywhere; on a phone the form may not be there.
      if (effect === 'form' && !leadsToForm(dom)) return;
      event.preventDefault();
      event.stopPropagation();
      if (effect !== 'nothing') latest.current.onEffect(effect);
    };
    dom.addEventListener('keydown', listen, { capture: true });
    return () => dom.removeEventListener('keydown', listen, { capture: true });
  }, [editor, kind]);
  return editor;
}

function leadsToForm(field: HTMLElement): boolean {
  const fields = [...(field.closest('[data-block]')?.querySelectorAll('[contenteditable="true"]') ?? [])];
  return fields.at(-1) === field && document.querySelector('[data-fields]')?.checkVisibility() === true;
}

const oneLine = (pasted: string) => pasted.replace(/\s*\n\s*/g, ' ').trim();

function putCaret(editor: Editor, at: CaretRequest['at']): void {
  if (typeof at === 'object') {
    // Beside the words, the nearest place.
    const { left, top, right, bottom } = editor.view.dom.getBoundingClientRect();
    const found = editor.view.posAtCoords({
      left: Math.min(Math.max(at.x, left + 1), right - 1),
      top: Math.min(Math.max(at.y, top + 1), bottom - 1),
    });
    editor.commands.focus(found?.pos ?? 'end', { scrollIntoView: false });
  } else editor.commands.focus(at, { scrollIntoView: false });
}

function attributesOf({
  label,
  language,
  kind,
}: {
  label: string;
  language: string;
  kind: FieldKind;
}): Record<string, string> {
  return {
    role: 'textbox',
    'aria-label': label,
    'aria-multiline': String(kind !== 'line'),
    lang: language,
  };
}

function styleOf({ left, top, width, height, style }: FieldBox): CSSProperties {
  return { ...style, left, top, width, minHeight: height };
}

const HEADING_SIZES: CSSProperties = Object.fromEntries(
  Object.entries(RICH_TEXT_HEADINGS).flatMap(([tag, { size, line }]) => [
    [`--${tag}-size`, `${size}px`],
    [`--${tag}-line`, `${line}px`],
  ]),
);
