import { type Block, type BlockType, createBlock, DEFINITIONS } from '#newsletter/document/document.ts';
import { findBlock, positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { picturesOf } from '#newsletter/document/traits.ts';
import { toast } from '#ui/feedback/toast.ts';
import { leaveBlock } from '#web/features/editor/kernel/commands/commands.ts';
import {
  addEmptyStep,
  isLastStep,
  lastBase,
  type StepBase,
} from '#web/features/editor/kernel/commands/late-arrivals.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { balanced, blocksFor } from '#web/features/editor/kernel/pending-files.ts';
import { flushChange, focusField, showBlock } from '#web/features/editor/kernel/places/focus.ts';
import {
  addNew,
  type EditorState,
  newBlockName,
  remove,
  type StateChange,
  select,
  shownBlock,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act, withoutStep } from '#web/features/editor/kernel/state/editor-store.ts';
import { offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';
import { isArriving, photoUploads } from './photo-upload.ts';
import { photoUploadsOf } from './photo-uploads.ts';
import { emptyFor, photoRoom } from './put-photo.ts';
import { shownPhotos } from './shown-photos.ts';

/** The commands that put any number of photos on the canvas. */

/** Where new blocks go; photos with `isWide` span both columns. */
export type PhotoPlace = SlotPosition & { readonly isWide?: boolean; readonly audience?: Block['audience'] };

/** Adds new blocks for files, at a place or in the next column in turn, and selects the first. */
export function addFiles(editing: EditorSession, files: readonly File[], place?: PhotoPlace): void {
  leaveBlock(editing);
  const added = blocksFor(files).map(({ type, files: own }) => ({
    block: newBlock(editing, type, own.length, { isWide: place?.isWide === true, audience: place?.audience }),
    files: own,
  }));
  const [first] = added;
  if (first === undefined) return;
  flushChange(() =>
    act(
      editing.store,
      addAllNew,
      added.map(({ block }) => block),
      place,
    ),
  );
  for (const { block, files: own } of added)
    if (photoRoom(block).max === 0) editing.files.add(block.name, own);
  const photos = added.flatMap(({ block, files: own }) =>
    photoRoom(block).max > 0 ? [{ block: block.name, existing: [], files: own }] : [],
  );
  const base = lastBase(editing.store);
  let drop = '';
  flushChange(() => {
    drop = photoUploadsOf(editing).add(photos, base);
  });
  showBlock(first.block.name);
  editing.announce(`${added.map(({ block }) => DEFINITIONS[block.type].label).join(', ')} added`);
  if (photos.length === 0) return;
  showOnceSettled(editing, drop, base);
  focusDescription(editing, first.block.name);
}

/**
 * Uploads photos into a block. Those that do not fit become new blocks below; an empty block that cannot take them together
 * is replaced by one that can.
 */
export function addPhotosTo(editing: EditorSession, name: string, files: readonly File[]): void {
  const { store } = editing;
  const photos = photoUploads(editing);
  const state = store.getState();
  const block = shownBlock(state, name);
  const place = positionOf(state.document, name);
  if (block === null || place === null) return;
  const { max, count } = photoRoom(block);
  const arriving = photos.getState().filter((each) => each.block === name && isArriving(each)).length;
  const isEmpty = count + arriving === 0;
  const { wide, audience } = findBlock(state.document, name) ?? {};
  const look = { isWide: wide === true, audience };
  if (isEmpty && max === 1 && files.length > 1) {
    takeAway(editing, name);
    addFiles(editing, files, { ...place, ...look });
    return;
  }
  const room = max - count - arriving;
  const parts = isEmpty ? balanced(files, max) : [files.slice(0, room), ...balanced(files.slice(room), max)];
  const [fitting = [], ...others] = parts;
  const added = others.flatMap((own) =>
    blocksFor(own).map(({ type }) => ({ block: newBlock(editing, type, own.length, look), files: own })),
  );
  const base = addEmptyStep(store);
  const below = { column: place.column, slot: place.slot + 1 };
  if (added.length > 0)
    flushChange(() =>
      withoutStep(
        store,
        addAllNew,
        added.map((each) => each.block),
        below,
      ),
    );
  if (fitting.length > 0) act(store, select, name);
  const existing = picturesOf(block).map(({ address }) => address);
  const asked = added.map((each) => ({ block: each.block.name, existing: [], files: each.files }));
  let drop = '';
  flushChange(() => {
    drop = photoUploadsOf(editing).add([{ block: name, existing, files: fitting }, ...asked], base);
  });
  showOnceSettled(editing, drop, base);
  focusDescription(editing, name);
}

/** Removes an empty block, with its undo step if it was added right before. */
function takeAway({ store }: EditorSession, name: string): void {
  const { pastStates } = store.temporal.getState();
  const before = pastStates.at(-1)?.document;
  withoutStep(store, remove, name);
  if (before !== undefined && findBlock(before, name) === null)
    store.temporal.setState({ pastStates: pastStates.slice(0, -1) });
}

/** Moves the focus to the description of the first photo that is on its way to a block. */
function focusDescription(editing: EditorSession, name: string): void {
  const block = shownBlock(editing.store.getState(), name);
  const shown = block === null ? [] : shownPhotos(block, photoUploads(editing).getState());
  const photo = shown.find(({ upload }) => upload !== null);
  if (photo !== undefined) focusField(photo.picture.path);
}

/** Says once how many photos of a drop were added and how many failed, when none is still on its way. */
function showOnceSettled(editing: EditorSession, drop: string, base: StepBase): void {
  const photos = photoUploads(editing);
  const say = () => {
    const steps = photos
      .getState()
      .filter((each) => each.drop === drop)
      .map(({ step }) => step.at);
    // A stopped photo was undone, and goes on if that is redone.
    if (steps.some((at) => at !== 'done' && at !== 'failed')) return;
    stop();
    const words = outcomeOf(steps.filter((at) => at === 'done').length, steps.length);
    if (words === null) return;
    if (isLastStep(editing.store, base)) offerUndo(editing, words);
    else toast.info(words);
  };
  const stop = photos.subscribe(say);
}

function outcomeOf(added: number, all: number): string | null {
  if (all === 0) return null;
  if (added === all) return `${countOfPhotos(all)} added`;
  return added === 0
    ? `${countOfPhotos(all)} could not be added`
    : `${added} of ${all} photos added, ${all - added} failed`;
}

function countOfPhotos(count: number): string {
  return count === 1 ? 'One photo' : `${count} photos`;
}

function newBlock(
  { store }: EditorSession,
  type: BlockType,
  photos: number,
  { isWide, audience }: { readonly isWide: boolean; readonly audience: Block['audience'] },
): Block {
  const { columns } = store.getState().document;
  const block = emptyFor(
    createBlock(type, () => newBlockName(type)),
    photos,
    isWide || columns.length === 1,
  );
  const placed = audience === undefined ? block : { ...block, audience };
  return isWide && photoRoom(block).max > 0 ? { ...placed, wide: true } : placed;
}

/** Adds new blocks one below the other, and selects the first, as one undo step. */
function addAllNew(state: EditorState, blocks: readonly Block[], place?: SlotPosition): StateChange {
  let next = state;
  let at = place;
  for (const block of blocks) {
    next = { ...next, ...addNew(next, block, at) };
    const last = positionOf(next.document, block.name);
    at = last === null ? undefined : { column: last.column, slot: last.slot + 1 };
  }
  const { document, fresh } = next;
  return { document, fresh, selected: blocks[0]?.name ?? null };
}
