import { ActionIcon, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { RichTextToolbar } from '#newsletter/rich-text/editor/rich-text-toolbar.tsx';
import classes from './writing.module.css';

/** The tools for the words that are being typed. */
export function WritingTools({
  editor,
  language,
  isRich,
  onDone,
  onSettings,
}: {
  editor: Editor;
  /** The newsletter's. */
  language: string;
  isRich: boolean;
  onDone: () => void;
  /** Shows the block's form, which is not there on a phone while one writes. */
  onSettings: () => void;
}) {
  return (
    <div className={classes.tools} data-writing-tools="">
      {isRich && <RichTextToolbar key={editor.instanceId} editor={editor} language={language} />}
      <ActionIcon className={classes.settings} aria-label="Settings" onClick={onSettings}>
        <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <Button
        variant="filled"
        size="sm"
        className={classes.done}
        // Keeps the caret until the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onDone}
      >
        Done
      </Button>
    </div>
  );
}
