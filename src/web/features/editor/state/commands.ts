import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { type Block, type BlockType, createBlock, DEFINITIONS } from '#newsletter/document/document.ts';
import { blocksOf, findBlock, type Place, placeOf } from '#newsletter/document/layout.ts';
import { inheritedTextOf, isAtFoot } from '#newsletter/document/traits.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import {
  blockElement,
  flushChange,
  focusBlock,
  focusCanvas,
  focusFirstField,
  showBlock,
} from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { offerUndo } from '#web/features/editor/history/offer-undo.ts';
import {
  addNew,
  cancelEditing,
  discardChanges,
  duplicate,
  type EditorState,
  type Move,
  move,
  moveTo,
  newBlockName,
  remove,
  select,
  shownBlock,
} from './editor-state.ts';
import { act, redo, saveBlock, undo } from './editor-store.ts';
import { sideOf } from './sides.ts';

/** What a person can do, by whatever hand: pointer, keyboard or button. Each says in words what has happened. */

/** Adds a block and opens its editing, with the focus in its first field. */
export function addBlockOfType(editing: Editing, type: BlockType, place?: Place): void {
  const block = createBlock(type, () => newBlockName(type));
  const draft = firstDraft(block, editing.opened.footerText);
  flushChange(() => act(editing.store, addNew, block, place, draft));
  editing.announce(`${DEFINITIONS[type].label} added${whereOf(editing, block.name)}`);
  focusFirstField();
  showBlock(block.name);
}

// A footer begins with the text of the newest one.
function firstDraft(block: Block, footerText: string): Block | undefined {
  return footerText === '' ? undefined : inheritedTextOf(block)?.replace(footerText);
}

/** Opens a block's editing, or closes it with null. */
export function selectBlock(editing: Editing, name: string | null, focusFields = false): void {
  const before = editing.store.getState().selected;
  flushChange(() => act(editing.store, select, name));
  if (name === null) {
    if (before !== null) focusBlock(before);
    return;
  }
  if (focusFields) focusFirstField();
  showBlock(name);
}

/** Moves a block by one place, or to the other column. */
export function moveBlockBy(editing: Editing, name: string, way: Move): void {
  changePlace(editing, name, (state) => move(state, name, way));
}

/** Drops a block where it was dragged to. */
export function dropBlock(editing: Editing, name: string, place: Place): void {
  changePlace(editing, name, (state) => moveTo(state, name, place));
}

function changePlace(editing: Editing, name: string, action: Parameters<typeof act>[1]): void {
  const before = editing.store.getState().document;
  const hadFocus = blockElement(name)?.contains(document.activeElement) ?? false;
  flushChange(() => act(editing.store, action));
  const state = editing.store.getState();
  const moved = state.document !== before;
  editing.announce(`${labelOf(state, name)} ${moved ? 'moved' : 'stays'}${whereOf(editing, name)}`);
  // Moving an element in the page takes the focus from it.
  if (hadFocus) focusBlock(name);
  showBlock(name);
}

export function duplicateBlock(editing: Editing, name: string): void {
  const copy = newBlockName(findBlock(editing.store.getState().document, name)?.type ?? 'text');
  flushChange(() => act(editing.store, duplicate, name, copy));
  editing.announce(`${labelOf(editing.store.getState(), copy)} duplicated${whereOf(editing, copy)}`);
  focusBlock(copy);
}

/** Asks, then deletes a block. */
export async function deleteBlock(editing: Editing, name: string): Promise<void> {
  const label = labelOf(editing.store.getState(), name);
  const isSure = await confirm({
    title: NEWSLETTER_MESSAGES.deleteComponent,
    message: `${label}${whereOf(editing, name)}. Undo brings it back.`,
    confirmLabel: 'Delete component',
    destructive: true,
  });
  if (!isSure) return;
  flushChange(() => act(editing.store, remove, name));
  offerUndo(editing, `${label} deleted`);
  focusCanvas();
}

/** Save changes: the document takes the checked working copy, and the editing closes. */
export function saveBlockChanges(editing: Editing, block: Block): void {
  flushChange(() => saveBlock(editing.store, block));
  editing.announce(`${DEFINITIONS[block.type].label} saved`);
  focusBlock(block.name);
}

/** Discard changes: back to what was saved. */
export function discardBlockChanges(editing: Editing, name: string): void {
  act(editing.store, discardChanges, name);
  editing.announce('Changes discarded');
}

/** Cancel: asks where there is something to lose, then closes; a block that was never saved is removed. */
export async function cancelBlock(editing: Editing, name: string): Promise<void> {
  const { drafts, fresh } = editing.store.getState();
  if (name in drafts && !fresh.includes(name)) {
    const isSure = await confirm({
      title: NEWSLETTER_MESSAGES.discardChanges,
      confirmLabel: 'Discard changes',
      cancelLabel: 'Keep editing',
      destructive: true,
    });
    if (!isSure) return;
  }
  const label = labelOf(editing.store.getState(), name);
  flushChange(() => act(editing.store, cancelEditing, name));
  if (findBlock(editing.store.getState().document, name) !== null) {
    focusBlock(name);
    return;
  }
  // Nobody was asked: what was typed is one press away.
  if (name in drafts) offerUndo(editing, `${label} removed`);
  focusCanvas();
}

export function undoStep(editing: Editing): void {
  if (editing.store.temporal.getState().pastStates.length === 0) return;
  travel(editing, undo, 'Undone');
}

export function redoStep(editing: Editing): void {
  if (editing.store.temporal.getState().futureStates.length === 0) return;
  travel(editing, redo, 'Redone');
}

// What it changes may be far from what is being looked at: it is brought into sight, and named.
function travel(editing: Editing, step: typeof undo, words: string): void {
  const before = editing.store.getState().document;
  flushChange(() => step(editing.store));
  const state = editing.store.getState();
  const changed = blocksOf(state.document).find((block) => findBlock(before, block.name) !== block);
  editing.announce(
    changed === undefined
      ? words
      : `${words}: ${labelOf(state, changed.name)}${whereOf(editing, changed.name)}`,
  );
  if (changed !== undefined) showBlock(changed.name);
}

/** ', left column, place 3': where a block stands, in words. */
function whereOf(editing: Editing, name: string): string {
  const { document } = editing.store.getState();
  // Whatever column it is kept in, it spans them all.
  if (isAtFoot(findBlock(document, name))) return ', at the foot';
  const place = placeOf(document, name);
  return place === null ? '' : `, ${placeWords(editing, document.columns.length, place)}`;
}

/** 'left column, place 3', or 'place 3' in one column. */
export function placeWords({ isRightToLeft }: Editing, columns: number, { column, slot }: Place): string {
  return `${columns > 1 ? `${sideOf(column, isRightToLeft)} column, ` : ''}place ${slot + 1}`;
}

function labelOf(state: EditorState, name: string): string {
  const block = shownBlock(state, name);
  return block === null ? 'Block' : DEFINITIONS[block.type].label;
}
