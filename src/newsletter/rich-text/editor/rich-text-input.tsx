import { EditorContent, type EditorOptions } from '@tiptap/react';
import { useId, useMemo } from 'react';
import { unwrappedWords } from '#newsletter/values/wrapped-address.ts';
import { pastedHtml } from './pasted-html.ts';
import classes from './rich-text.module.css';
import { RICH_TEXT } from './rich-text-format.ts';
import type { RichTextFieldProps } from './rich-text-props.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import { showStruckWords } from './struck-words.ts';
import { useTextEditor } from './use-text-editor.ts';

const PROPS: EditorOptions['editorProps'] = {
  transformPastedHTML: (html, { dom }) => {
    showStruckWords(html);
    return pastedHtml(html, dom.closest<HTMLElement>('[lang]')?.lang ?? '');
  },
  transformPastedText: unwrappedWords,
};

/** Rich-text editing with TipTap. Pasted text passes the same allow-list as stored text. */
export function RichTextInput({ label, path, value, error, onChange }: RichTextFieldProps) {
  const id = useId();
  const isWrong = error !== undefined;
  const attributes = useMemo(() => attributesOf(id, isWrong), [id, isWrong]);
  const editor = useTextEditor({ format: RICH_TEXT, text: value, onChange, attributes, props: PROPS });
  return (
    <div data-path={path} className={classes.field}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <div className={classes.box} data-error={isWrong || undefined}>
        <RichTextToolbar editor={editor} language={null} />
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
