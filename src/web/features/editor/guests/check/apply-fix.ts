import type { Finding } from '#newsletter/check/finding.ts';
import { isInPlace } from '#web/features/editor/fields/show-unfinished.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import {
  flushChange,
  focusField,
  focusTitle,
  focusWords,
  showBlock,
} from '#web/features/editor/kernel/places/focus.ts';
import { edit } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';
import { applyFix } from './fix.ts';

/** The actions on a finding. */

/** Goes to the subject of a finding: the words on the canvas, or the field of the form. */
export function showFinding(editing: EditorSession, { block, path, range }: Finding): void {
  selectBlock(editing, block);
  if (block === null) focusTitle();
  else if (isInPlace(editing, block, path)) focusWords(block, path, range);
  else focusField(path, range);
}

/** Applies the finding's fix and offers to undo it. */
export function applyFindingFix(editing: EditorSession, { block, fix }: Finding): void {
  if (fix === undefined) return;
  const workingCopy = block === null ? undefined : editing.store.getState().workingCopies[block];
  flushChange(() => act(editing.store, applyFix, fix));
  if (block !== null) showBlock(block);
  const revert = workingCopy && (() => act(editing.store, edit, workingCopy.name, workingCopy.value));
  offerUndo(editing, `Done: ${fix.label.replace(/^./, (letter) => letter.toLowerCase())}`, revert);
}
