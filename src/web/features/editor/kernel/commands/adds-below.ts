import { useEffect } from 'react';
import { findBlock } from '#newsletter/document/layout.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { EditorState } from '#web/features/editor/kernel/state/editor-state.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';

/**
 * The block below which new ones land: the selected one, or on a phone the one whose words were just left by 'Done', which keeps
 * its frame. Null if new blocks go to the end, in turn.
 */
export function addsBelow({ store, lastLeft }: Pick<EditorSession, 'store' | 'lastLeft'>): string | null {
  return belowIn(store.getState(), lastLeft.current);
}

/** Like `addsBelow`, for components. */
export function useAddsBelow(): string | null {
  const { lastLeft } = useTools().editing;
  return useEditor((state) => belowIn(state, lastLeft.current));
}

function belowIn({ selected, document }: EditorState, left: string | null): string | null {
  return selected ?? (left !== null && findBlock(document, left) !== null ? left : null);
}

/** Forgets the block that was left once another is selected, or a form is saved or closed. */
export function useForgetLastLeft(): void {
  const { store, lastLeft } = useTools().editing;
  useEffect(() => {
    const stop = store.subscribe(({ selected }, before) => {
      if (selected !== before.selected) lastLeft.current = null;
    });
    return () => {
      stop();
      lastLeft.current = null;
    };
  }, [store, lastLeft]);
}
