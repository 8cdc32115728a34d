import type { EditorView } from '@tiptap/pm/view';

/**
 * Whether the caret is in view, so that nothing has to scroll. The engine would measure everything around the words at each
 * keystroke to find out.
 */
export function isCaretInView(view: EditorView): boolean {
  const canvas = view.dom.closest('main');
  if (canvas === null) return false;
  const caret = view.coordsAtPos(view.state.selection.head);
  const { left, top, right, bottom } = canvas.getBoundingClientRect();
  const { innerWidth, innerHeight, visualViewport } = window;
  return (
    caret.top >= Math.max(top, 0) &&
    caret.bottom <= Math.min(bottom, visualViewport?.height ?? innerHeight) &&
    caret.left >= Math.max(left, 0) &&
    caret.right <= Math.min(right, visualViewport?.width ?? innerWidth)
  );
}
