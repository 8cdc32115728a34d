import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { pastedHtml } from './pasted-html.ts';
import classes from './rich-text.module.css';
import { htmlOf, RICH_TEXT_EXTENSIONS } from './rich-text-extensions.ts';
import type { RichTextFieldProps } from './rich-text-props.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';

/** Rich-text editing with TipTap. Pasted text passes the same allow-list as stored text. */
export function RichTextInput({ label, path, value, error, onChange }: RichTextFieldProps) {
  const id = useId();
  const emitted = useRef(value);
  const change = useRef(onChange);
  change.current = onChange;
  // Created once: new options would recreate the editor at each keystroke.
  const [options] = useState(() => ({
    extensions: RICH_TEXT_EXTENSIONS,
    content: value,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: attributesOf(id, false),
      transformPastedHTML: pastedHtml,
    },
    onUpdate: ({ editor: changed }: { editor: Editor }) => {
      emitted.current = changed.isEmpty ? '' : htmlOf(changed);
      change.current(emitted.current);
    },
  }));
  const editor = useEditor(options);
  useEffect(() => {
    if (value === emitted.current) return;
    emitted.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  const isWrong = error !== undefined;
  useEffect(() => {
    editor.setOptions({ editorProps: { ...options.editorProps, attributes: attributesOf(id, isWrong) } });
  }, [editor, options, id, isWrong]);
  return (
    <div data-path={path} className={classes.field}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <div className={classes.box} data-error={isWrong || undefined}>
        <RichTextToolbar editor={editor} />
        <EditorContent editor={editor} />
      </div>
      {isWrong && (
        <p id={`${id}-error`} className="mantine-InputWrapper-error">
          {error}
        </p>
      )}
    </div>
  );
}

function attributesOf(id: string, isWrong: boolean): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': `${id}-label`,
    ...(isWrong && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` }),
    class: classes.input ?? '',
  };
}
