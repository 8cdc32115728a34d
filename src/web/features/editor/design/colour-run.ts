import type { OwnColours } from '#newsletter/designs/colours.ts';
import type { EditorState } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, type EditorStore, withoutStep } from '#web/features/editor/kernel/state/editor-store.ts';
import { setColours } from './change-design.ts';

/**
 * Sets colours as they are chosen. Successive ones from the same field, such as while somebody drags in the browser's picker, are
 * one undo step.
 */
export type TakeColours = (colours: OwnColours, field: keyof OwnColours | null) => void;

export function createColourRun(store: EditorStore): TakeColours {
  let last: { readonly field: keyof OwnColours; readonly document: EditorState['document'] } | null = null;
  return (colours, field) => {
    // Undo, or any other change in between, ends the run.
    const goesOn = last?.field === field && last.document === store.getState().document;
    (goesOn ? withoutStep : act)(store, setColours, colours);
    last = field && { field, document: store.getState().document };
  };
}
