import type { Clipboard } from '#newsletter/blocks/block-editor.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { type Block, type BlockType, createBlock, DEFINITIONS } from '#newsletter/document/document.ts';
import { findBlock, positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { isAtFoot } from '#newsletter/document/traits.ts';
import { toast } from '#ui/feedback/toast.ts';
import { flushChange, showBlock } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { blocksFor, canTake } from '#web/features/editor/fields/pending-files.ts';
import { selectBlock } from './commands.ts';
import { addNew, newBlockName } from './editor-state.ts';
import { act } from './editor-store.ts';

/** The commands for dropped and pasted files. */

/** Adds files to a block; false if its type does not accept them. */
export function addFilesToBlock(editing: Editing, name: string, files: readonly File[]): boolean {
  const block = findBlock(editing.store.getState().document, name);
  if (block === null || !canTake(block.type, files)) return false;
  selectBlock(editing, name);
  editing.files.add(name, files);
  editing.announce(`${DEFINITIONS[block.type].label}: uploading ${namesOf(files)}`);
  return true;
}

/** Adds new blocks for files, at a place or in the next column in turn, and selects the first. */
export function addFiles(editing: Editing, files: readonly File[], place?: SlotPosition): void {
  const added = blocksFor(files).map(({ type, files: own }, index) => {
    const block = createBlock(type, () => newBlockName(type));
    const at = place && { column: place.column, slot: place.slot + index };
    flushChange(() => act(editing.store, addNew, block, at));
    editing.files.add(block.name, own);
    return block;
  });
  const [first] = added;
  if (first === undefined) return;
  selectBlock(editing, first.name);
  showBlock(first.name);
  editing.announce(`${added.map(({ type }) => DEFINITIONS[type].label).join(', ')} added`);
}

/** Pastes files into the focused or selected block if it accepts them, else as new blocks below it. */
export function pasteFiles(editing: Editing, files: readonly File[], target: string | null): void {
  if (target !== null && addFilesToBlock(editing, target, files)) return;
  const { document } = editing.store.getState();
  const place = target === null ? null : positionOf(document, target);
  if (place === null || (target !== null && isAtFoot(findBlock(document, target)))) addFiles(editing, files);
  else addFiles(editing, files, { column: place.column, slot: place.slot + 1 });
}

/** The block that something on the clipboard becomes; null if no type makes one of it. */
export function blockFromClipboard(data: Clipboard): PastedBlock | null {
  for (const { type } of Object.values(EDITORS)) {
    const pasted = pastedAs(type, data);
    if (pasted !== null) return pasted;
  }
  return null;
}
/** A block from the clipboard, and what of it did not fit. */
interface PastedBlock {
  readonly block: Block;
  readonly note?: string | undefined;
}

function pastedAs<Type extends BlockType>(
  type: Type,
  data: Clipboard,
): { readonly block: Block<Type>; readonly note?: string | undefined } | null {
  const pasted = EDITORS[type].fromClipboard?.(data) ?? null;
  if (pasted === null) return null;
  return { block: { name: newBlockName(type), type, value: pasted.value }, note: pasted.note };
}

/** Adds a pasted block below a block (null: at the end) and opens it; its value is a working copy. */
export function pasteBlock(
  editing: Editing,
  { block: pasted, note }: PastedBlock,
  target: string | null,
): void {
  const { document } = editing.store.getState();
  const isFoot = target !== null && isAtFoot(findBlock(document, target));
  const above = target === null || isFoot ? null : positionOf(document, target);
  const place = above === null ? undefined : { column: above.column, slot: above.slot + 1 };
  const empty = createBlock(pasted.type, () => pasted.name);
  flushChange(() => act(editing.store, addNew, empty, place, pasted));
  selectBlock(editing, pasted.name);
  showBlock(pasted.name);
  editing.announce(`${DEFINITIONS[pasted.type].label} added`);
  if (note !== undefined) toast.info(note);
}

function namesOf(files: readonly File[]): string {
  return files.map(({ name }) => name).join(', ');
}
