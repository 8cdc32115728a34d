import type { Editor } from '@tiptap/core';

/** The effect of a key beyond the field in which it is pressed. */
export type KeyEffect =
  | 'leave'
  | 'add-below'
  | 'choose-below'
  | 'remove'
  | 'previous'
  | 'next'
  | 'undo'
  | 'redo'
  | 'form';

/** The kind of field: lines can be broken in rich text and in lines. */
export type FieldKind = 'rich' | 'lines' | 'line';

/** The effect of a key; null: the field handles it. */
export function effectOf(
  event: KeyboardEvent,
  editor: Editor,
  kind: FieldKind,
): KeyEffect | 'nothing' | null {
  if (event.isComposing) return null;
  const { key } = event;
  if (key === 'Escape') return 'leave';
  const step = stepOf(event);
  if (step !== null) return step;
  if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return 'choose-below';
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (key === 'Enter' && kind === 'line') return isAtEnd(editor) ? 'add-below' : 'nothing';
  if (event.shiftKey) return null;
  // In lists, Tab indents an item.
  if (key === 'Tab') return editor.isActive('listItem') ? null : 'form';
  // A key held down does not remove the empty block.
  if (key === 'Backspace' && editor.isEmpty) return event.repeat ? 'nothing' : 'remove';
  if (key === 'ArrowUp' || key === 'ArrowLeft') return isAtEdge(editor, key) ? 'previous' : null;
  if (key === 'ArrowDown' || key === 'ArrowRight') return isAtEdge(editor, key) ? 'next' : null;
  return null;
}

// The same keys as in `shortcuts.ts`. Neither the field, which knows only its own words, nor the browser, which would undo the
// engine's changes, may handle them.
function stepOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!event.ctrlKey && !event.metaKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'y' && !event.shiftKey) return 'redo';
  if (key !== 'z') return null;
  return event.shiftKey ? 'redo' : 'undo';
}

const EDGES = { ArrowUp: 'up', ArrowLeft: 'backward', ArrowDown: 'down', ArrowRight: 'forward' } as const;

/** Whether an arrow key would leave the field. */
function isAtEdge({ state, view }: Editor, key: keyof typeof EDGES): boolean {
  const { selection, doc } = state;
  if (!selection.empty || !view.endOfTextblock(EDGES[key])) return false;
  const { $head } = selection;
  const isForward = key === 'ArrowDown' || key === 'ArrowRight';
  // The paragraph and all nodes around it must be the last (first) of their parents.
  for (let depth = $head.depth; depth > 0; depth -= 1) {
    const parent = depth === 1 ? doc : $head.node(depth - 1);
    if ($head.index(depth - 1) !== (isForward ? parent.childCount - 1 : 0)) return false;
  }
  return true;
}

function isAtEnd({ state }: Editor): boolean {
  const { selection, doc } = state;
  return selection.empty && selection.to >= doc.content.size - 1;
}
