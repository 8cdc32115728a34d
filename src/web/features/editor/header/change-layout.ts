import type { LayoutType } from '#newsletter/document/document.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { setLayout } from '#web/features/editor/kernel/state/set-layout.ts';
import { offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';
import { layoutTexts } from '#web/newsletter-ui/layout-cards.tsx';

/** Loaded lazily, with the layout dialog. */

/** Changes the layout and offers to undo it. */
export function changeLayoutTo(editing: EditorSession, layout: LayoutType): void {
  const before = editing.store.getState().document;
  flushChange(() => act(editing.store, setLayout, layout));
  if (editing.store.getState().document === before) return;
  offerUndo(editing, `Layout changed to ${layoutTexts(layout, editing.isRightToLeft).title}`);
}
