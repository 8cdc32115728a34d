import type { LayoutType } from '#newsletter/document/document.ts';
import { changeLayout } from '#newsletter/document/layout-change.ts';
import { flushChange } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { offerUndo } from '#web/features/editor/history/offer-undo.ts';
import type { Change, EditorState } from '#web/features/editor/state/editor-state.ts';
import { act } from '#web/features/editor/state/editor-store.ts';
import { layoutTexts } from '#web/newsletter-ui/layout-cards.tsx';

/** What only the layout's dialog needs: it comes with that, after the editor. */

/** Gives the newsletter another layout; every block stays. */
export function relayout(state: EditorState, layout: LayoutType): Change {
  return layout === state.document.layout ? {} : { document: changeLayout(state.document, layout) };
}

/** Does so, and offers to undo it. */
export function changeLayoutTo(editing: Editing, layout: LayoutType): void {
  const before = editing.store.getState().document;
  flushChange(() => act(editing.store, relayout, layout));
  if (editing.store.getState().document === before) return;
  offerUndo(editing, `Layout changed to ${layoutTexts(layout, editing.isRightToLeft).title}`);
}
