import { ActionIcon } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconH1,
  IconH2,
  IconH3,
  IconItalic,
  IconLetterT,
  IconList,
  IconListNumbers,
  IconSignature,
  IconTextSize,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { memo } from 'react';
import type { BlockIcon } from '#newsletter/blocks/block-editor.ts';
import type { ParagraphLook } from '#newsletter/rich-text/nodes.ts';
import { Tip } from '#ui/tip.tsx';
import { Toolbar } from '#ui/toolbar.tsx';
import classes from './rich-text.module.css';
import { LanguageControl } from './rich-text-language.tsx';
import { LinkControl } from './rich-text-link.tsx';
import { useDeferredEditorState } from './use-deferred-editor-state.tsx';

type Control = {
  readonly label: string;
  readonly icon: BlockIcon;
  readonly run: (editor: Editor) => void;
  /** Whether it applies at the cursor; absent for controls that are not toggles. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly isOff?: (editor: Editor) => boolean;
};

const heading = (level: 1 | 2 | 3, label: string, icon: BlockIcon): Control => ({
  label,
  icon,
  run: (editor) => editor.chain().focus().setHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

const look = (name: ParagraphLook | null, label: string, icon: BlockIcon): Control => ({
  label,
  icon,
  // Lists have no such paragraphs: the text is moved out of the list.
  run: (editor) => {
    const chain = editor.chain().focus();
    (name === null ? chain.setParagraph() : chain.clearNodes())
      .updateAttributes('paragraph', { look: name })
      .run();
  },
  isOn: (editor) => editor.isActive('paragraph', { look: name }) && !editor.isActive('listItem'),
});

// In the order of docs/requirements/screens.md 9.14; links come last.
const GROUPS: readonly (readonly Control[])[] = [
  [
    {
      label: 'Bold',
      icon: IconBold,
      run: (editor) => editor.chain().focus().toggleBold().run(),
      isOn: (editor) => editor.isActive('bold'),
    },
    {
      label: 'Italic',
      icon: IconItalic,
      run: (editor) => editor.chain().focus().toggleItalic().run(),
      isOn: (editor) => editor.isActive('italic'),
    },
    {
      label: 'Underline',
      icon: IconUnderline,
      run: (editor) => editor.chain().focus().toggleUnderline().run(),
      isOn: (editor) => editor.isActive('underline'),
    },
  ],
  [
    heading(1, 'Large heading', IconH1),
    heading(2, 'Medium heading', IconH2),
    heading(3, 'Small heading', IconH3),
    look(null, 'Normal', IconLetterT),
    look('lead', 'Lead', IconTextSize),
    look('signature', 'Signature', IconSignature),
  ],
  [
    {
      label: 'Bulleted list',
      icon: IconList,
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      isOn: (editor) => editor.isActive('bulletList'),
    },
    {
      label: 'Numbered list',
      icon: IconListNumbers,
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      isOn: (editor) => editor.isActive('orderedList'),
    },
  ],
];
const HISTORY: readonly Control[] = [
  {
    label: 'Undo typing',
    icon: IconArrowBackUp,
    run: (editor) => editor.chain().focus().undo().run(),
    isOff: (editor) => !editor.can().undo(),
  },
  {
    label: 'Redo typing',
    icon: IconArrowForwardUp,
    run: (editor) => editor.chain().focus().redo().run(),
    isOff: (editor) => !editor.can().redo(),
  },
];
const CONTROLS = [...GROUPS.flat(), ...HISTORY];
// As one string, so that the toolbar renders again only when a button changes.
const statesOf = (editor: Editor) =>
  CONTROLS.map(({ isOn, isOff }) => (isOn?.(editor) ? '1' : isOff?.(editor) ? 'x' : '0')).join('');

export const RichTextToolbar = memo(function RichTextToolbar({
  editor,
  language,
}: {
  editor: Editor;
  /** The language of the newsletter; null: unknown here. */
  language: string | null;
}) {
  const states = useDeferredEditorState(editor, statesOf);
  const stateOf = (control: Control) => states.charAt(CONTROLS.indexOf(control));
  const button = (control: Control) => (
    <Tip key={control.label} label={control.label}>
      <ActionIcon
        size={32}
        className={classes.control}
        aria-label={control.label}
        aria-pressed={control.isOn && stateOf(control) === '1'}
        disabled={stateOf(control) === 'x'}
        // Keeps the selection in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => control.run(editor)}
      >
        <control.icon size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tip>
  );
  return (
    <Toolbar aria-label="Formatting" className={classes.toolbar}>
      {GROUPS.map((controls) => (
        <div key={controls[0]?.label} className={classes.controls}>
          {controls.map(button)}
        </div>
      ))}
      <div className={classes.controls}>
        <LinkControl editor={editor} />
        <LanguageControl editor={editor} language={language} />
      </div>
      <div className={classes.controls}>{HISTORY.map(button)}</div>
    </Toolbar>
  );
});
