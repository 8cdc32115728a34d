import { ActionIcon, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { RichTextToolbar } from '#newsletter/rich-text/editor/rich-text-toolbar.tsx';
import { ActionRail } from '#web/features/editor/canvas/action-rail.tsx';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { ToolScroller } from './tool-scroller.tsx';
import classes from './writing.module.css';

/** The tools for the words that are being typed; on a phone, those of the block where the words have none. */
export function WritingTools({
  name,
  editor,
  language,
  isRich,
  onDone,
  onSettings,
}: {
  /** The block's. */
  name: string;
  editor: Editor;
  /** The newsletter's. */
  language: string;
  isRich: boolean;
  onDone: () => void;
  /** Shows the block's form, which is not there on a phone while one writes. */
  onSettings: () => void;
}) {
  const { isPhone } = useTools();
  return (
    <div className={classes.tools} data-writing-tools="">
      <ToolScroller key={editor.instanceId}>
        {isRich && <RichTextToolbar editor={editor} language={language} />}
        {isPhone && !isRich && <ActionRail name={name} side="only" className={classes.actions} />}
      </ToolScroller>
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
