import { useWindowEvent } from '@mantine/hooks';
import { blocksOf } from '#newsletter/document/layout.ts';
import { addBlockOfType } from '#web/features/editor/kernel/commands/add-commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { isTypingIn } from '#web/features/editor/kernel/places/shortcuts.ts';

/** Elements that handle clicks and keys themselves. */
const CONTROLS = 'button, a, label, summary, [role="dialog"], [role="menu"]';

/** In an empty newsletter a click on the page, or a letter, begins a text: people look for a place to write. */
export function useBeginWriting(editing: EditorSession): void {
  useWindowEvent('click', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && mayBegin(editing, target) && target.closest('[data-sheet]') !== null)
      addBlockOfType(editing, 'text');
  });
  useWindowEvent('keydown', (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || !isLetter(event) || !mayBegin(editing, target)) return;
    if (target !== document.body && target.closest('main') === null) return;
    if (document.querySelector('[aria-modal="true"], [role="menu"]') !== null) return;
    event.preventDefault();
    addBlockOfType(editing, 'text');
    const { selected: block } = editing.store.getState();
    if (block === null) return;
    if (key === '/') {
      // The writing surface, which loads late, would take the focus from the list.
      editing.caret.setState(null, true);
      editing.insertion.setState({ block, at: 'instead' }, true);
    } else editing.caret.setState({ block, at: 'end', typed: key }, true);
  });
}

function mayBegin(editing: EditorSession, target: EventTarget | null): target is Element {
  return (
    target instanceof Element &&
    !editing.isContributor &&
    editing.drag.getState().dragged === null &&
    blocksOf(editing.store.getState().document).length === 0 &&
    !isTypingIn(target) &&
    target.closest(CONTROLS) === null
  );
}

// Not a space, which scrolls.
function isLetter({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !isComposing && key !== ' ' && [...key].length === 1;
}
