import type { Clipboard } from '#newsletter/blocks/block-editor.ts';
import { FROM_CLIPBOARD } from '#newsletter/blocks/from-clipboard.tsx';
import {
  type Block,
  type BlockType,
  createBlock,
  DEFINITIONS,
  isAtFoot,
} from '#newsletter/document/document.ts';
import { findBlock, positionOf } from '#newsletter/document/layout.ts';
import { toast } from '#ui/feedback/toast.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { flushChange, showBlock } from '#web/features/editor/kernel/places/focus.ts';
import { addNew, newBlockName } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { NO_ROOM, roomFor } from './room.ts';

/** The block made from a clipboard; null if no block type accepts it. */
export function blockFromClipboard(data: Clipboard): PastedBlock | null {
  for (const { type } of Object.values(DEFINITIONS)) {
    const pasted = pastedAs(type, data);
    if (pasted !== null) return pasted;
  }
  return null;
}
/** A block from the clipboard, and a note on what did not fit. */
interface PastedBlock {
  readonly block: Block;
  readonly note?: string | undefined;
}

function pastedAs<Type extends BlockType>(
  type: Type,
  data: Clipboard,
): { readonly block: Block<Type>; readonly note?: string | undefined } | null {
  const pasted = FROM_CLIPBOARD[type]?.(data) ?? null;
  if (pasted === null) return null;
  return { block: { name: newBlockName(type), type, value: pasted.value }, note: pasted.note };
}

/** Adds a pasted block below a block (null: at the end) and opens it; its value is a working copy. */
export function pasteBlock(
  editing: EditorSession,
  { block: pasted, note }: PastedBlock,
  target: string | null,
): void {
  const state = editing.store.getState();
  const { document } = state;
  if (!roomFor(state, 1)) {
    toast.error(NO_ROOM);
    return;
  }
  const isFoot = target !== null && isAtFoot(findBlock(document, target));
  const above = target === null || isFoot ? null : positionOf(document, target);
  const place = above === null ? undefined : { column: above.column, slot: above.slot + 1 };
  const empty = createBlock(pasted.type, () => pasted.name);
  flushChange(() => act(editing.store, addNew, empty, place, pasted));
  selectBlock(editing, pasted.name);
  showBlock(pasted.name);
  editing.announce(`${blockLabel(editing.store.getState().document, pasted.name)} added`);
  if (note !== undefined) toast.info(note);
}
