import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { type Block, isAtFoot } from '#newsletter/document/document.ts';
import { blocksOf, findBlock, positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import type { CaretRequest } from '#web/features/editor/kernel/caret.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import {
  blockElement,
  flushChange,
  focusBlock,
  focusCanvas,
  focusFirstField,
  focusProblem,
  showBlock,
} from '#web/features/editor/kernel/places/focus.ts';
import {
  type BlockMove,
  cancelEditing,
  checkBlock,
  discardChanges,
  duplicate,
  type EditorState,
  isUnfinished,
  move,
  moveTo,
  newBlockName,
  remove,
  select,
  shownBlock,
  spanColumns,
  unsavedBlocks,
  unsavedStep,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act, redo, saveBlock, undo } from '#web/features/editor/kernel/state/editor-store.ts';
import { sideOf } from '#web/features/editor/kernel/state/sides.ts';
import { stepChange } from '#web/features/editor/kernel/state/step-change.ts';
import { offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';

/** The editor's commands, for pointer, keyboard and buttons. Each announces its result to screen readers. */

/**
 * Leaves the selected block: saves its working copy as Save changes does, if that is valid. Otherwise the working copy
 * stays as it is.
 */
export function leaveBlock(editing: EditorSession): void {
  const { selected } = editing.store.getState();
  if (selected !== null) flushChange(() => saveWorkingCopy(editing, selected));
}

/** Saves a block that is not selected, when something such as a file arrives for it late. */
export function saveUnlessSelected(editing: EditorSession, name: string): void {
  if (editing.store.getState().selected !== name) saveWorkingCopy(editing, name);
}

/** Saves a block whose form stays open. */
export function saveInPlace(editing: EditorSession, name: string): void {
  const { selected } = editing.store.getState();
  saveWorkingCopy(editing, name);
  act(editing.store, select, selected);
}

function saveWorkingCopy({ store }: EditorSession, name: string): void {
  const unsaved = unsavedBlocks(store.getState()).find((block) => block.name === name);
  const block = unsaved === undefined ? null : checkBlock(unsaved).block;
  if (block !== null) saveBlock(store, block);
}

/**
 * Puts the caret into the words of a selected block, or else the focus into its first field; if some fields are filled in,
 * into one that is not valid.
 */
export function focusBlockForWriting(
  editing: EditorSession,
  name: string,
  at: CaretRequest['at'] = 'end',
): void {
  const block = findBlock(editing.store.getState().document, name);
  if (block === null) return;
  if (EDITORS[block.type].isWrittenInPlace === true) {
    // A repeated request keeps the words that were typed already.
    editing.caret.setState(
      (before) => (before?.block === name ? { ...before, at } : { block: name, at }),
      true,
    );
    return;
  }
  const begun = editing.store.getState().workingCopies[name];
  const [problem] = begun === undefined ? [] : Object.keys(checkBlock(begun).problems);
  if (problem === undefined) focusFirstField();
  else focusProblem(problem);
}

/** Whether a field of a block is typed only in its place on the page, not in the form. */
export function isWrittenInPlace(block: Block, path: string): boolean {
  return EDITORS[block.type].isWrittenInPlace === true && textsOf(block).some((text) => text.path === path);
}

/**
 * Removes a block whose words were all deleted, and goes to the end of the block before it. Undo restores the last words, even
 * if they were never saved, not the empty block.
 */
export function removeEmptyBlock(editing: EditorSession, name: string): void {
  const { document, fresh, workingCopies } = editing.store.getState();
  const blocks = blocksOf(document);
  const index = blocks.findIndex((block) => block.name === name);
  const neighbour = blocks[index - 1] ?? blocks[index + 1];
  const label = labelOf(editing.store.getState(), name);
  const empty = workingCopies[name];
  bringBackWords(editing);
  const isAsEmpty = editing.store.getState().workingCopies[name] === empty;
  flushChange(() => {
    if (isAsEmpty) act(editing.store, discardChanges, name);
    act(editing.store, remove, name);
  });
  if (!isAsEmpty || !fresh.includes(name)) offerUndo(editing, `${label} deleted`);
  else editing.announce(`${label} removed`);
  if (neighbour === undefined) focusCanvas();
  else goTo(editing, neighbour, index > 0 ? 'end' : 'start');
}

/** Undoes the deletions that emptied the field, for as long as each brings more words back. */
function bringBackWords({ typing }: EditorSession): void {
  const words = typing.getState();
  if (words === null) return;
  for (let size = words.getText().length; words.can().undo(); size = words.getText().length) {
    words.commands.undo();
    if (words.getText().length > size) continue;
    words.commands.redo();
    return;
  }
}

/** Goes to the block before or after a block, in reading order; with the caret in its words, if it has any. */
export function walkFrom(editing: EditorSession, name: string, direction: 'previous' | 'next'): void {
  const blocks = blocksOf(editing.store.getState().document);
  const index = blocks.findIndex((block) => block.name === name);
  const neighbour = blocks[direction === 'next' ? index + 1 : index - 1];
  if (neighbour !== undefined) goTo(editing, neighbour, direction === 'next' ? 'start' : 'end');
}

/** Selects a block, with the caret at that end of its words, if it has any: in its form keys would mean something else. */
function goTo(editing: EditorSession, { name, type }: Block, caret: 'start' | 'end'): void {
  if (EDITORS[type].isWrittenInPlace === true) {
    selectBlock(editing, name, caret);
    return;
  }
  selectBlock(editing, name);
  focusBlock(name);
}

/**
 * Selects a block for editing, or none (null), and leaves the previous one. `caret`: puts the caret there in its words, or
 * else the focus into its first field.
 */
export function selectBlock(editing: EditorSession, name: string | null, caret?: CaretRequest['at']): void {
  if (name !== null && editing.rightAt(name) === 'read') {
    editing.refuse(() => selectBlock(editing, name, caret));
    return;
  }
  const before = editing.store.getState().selected;
  if (before !== name) leaveBlock(editing);
  flushChange(() => act(editing.store, select, name));
  if (name === null) {
    if (before !== null) focusBlock(before);
    return;
  }
  if (caret !== undefined) focusBlockForWriting(editing, name, caret);
  showBlock(name);
}

/** Moves a block by one place, or to the other column. */
export function moveBlockBy(editing: EditorSession, name: string, direction: BlockMove): void {
  changePlace(editing, name, (state) => move(state, name, direction));
}

/** Drops a block where it was dragged to. */
export function dropBlock(editing: EditorSession, name: string, place: SlotPosition): void {
  changePlace(editing, name, (state) => moveTo(state, name, place));
}

/** Makes a block span both columns, or puts it back into the left one. Does nothing in a layout of one column. */
export function toggleWide(editing: EditorSession, name: string): void {
  const { document } = editing.store.getState();
  const block = findBlock(document, name);
  if (document.columns.length < 2 || block === null || isAtFoot(block)) return;
  changePlace(editing, name, (state) => spanColumns(state, name, block.wide !== true));
}

function changePlace(editing: EditorSession, name: string, action: Parameters<typeof act>[1]): void {
  const before = editing.store.getState().document;
  const hadFocus = blockElement(name)?.contains(document.activeElement) ?? false;
  flushChange(() => act(editing.store, action));
  const state = editing.store.getState();
  const moved = state.document !== before;
  editing.announce(`${labelOf(state, name)} ${moved ? 'moved' : 'stays'}${whereOf(editing, name)}`);
  // Moving an element in the DOM drops its focus.
  if (hadFocus) focusBlock(name);
  showBlock(name);
}

export function duplicateInPlace(editing: EditorSession, name: string): void {
  leaveBlock(editing);
  const copy = newBlockName(findBlock(editing.store.getState().document, name)?.type ?? 'text');
  flushChange(() => act(editing.store, duplicate, name, copy));
  editing.announce(`${labelOf(editing.store.getState(), copy)} duplicated${whereOf(editing, copy)}`);
  focusBlock(copy);
}

/** Deletes a block: after a confirmation, or at once if it is new and empty. */
export async function deleteBlock(editing: EditorSession, name: string): Promise<void> {
  const label = labelOf(editing.store.getState(), name);
  const isSure =
    isNewAndEmpty(editing.store.getState(), name) ||
    (await confirm({
      title: NEWSLETTER_MESSAGES.deleteComponent,
      message: `${label}${whereOf(editing, name)}.${editing.wordsBeforeDeleting(name)} Undo brings it back.`,
      confirmLabel: 'Delete component',
      destructive: true,
    }));
  if (!isSure) return;
  const neighbour = neighbourOf(editing, name);
  flushChange(() => act(editing.store, remove, name));
  offerUndo(editing, `${label} deleted`);
  focusAt(neighbour);
}

/** Closes the form of a block; a new, empty block is deleted with it. */
export function closeBlock(editing: EditorSession, name: string): void {
  const isOfNoUse =
    isNewAndEmpty(editing.store.getState(), name) && !editing.files.state.getState().has(name);
  if (isOfNoUse) void deleteBlock(editing, name);
  else selectBlock(editing, null);
}

function isNewAndEmpty(state: EditorState, name: string): boolean {
  const [block, first] = [shownBlock(state, name), findBlock(state.document, name)];
  return isUnfinished(state, name) && JSON.stringify(block) === JSON.stringify(first);
}

/** The next block in reading order, or else the one before. */
function neighbourOf(editing: EditorSession, name: string): Block | undefined {
  const blocks = blocksOf(editing.store.getState().document);
  const index = blocks.findIndex((block) => block.name === name);
  return blocks[index + 1] ?? blocks[index - 1];
}

// Once a block is removed, the keyboard goes on with its neighbour.
function focusAt(block: Block | undefined): void {
  if (block === undefined) focusCanvas();
  else focusBlock(block.name);
}

/** Save changes: puts the checked working copy into the document and closes the form. */
export function saveBlockChanges(editing: EditorSession, block: Block): void {
  flushChange(() => saveBlock(editing.store, block));
  editing.announce(`${labelOf(editing.store.getState(), block.name)} saved`);
  focusBlock(block.name);
}

/** Discard changes: drops the working copy. */
export function discardBlockChanges(editing: EditorSession, name: string): void {
  act(editing.store, discardChanges, name);
  editing.announce('Changes discarded');
}

/** Cancel: drops the working copy after a confirmation and closes the form; removes a block that was never saved. */
export async function cancelBlock(editing: EditorSession, name: string): Promise<void> {
  const { workingCopies, fresh } = editing.store.getState();
  if (name in workingCopies && !fresh.includes(name)) {
    const isSure = await confirm({
      title: NEWSLETTER_MESSAGES.discardChanges,
      confirmLabel: 'Discard changes',
      cancelLabel: 'Keep editing',
      destructive: true,
    });
    if (!isSure) return;
  }
  const label = labelOf(editing.store.getState(), name);
  const neighbour = neighbourOf(editing, name);
  flushChange(() => act(editing.store, cancelEditing, name));
  if (findBlock(editing.store.getState().document, name) !== null) {
    focusBlock(name);
    return;
  }
  // Removed without a confirmation, so offer to undo.
  if (name in workingCopies) offerUndo(editing, `${label} removed`);
  else editing.announce(`${label} removed`);
  focusAt(neighbour);
}

/**
 * Undoes typing first: in the words at the caret, or else all that is new in the selected block; then the last step. A value
 * that is not valid yet stays as it is: Redo could not restore it.
 */
export function undoStep(editing: EditorSession): void {
  const words = editing.typing.getState();
  if (words?.can().undo() === true) {
    editing.stepsUndone.current = 0;
    words.chain().focus().undo().run();
    return;
  }
  if (!takeBackUnsaved(editing)) {
    if (editing.store.temporal.getState().pastStates.length === 0) return;
    stepHistory(editing, undo, 'Undone');
  }
  editing.stepsUndone.current += 1;
}

/** Undoes the changes of a working copy; false if there are none. */
function takeBackUnsaved(editing: EditorSession): boolean {
  const { store } = editing;
  const { selected } = store.getState();
  const steps = store.temporal.getState().pastStates;
  for (let block = unsavedStep(store.getState()); block !== null; block = unsavedStep(store.getState())) {
    saveBlock(store, block);
    // No step was added if the block is as before, or differs only in blanks at its end.
    const isSame = store.temporal.getState().pastStates === steps;
    flushChange(() => {
      if (!isSame) undo(store);
      act(store, select, selected);
    });
    if (isSame) continue;
    editing.announce(`Undone: ${labelOf(store.getState(), block.name)}${whereOf(editing, block.name)}`);
    return true;
  }
  return false;
}

/** Redoes in the reverse order: the steps that were undone after the words at the caret come before these words. */
export function redoStep(editing: EditorSession): void {
  const words = editing.typing.getState();
  const { stepsUndone, store } = editing;
  const isStep = store.temporal.getState().futureStates.length > 0;
  if (words?.can().redo() === true && (stepsUndone.current === 0 || !isStep)) {
    words.chain().focus().redo().run();
    return;
  }
  if (!isStep) return;
  stepsUndone.current = Math.max(0, stepsUndone.current - 1);
  stepHistory(editing, redo, 'Redone');
}

// The changed block may be out of view, or removed: scrolls to it or to its place, and announces it.
function stepHistory(editing: EditorSession, step: typeof undo, words: string): void {
  const before = editing.store.getState().document;
  const focused = document.activeElement?.matches('[data-block] button')
    ? document.activeElement.closest<HTMLElement>('[data-block]')?.dataset.block
    : undefined;
  flushChange(() => step(editing.store));
  const after = editing.store.getState().document;
  const change = stepChange(before, after, focused);
  if (change === null) {
    editing.announce(words);
    return;
  }
  const { block, isRemoved, shown } = change;
  const label = blockLabel(isRemoved ? before : after, block);
  editing.announce(`${words}: ${label}${isRemoved ? ' is gone' : whereOf(editing, block)}`);
  if (shown === null) return;
  // For people who work on blocks by keys: they go on with the restored block, not with its neighbour.
  if (focused !== undefined) focusBlock(shown);
  showBlock(shown);
}

/** ', left column, place 3': the position of a block, in words. */
export function whereOf(editing: EditorSession, name: string): string {
  const { document } = editing.store.getState();
  // A footer spans all columns.
  if (isAtFoot(findBlock(document, name))) return ', at the foot';
  const place = positionOf(document, name);
  if (place === null) return '';
  const isWide = findBlock(document, name)?.wide === true;
  return `, ${placeWords(editing, document.columns.length, place, isWide)}`;
}

/** 'left column, place 3', or 'across both columns, place 3', or 'place 3' in one column. */
export function placeWords(
  { isRightToLeft }: EditorSession,
  columns: number,
  { column, slot }: SlotPosition,
  isWide = false,
): string {
  const where = isWide ? 'across both columns' : `${sideOf(column, isRightToLeft)} column`;
  return `${columns > 1 ? `${where}, ` : ''}place ${slot + 1}`;
}

function labelOf({ document }: EditorState, name: string): string {
  return blockLabel(document, name);
}
