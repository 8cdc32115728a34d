import type { Finding, Fix } from '#newsletter/check/finding.ts';
import { replaceBlock } from '#newsletter/document/arrange.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { isInPlace } from '#web/features/editor/fields/show-unfinished.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { Editing } from '#web/features/editor/kernel/editor-session.ts';
import {
  flushChange,
  focusField,
  focusTitle,
  focusWords,
  showBlock,
} from '#web/features/editor/kernel/places/focus.ts';
import {
  type EditorState,
  edit,
  rename,
  type StateChange,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';

/** The actions on a finding. */

/** Applies a fix. A block with a working copy, or never saved, is fixed in its working copy. */
export function applyFix(state: EditorState, fix: Fix): StateChange {
  if ('title' in fix) return rename(state, fix.title);
  const { block } = fix;
  if (findBlock(state.document, block.name) === null) return {};
  return block.name in state.workingCopies || state.fresh.includes(block.name)
    ? { workingCopies: { ...state.workingCopies, [block.name]: block } }
    : { document: replaceBlock(state.document, block) };
}

/** Goes to what a finding is about: the words where they stand, or the field of the form. */
export function showFinding(editing: Editing, { block, path, range }: Finding): void {
  selectBlock(editing, block);
  if (block === null) focusTitle();
  else if (isInPlace(editing, block, path)) focusWords(block, path, range);
  else focusField(path, range);
}

/** Applies the finding's fix and offers to undo it. */
export function applyFindingFix(editing: Editing, { block, fix }: Finding): void {
  if (fix === undefined) return;
  const workingCopy = block === null ? undefined : editing.store.getState().workingCopies[block];
  flushChange(() => act(editing.store, applyFix, fix));
  if (block !== null) showBlock(block);
  const revert = workingCopy && (() => act(editing.store, edit, workingCopy.name, workingCopy.value));
  offerUndo(editing, `Done: ${fix.label.replace(/^./, (letter) => letter.toLowerCase())}`, revert);
}
