import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useStore } from 'zustand';
import { useDeferredEditorState } from '#newsletter/rich-text/editor/use-deferred-editor-state.tsx';
import { Tip } from '#ui/tip.tsx';
import { redoStep, undoStep } from '#web/features/editor/kernel/commands/commands.ts';
import { keysOf } from '#web/features/editor/kernel/places/shortcuts.ts';
import { unsavedStep } from '#web/features/editor/kernel/state/editor-state.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './undo-buttons.module.css';

/** Undoes the words that are being typed, or else the last step. */
export function UndoButton() {
  const { editing } = useTools();
  const hasSteps = useStore(editing.store.temporal, ({ pastStates }) => pastStates.length > 0);
  const isTyped = useEditor((state) => unsavedStep(state) !== null);
  const canUndoTyping = useDeferredEditorState(useStore(editing.typing), canUndoIn);
  return (
    <Tip label={`Undo  ${keysOf('undo')}`}>
      <ActionIcon
        className={classes.button}
        aria-label="Undo"
        aria-disabled={!(hasSteps || isTyped || canUndoTyping) || undefined}
        onMouseDown={keepCaret}
        onClick={() => undoStep(editing)}
      >
        <IconArrowBackUp size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tip>
  );
}

export function RedoButton() {
  const { editing } = useTools();
  return (
    <Tip label={`Redo  ${keysOf('redo')}`}>
      <ActionIcon
        className={classes.button}
        aria-label="Redo"
        aria-disabled={!useCanRedo() || undefined}
        onMouseDown={keepCaret}
        onClick={() => redoStep(editing)}
      >
        <IconArrowForwardUp size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tip>
  );
}

export function useCanRedo(): boolean {
  const { editing } = useTools();
  const hasSteps = useStore(editing.store.temporal, ({ futureStates }) => futureStates.length > 0);
  return useDeferredEditorState(useStore(editing.typing), canRedoIn) || hasSteps;
}

const canUndoIn = (words: Editor | null) => words?.can().undo() === true;
const canRedoIn = (words: Editor | null) => words?.can().redo() === true;

function keepCaret(event: React.MouseEvent): void {
  event.preventDefault();
}
