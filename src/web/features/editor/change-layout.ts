import type { LayoutType } from '#newsletter/document.ts';
import { changeLayout } from '#newsletter/layout-change.ts';
import { layoutWords } from '#web/kit/layout-cards.tsx';
import type { Editing } from './editing.ts';
import type { Change, EditorState } from './editor-state.ts';
import { act } from './editor-store.ts';
import { drawn } from './focus.ts';
import { offerUndo } from './offer-undo.ts';

/** What only the layout's dialog needs: it comes with that, after the editor. */

/** Gives the newsletter another layout; every block stays. */
export function relayout(state: EditorState, layout: LayoutType): Change {
  return layout === state.document.layout ? {} : { document: changeLayout(state.document, layout) };
}

/** Does so, and offers to undo it. */
export function changeLayoutTo(editing: Editing, layout: LayoutType): void {
  const before = editing.store.getState().document;
  drawn(() => act(editing.store, relayout, layout));
  if (editing.store.getState().document === before) return;
  offerUndo(editing, `Layout changed to ${layoutWords(layout, editing.isRightToLeft).title}`);
}
