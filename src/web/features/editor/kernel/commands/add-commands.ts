import { type Block, type BlockType, createBlock, isAtFoot } from '#newsletter/document/document.ts';
import { findBlock, positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { inheritedTextOf } from '#newsletter/document/traits.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { Insertion } from '#web/features/editor/kernel/insertion.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { flushChange, showWhileDrawn } from '#web/features/editor/kernel/places/focus.ts';
import {
  addNew,
  asBeside,
  type EditorState,
  newBlockName,
  type StateChange,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act, replaceEmpty } from '#web/features/editor/kernel/state/editor-store.ts';
import { lastToAddBelow, mayAddBelow } from '#web/features/editor/kernel/state/rights.ts';
import { addsBelow } from './adds-below.ts';
import { focusBlockForWriting, leaveBlock, whereOf } from './commands.ts';
import { divideText } from './divide-text.ts';

/** The commands that add blocks: each selects the new one, with the caret in its words or the focus in its first field. */

/** Adds a block at a place; otherwise below the selected block, or in the next column in turn if there is none. */
export function addBlockOfType(editing: EditorSession, type: BlockType, place?: SlotPosition): void {
  const { document } = editing.store.getState();
  const near = addsBelow(editing);
  const isElsewhere = editing.isContributor && (near === null || !mayAddBelow(editing.rightAt(near)));
  const beside = isElsewhere ? lastToAddBelow(editing, document) : near;
  if (place === undefined && beside !== null) addBlockBeside(editing, type, { block: beside, at: 'below' });
  else addBlock(editing, newBlock(type), place);
}

/** Adds a block above or below another one, with its width; in place of an empty one; or within a text. */
export function addBlockBeside(editing: EditorSession, type: BlockType, insertion: Insertion): void {
  if (insertion.at === 'instead') {
    addBlockInstead(editing, type, insertion.block);
    return;
  }
  const block = newBlock(type);
  leaveBlock(editing);
  flushChange(() =>
    act(editing.store, (before) => {
      // A footer divides no text: it goes to the foot.
      const { state, beside } = isAtFoot(block)
        ? { state: before, beside: insertion }
        : divideText(before, insertion);
      return { ...state, ...addBeside(state, block, beside, editing.opened.footerText) };
    }),
  );
  showAdded(editing, block);
}

function addBeside(
  state: EditorState,
  block: Block,
  { block: name, at }: Insertion,
  footerText: string,
): StateChange {
  const beside = positionOf(state.document, name);
  const neighbour = findBlock(state.document, name);
  const workingCopy = firstWorkingCopy(block, footerText);
  if (beside === null || isAtFoot(neighbour) || isAtFoot(block))
    return addNew(state, block, undefined, workingCopy);
  const place = { ...beside, slot: beside.slot + (at === 'above' ? 0 : 1) };
  return addNew(state, asBeside(block, neighbour), place, workingCopy && asBeside(workingCopy, neighbour));
}

function addBlock(editing: EditorSession, block: Block, place?: SlotPosition): void {
  leaveBlock(editing);
  flushChange(() =>
    act(editing.store, addNew, block, place, firstWorkingCopy(block, editing.opened.footerText)),
  );
  showAdded(editing, block);
}

function addBlockInstead(editing: EditorSession, type: BlockType, replaced: string): void {
  const block = newBlock(type);
  const first = firstWorkingCopy(block, editing.opened.footerText);
  flushChange(() => replaceEmpty(editing.store, replaced, block, first));
  showAdded(editing, block);
}

function newBlock(type: BlockType): Block {
  return createBlock(type, () => newBlockName(type));
}

// A new footer starts with the school's inherited text.
function firstWorkingCopy(block: Block, footerText: string): Block | undefined {
  return footerText === '' ? undefined : inheritedTextOf(block)?.replace(footerText);
}

function showAdded(editing: EditorSession, { name }: Block): void {
  // The change was refused: the person has no right to add there.
  if (findBlock(editing.store.getState().document, name) === null) return;
  editing.announce(`${blockLabel(editing.store.getState().document, name)} added${whereOf(editing, name)}`);
  focusBlockForWriting(editing, name);
  showWhileDrawn(name);
}
