import { ActionIcon, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSquareRoundedPlus } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { memo } from 'react';
import { RichTextToolbar } from '#newsletter/rich-text/editor/rich-text-toolbar.tsx';
import { ActionRail } from '#web/features/editor/actions/action-rail.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { PhoneTool } from '#web/features/editor/phone/phone-tool.tsx';
import { ToolScroller } from './tool-scroller.tsx';
import classes from './writing.module.css';

/**
 * The tools for the words being typed; on a phone, the block's tools where the words have none. Not drawn again at each
 * keystroke: the toolbar itself asks what is on at the caret.
 */
export const WritingTools = memo(function WritingTools({
  name,
  editor,
  language,
  isRich,
  mayAdd,
  onDone,
  onSettings,
}: {
  /** The block's name. */
  name: string;
  editor: Editor;
  /** The newsletter's language. */
  language: string;
  isRich: boolean;
  /** Whether the person may add blocks below this one. */
  mayAdd: boolean;
  onDone: () => void;
  /** Shows the block's form, which a phone hides while one writes. */
  onSettings: (editor: Editor) => void;
}) {
  const { editing, isPhone } = useTools();
  return (
    <div className={classes.tools} data-writing-tools="">
      {isPhone && isRich && mayAdd && (
        <PhoneTool
          icon={IconSquareRoundedPlus}
          words="Add"
          label="Add a block"
          isFirst
          onClick={() => editing.isPickerOpen.setState(true, true)}
        />
      )}
      <ToolScroller key={editor.instanceId}>
        {isRich && <RichTextToolbar editor={editor} language={language} />}
        {isPhone && !isRich && <ActionRail name={name} side="only" className={classes.actions} hasWords />}
      </ToolScroller>
      {isPhone ? (
        <PhoneTool icon={IconAdjustmentsHorizontal} words="Settings" onClick={() => onSettings(editor)} />
      ) : (
        <ActionIcon className={classes.settings} aria-label="Settings" onClick={() => onSettings(editor)}>
          <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
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
});
