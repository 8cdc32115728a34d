import { type Block, type BlockType, createBlock, DEFINITIONS } from '#newsletter/document/document.ts';
import { findBlock, positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { inheritedTextOf, isAtFoot } from '#newsletter/document/traits.ts';
import type { Insertion } from '#web/features/editor/adding/insertion.ts';
import { flushChange, showBlock } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { focusBlockForWriting, leaveBlock, whereOf } from './commands.ts';
import { addNew, newBlockName } from './editor-state.ts';
import { act, replaceEmpty } from './editor-store.ts';

/** The commands that add blocks: each selects the new one, with the caret in its words or the focus in its first field. */

/** Adds a block at a place; otherwise below the selected block, or in the next column in turn if there is none. */
export function addBlockOfType(editing: Editing, type: BlockType, place?: SlotPosition): void {
  const { selected } = editing.store.getState();
  if (place === undefined && selected !== null)
    addBlockBeside(editing, type, { block: selected, at: 'below' });
  else addBlock(editing, newBlock(type), place);
}

/** Adds a block above or below another one, as wide as that is; or in the place of an empty one. */
export function addBlockBeside(editing: Editing, type: BlockType, { block: name, at }: Insertion): void {
  if (at === 'instead') {
    addBlockInstead(editing, type, name);
    return;
  }
  const { document } = editing.store.getState();
  const beside = positionOf(document, name);
  const neighbour = findBlock(document, name);
  const block = newBlock(type);
  if (beside === null || isAtFoot(neighbour) || isAtFoot(block)) addBlock(editing, block);
  else
    addBlock(editing, neighbour?.wide === true ? { ...block, wide: true } : block, {
      ...beside,
      slot: beside.slot + (at === 'below' ? 1 : 0),
    });
}

function addBlock(editing: Editing, block: Block, place?: SlotPosition): void {
  leaveBlock(editing);
  flushChange(() =>
    act(editing.store, addNew, block, place, firstWorkingCopy(block, editing.opened.footerText)),
  );
  showAdded(editing, block);
}

function addBlockInstead(editing: Editing, type: BlockType, replaced: string): void {
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

function showAdded(editing: Editing, { name, type }: Block): void {
  editing.announce(`${DEFINITIONS[type].label} added${whereOf(editing, name)}`);
  focusBlockForWriting(editing, name);
  showBlock(name);
}
