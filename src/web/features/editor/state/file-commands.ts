import type { Clipboard } from '#newsletter/blocks/block-editor.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { type Block, type BlockType, createBlock, DEFINITIONS } from '#newsletter/document/document.ts';
import { findBlock, positionOf } from '#newsletter/document/layout.ts';
import { isAtFoot } from '#newsletter/document/traits.ts';
import { toast } from '#ui/feedback/toast.ts';
import { flushChange, showBlock } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { canTake } from '#web/features/editor/fields/pending-files.ts';
import { addFiles, addPhotosTo, type Place } from '#web/features/editor/photos/add-photos.ts';
import { photoRoom } from '#web/features/editor/photos/put-photo.ts';
import { selectBlock } from './commands.ts';
import { addNew, newBlockName } from './editor-state.ts';
import { act } from './editor-store.ts';

/** The commands for dropped and pasted files. */

/** Adds files to a block; false if its type does not accept them. */
export function addFilesToBlock(editing: Editing, name: string, files: readonly File[]): boolean {
  const block = findBlock(editing.store.getState().document, name);
  if (block === null || !canTake(block.type, files)) return false;
  const { max, count } = photoRoom(block);
  // Another picture in the place of the only one.
  const isReplaced = max === count && max <= 1;
  selectBlock(editing, name);
  if (max > 0 && !isReplaced) {
    addPhotosTo(editing, name, files);
    return true;
  }
  editing.files.add(name, files);
  editing.announce(`${DEFINITIONS[block.type].label}: uploading ${namesOf(files)}`);
  return true;
}

/** Pastes files into the focused or selected block if it accepts them, else as new blocks below it. */
export function pasteFiles(editing: Editing, files: readonly File[], target: string | null): void {
  if (target !== null && addFilesToBlock(editing, target, files)) return;
  addFiles(editing, files, target === null ? undefined : placeBelow(editing, target));
}

/** Where a new block stands below another, as wide as that; undefined below a footer: at the end. */
export function placeBelow(editing: Editing, name: string): Place | undefined {
  const { document } = editing.store.getState();
  const place = positionOf(document, name);
  const block = findBlock(document, name);
  if (place === null || isAtFoot(block)) return undefined;
  return { column: place.column, slot: place.slot + 1, isWide: block?.wide === true };
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
