import { isWrittenInPlace, selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { focusFirstField, focusProblem } from '#web/features/editor/kernel/places/focus.ts';
import { shownBlock } from '#web/features/editor/kernel/state/editor-state.ts';
import type { UnsavedBlock } from '#web/features/editor/kernel/unsaved-blocks.ts';

/** Goes to the first field of a block that is not valid yet, or to the file that it waits for. */
export function showUnfinished(editing: EditorSession, { name, problem }: UnsavedBlock): void {
  selectBlock(editing, name);
  if (problem === null) focusFirstField();
  else if (isInPlace(editing, name, problem.path))
    editing.caret.setState({ block: name, path: problem.path, at: 'end' }, true);
  else focusProblem(problem.path);
}

/** Whether a field is written on the page, where its words are. */
export function isInPlace({ store }: EditorSession, name: string, path: string): boolean {
  const shown = shownBlock(store.getState(), name);
  return shown !== null && isWrittenInPlace(shown, path);
}
