import { findBlock } from '#newsletter/document/layout.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { select } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';

/** The place where a person was writing, for the return after a question. */

export type CaretSession = Pick<EditorSession, 'store' | 'caret' | 'typing'>;

interface WritingPosition {
  readonly block: string;
  /** The field and the place of the caret in it; null if the caret is in no words. */
  readonly caret: { readonly path: string; readonly offset: number } | null;
}

/** The selected block, with the caret in its words; null if none is selected. */
export function writingPositionOf({ store, typing }: CaretSession): WritingPosition | null {
  const { selected } = store.getState();
  if (selected === null) return null;
  const editor = typing.getState();
  const path = editor?.view.dom.closest<HTMLElement>('[data-path]')?.dataset.path;
  return { block: selected, caret: editor && path ? { path, offset: editor.state.selection.head } : null };
}

/** Returns to that place: in `moved`, if another block has its words now. */
export function returnToPosition(
  { store, caret }: CaretSession,
  { block, caret: place }: WritingPosition,
  moved = block,
): void {
  if (findBlock(store.getState().document, moved) === null) return;
  act(store, select, moved);
  if (place !== null) caret.setState({ block: moved, path: place.path, at: { offset: place.offset } }, true);
}
