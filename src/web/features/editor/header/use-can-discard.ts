import { useStore } from 'zustand';
import { isSameSaved, savedPart } from '#web/features/editor/kernel/state/editor-state.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';

/** Whether anything differs from the newsletter as it was opened. */
export function useCanDiscard(): boolean {
  const { opened, saver } = useTools().editing;
  const isUnsaved = useStore(saver.state, ({ step }) => step !== 'saved');
  const isChanged = useEditor(
    (state) => !isSameSaved(savedPart(state), opened.saved) || Object.keys(state.workingCopies).length > 0,
  );
  return isUnsaved || isChanged;
}
