import { addBlock, removeBlock } from '#newsletter/document/arrange.ts';
import { type Block, blockSchema, isAtFoot, isEmptySpace } from '#newsletter/document/document.ts';
import { findBlock, positionOf } from '#newsletter/document/layout.ts';
import { withNewIds } from '#newsletter/document/traits.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { addsBelow } from '#web/features/editor/kernel/commands/adds-below.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { divideText } from '#web/features/editor/kernel/commands/divide-text.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { Insertion } from '#web/features/editor/kernel/insertion.ts';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import {
  asBeside,
  checkBlock,
  type EditorState,
  newBlockName,
  type StateChange,
  shownBlock,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { withOwnPaths } from '#web/features/editor/saving/newsletter-calls.ts';
import { fetchSavedItem } from '#web/newsletter-ui/saved-items/saved-data.ts';

/** A block and the ones below it in its column, as they are shown, up to the first that is not finished. */
export function blocksFrom(state: EditorState, name: string): readonly Block[] {
  const place = positionOf(state.document, name);
  const column = place === null ? [] : (state.document.columns[place.column] ?? []);
  const below = column.slice(place?.slot).flatMap((block) => block ?? []);
  const checked = below.map((block) => checkBlock(shownBlock(state, block.name) ?? block).block);
  const end = checked.indexOf(null);
  return checked.slice(0, end < 0 ? undefined : end).flatMap((block) => block ?? []);
}

/** Inserts a copy of saved blocks at a place, or below the selected block, or at the end. An error has been shown. */
export async function insertSavedBlocks(
  editing: EditorSession,
  id: string,
  place?: Insertion,
): Promise<void> {
  const item = await fetchSavedItem(id).catch(() => null);
  if (item === null) return;
  const stored = item.code.map((block) => blockSchema.safeParse(withOwnPaths(block, window.location.origin)));
  const blocks = stored.flatMap(({ data }) =>
    data === undefined || isEmptySpace(data) ? [] : [copyOf(data)],
  );
  const [first] = blocks;
  // A block is not valid without a file that was deleted.
  if (blocks.length < stored.length) toast.info(`Something in ‘${item.name}’ was deleted, and is left out`);
  if (first === undefined) return;
  const above = addsBelow(editing);
  const beside = place ?? (above === null ? null : ({ block: above, at: 'below' } as const));
  selectBlock(editing, null);
  flushChange(() => act(editing.store, insertBeside, blocks, beside));
  editing.announce(`${item.name} added`);
  selectBlock(editing, first.name, 'end');
}

function copyOf(block: Block): Block {
  return withNewIds({ ...block, name: newBlockName(block.type) }, createRowId);
}

/** Inserts blocks one below the other at a place; if that is null, at the next free one. */
function insertBeside(
  state: EditorState,
  blocks: readonly Block[],
  insertion: Insertion | null,
): StateChange {
  const { state: next, beside } = insertion === null ? { state, beside: null } : divideText(state, insertion);
  const { document: before } = next;
  let document = before;
  const neighbour = beside === null ? null : findBlock(before, beside.block);
  let place = neighbour === null || isAtFoot(neighbour) ? null : positionOf(before, neighbour.name);
  if (place !== null && beside?.at !== 'above') place = { ...place, slot: place.slot + 1 };
  for (const block of blocks) {
    if (isAtFoot(block)) {
      document = addBlock(document, block);
      continue;
    }
    const { audience } = block;
    const placed = asBeside(block, neighbour);
    const own = audience === undefined ? placed : { ...placed, audience };
    document = addBlock(document, own, place ?? undefined);
    const added = positionOf(document, block.name);
    place = added && { ...added, slot: added.slot + 1 };
  }
  // The empty text in which the list was opened.
  if (beside?.at === 'instead') document = removeBlock(document, beside.block);
  return { ...next, document };
}
