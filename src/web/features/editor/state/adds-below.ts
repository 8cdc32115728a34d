import { useEffect } from 'react';
import { findBlock } from '#newsletter/document/layout.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import type { EditorState } from './editor-state.ts';

/** The block below which new ones land: the selected one, or on a phone the one that was left last. Null: in turn, at the end. */
export function addsBelow({ store, left }: Pick<Editing, 'store' | 'left'>): string | null {
  return belowIn(store.getState(), left.current);
}

/** The same, for components. */
export function useAddsBelow(): string | null {
  const { left } = useTools().editing;
  return useEditor((state) => belowIn(state, left.current));
}

function belowIn({ selected, document }: EditorState, left: string | null): string | null {
  return selected ?? (left !== null && findBlock(document, left) !== null ? left : null);
}

/** On a phone 'Done' leaves a block, which keeps its frame, before anything can be added below it. */
export function useLeftBlock(): void {
  const { editing, isPhone } = useTools();
  useEffect(() => {
    if (!isPhone) return;
    const stop = editing.store.subscribe(({ selected }, before) => {
      if (selected !== before.selected) editing.left.current = selected === null ? before.selected : null;
    });
    return () => {
      stop();
      editing.left.current = null;
    };
  }, [editing, isPhone]);
}
