import { newsletterTitle } from '#contract/newsletters.ts';
import {
  addBlock,
  duplicateBlock,
  removeBlock,
  replaceBlock,
  setAudience,
  setWide,
  tintSection,
} from '#newsletter/document/arrange.ts';
import { BLOCK_MESSAGES, type Tint } from '#newsletter/document/block.ts';
import { isValueOf } from '#newsletter/document/block-values.ts';
import {
  type Block,
  type BlockType,
  blockSchema,
  createBlock,
  inEnvelopeOf,
  isAtFoot,
  isEmptySpace,
  type NewsletterDocument,
  toCode,
} from '#newsletter/document/document.ts';
import { blocksOf, findBlock, positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { moveBlock, moveDown, moveToOtherColumn, moveUp } from '#newsletter/document/move.ts';
import { segmentsOf } from '#newsletter/document/segments.ts';
import { emptyFieldsOf, picturesOf, withNewIds } from '#newsletter/document/traits.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { isSameValue } from '#newsletter/merge/same-value.ts';
import { settingsIn } from '#newsletter/settings/settings.ts';

/** The editor's state, and its actions: pure functions from a state to the change. */
export interface EditorState {
  readonly title: string;
  readonly document: NewsletterDocument;
  /** Names of blocks that were added but never saved: on the canvas and in the journal, not sent to the server. */
  readonly fresh: readonly string[];
  /** Working copies by block name: typed values, until Save changes. */
  readonly workingCopies: Readonly<Record<string, Block>>;
  /** Working copies of blocks that were removed or changed back, for when undo or redo restores the block. */
  readonly putAside: readonly PutAside[];
  /** The block that is being edited. */
  readonly selected: string | null;
  /** Whether the text in the title field is not a valid title yet; `title` keeps the last valid one. */
  readonly isTitleUnfinished: boolean;
}
export type StateChange = Partial<EditorState>;

/** A working copy, and the value of the block that it was typed over. */
interface PutAside {
  readonly copy: Block;
  readonly over: Block['value'] | undefined;
}

/** The part of the state that undo, redo and saving cover. */
export type Saved = Pick<EditorState, 'title' | 'document' | 'fresh'>;

export function savedPart({ title, document, fresh }: EditorState): Saved {
  return { title, document, fresh };
}

/** Whether two states are the same for undo and for saving. */
export function isSameSaved(one: Saved, other: Saved): boolean {
  return one.title === other.title && one.document === other.document && one.fresh === other.fresh;
}

/** Whether two states would be sent as the same content. */
export function isSameContent(one: Saved, other: Saved): boolean {
  return isSameSaved(one, other) || contentOf(one) === contentOf(other);
}

function contentOf(saved: Saved): string {
  const document = savableDocument(saved);
  return JSON.stringify([saved.title, document.layout, settingsIn(document), toCode(document)]);
}

/** The block as the canvas shows it: its working copy, if it has one. */
export function shownBlock(state: EditorState, name: string): Block | null {
  return state.workingCopies[name] ?? findBlock(state.document, name);
}

/** The document as it is sent: without the blocks that were never saved. */
export function savableDocument({ document, fresh }: Saved): NewsletterDocument {
  return fresh.reduce(removeBlock, document);
}

/** The cleaned block as it will be stored, or its problems by field path. */
export type CheckedBlock =
  | { readonly block: Block; readonly problems: Readonly<Record<string, string>> }
  | { readonly block: null; readonly problems: Readonly<Record<string, string>> };

/**
 * The document as the canvas shows it, and as it is sent and published: with all working copies that are valid, and
 * without new blocks that are not.
 */
export function canvasDocument(state: EditorState): NewsletterDocument {
  return savableDocument(sentPart(state));
}

/** The state as it is saved to the server. `fresh` are the new blocks that are not valid yet. */
export function sentPart(state: EditorState): Saved {
  const known = sentParts.get(state.workingCopies);
  if (known !== undefined && isSameSaved(known.from, state)) return known.sent;
  const valid = unsavedBlocks(state).flatMap((block) => checkBlock(block).block ?? []);
  const names = new Set(valid.map(({ name }) => name));
  const sent = {
    title: state.title,
    document: valid.reduce(replaceBlock, state.document),
    fresh: valid.length === 0 ? state.fresh : state.fresh.filter((name) => !names.has(name)),
  };
  sentParts.set(state.workingCopies, { from: savedPart(state), sent });
  return sent;
}
// Remembered, as many changes do not concern it, such as selecting a block.
const sentParts = new WeakMap<EditorState['workingCopies'], { readonly from: Saved; readonly sent: Saved }>();

/** Whether a block stays behind when the others are saved. */
export function isUnfinished(state: EditorState, name: string): boolean {
  if (!(name in state.workingCopies) && !state.fresh.includes(name)) return false;
  const block = shownBlock(state, name);
  return block !== null && checkBlock(block).block === null;
}

/** The blocks that stay behind when the others are saved: their working copy or first value is not valid yet. */
export function unfinishedBlocks(state: EditorState): Block[] {
  return unsavedBlocks(state).filter((block) => checkBlock(block).block === null);
}

/** Validates a working copy: by its schema, and for fields that only the editor requires. */
export function checkBlock(block: Block): CheckedBlock {
  const known = checkedBlocks.get(block);
  if (known !== undefined) return known;
  const checked = validate(block);
  checkedBlocks.set(block, checked);
  return checked;
}
// By identity: every change makes a new block.
const checkedBlocks = new WeakMap<Block, CheckedBlock>();

/** A copy of a block that counts as not valid until it is changed: the server has refused it. */
export function refuseBlock(block: Block, problems: CheckedBlock['problems']): Block {
  const refused = { ...block };
  checkedBlocks.set(refused, { block: null, problems });
  return refused;
}

function validate(block: Block): CheckedBlock {
  const empty = emptyFieldsOf(block);
  if (empty.length > 0)
    return {
      block: null,
      problems: Object.fromEntries(empty.map((path) => [path, BLOCK_MESSAGES.required])),
    };
  const result = blockSchema.safeParse(block);
  if (result.success && !isEmptySpace(result.data)) return { block: result.data, problems: {} };
  const problems: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) {
    const path = issue.path.slice(1).join('.');
    problems[path] ??= issue.message;
  }
  return { block: null, problems };
}

/** Adds a new block at a place, or in the next column in turn, and selects it. `workingCopy` is its first one. */
export function addNew(
  state: EditorState,
  block: Block,
  place?: SlotPosition,
  workingCopy?: Block,
): StateChange {
  return {
    document: addBlock(state.document, block, place),
    fresh: [...state.fresh, block.name],
    workingCopies:
      workingCopy === undefined ? state.workingCopies : { ...state.workingCopies, [block.name]: workingCopy },
    selected: block.name,
  };
}

/** Replaces a block by a new one, and selects that. */
export function addInstead(
  state: EditorState,
  block: Block,
  replaced: string,
  workingCopy?: Block,
): StateChange {
  const place = positionOf(state.document, replaced);
  const old = findBlock(state.document, replaced);
  if (place === null || old === null) return {};
  const removed = { ...state, ...remove(state, replaced) };
  return {
    ...removed,
    // The replaced block was empty: undo has nothing to restore in it.
    putAside: state.putAside,
    ...addNew(removed, isAtFoot(block) ? block : inEnvelopeOf(block, old), place, workingCopy),
  };
}

/**
 * Adds pasted blocks below a block, which gets this value or is replaced by them; at the end for null. Those that are not
 * valid yet begin as working copies. Selects the last one.
 */
export function pasteBlocks(
  state: EditorState,
  blocks: readonly Block[],
  below: { readonly block: Block; readonly isReplaced: boolean } | null,
): StateChange {
  let next = state;
  let above = below?.block ?? null;
  if (above !== null && above !== shownBlock(state, above.name)) next = { ...next, ...putValue(next, above) };
  const beside = above;
  for (const block of blocks) {
    next = { ...next, ...addPasted(next, asBeside(block, beside), above) };
    above = block;
  }
  if (below?.isReplaced) next = { ...next, ...remove(next, below.block.name) };
  return { ...next, selected: blocks.at(-1)?.name ?? state.selected };
}

/** Puts a pasted value into a block, and new blocks below it, and keeps the block selected. */
export function pasteInto(state: EditorState, block: Block, below: readonly Block[]): StateChange {
  const next = { ...state, ...putValue(state, block) };
  const above = shownBlock(next, block.name);
  const blocks = above === null ? {} : pasteBlocks(next, below, { block: above, isReplaced: false });
  return { ...next, ...blocks, selected: block.name };
}

// Only valid blocks get into the document: otherwise the server would refuse all of it.
function putValue(state: EditorState, block: Block): StateChange {
  const { block: valid } = checkBlock(block);
  if (valid !== null) return saveChanges(state, valid);
  return { workingCopies: withWorkingCopy(state.workingCopies, block) };
}

function addPasted(state: EditorState, block: Block, above: Block | null): StateChange {
  const place = above === null || isAtFoot(above) ? null : positionOf(state.document, above.name);
  const at = place === null ? undefined : { ...place, slot: place.slot + 1 };
  const { block: valid } = checkBlock(block);
  if (valid !== null) return { document: addBlock(state.document, valid, at) };
  // Its picture is on its way.
  if (picturesOf(block).length > 0) return addNew(state, block, at);
  const empty = inEnvelopeOf(
    createBlock(block.type, () => block.name),
    block,
  );
  return addNew(state, empty, at, block);
}

/** Selects a block for editing, or none. Working copies stay. */
export function select(_state: EditorState, name: string | null): StateChange {
  return { selected: name };
}

/** Puts a typed value into the working copy; it may be unfinished. An equal value changes nothing. */
export function edit(state: EditorState, name: string, value: unknown): StateChange {
  const block = shownBlock(state, name);
  if (block === null || !isValueOf(block, value) || hasSameParts(block.value, value)) return {};
  return { workingCopies: { ...state.workingCopies, [name]: withValue(block, value) } };
}

function hasSameParts(before: Block['value'], after: Block['value']): boolean {
  const parts = new Map<string, unknown>(Object.entries(before));
  const given = Object.entries(after);
  return given.length === parts.size && given.every(([key, part]) => Object.is(parts.get(key), part));
}

export function withValue<Kept extends Block>(block: Kept, value: Kept['value']): Kept {
  return { ...block, value };
}

/** Save changes: puts the working copy (checked by `checkBlock`) into the document. An equal value is no step of the history. */
export function saveChanges(state: EditorState, block: Block): StateChange {
  return {
    document: isSameValue(findBlock(state.document, block.name)?.value, block.value)
      ? state.document
      : replaceBlock(state.document, block),
    fresh: without(state.fresh, block.name),
    workingCopies: withoutKey(state.workingCopies, block.name),
    selected: state.selected === block.name ? null : state.selected,
  };
}

/**
 * The last typing as a step for Undo: the working copy of a block that is edited in another block's form (the descriptions of
 * photos), or else of the selected one. Null if there is none, or if it is not valid and so no step yet.
 */
export function unsavedStep({ selected, workingCopies, fresh }: EditorState): Block | null {
  const others = Object.keys(workingCopies).filter((name) => name !== selected);
  for (const name of selected === null ? others : [...others, selected]) {
    const copy = fresh.includes(name) ? undefined : workingCopies[name];
    const block = copy === undefined ? null : checkBlock(copy).block;
    if (block !== null) return block;
  }
  return null;
}

/** Discard changes: drops the working copy; the block stays selected. */
export function discardChanges(state: EditorState, name: string): StateChange {
  return { workingCopies: withoutKey(state.workingCopies, name) };
}

/** Cancel: drops the working copy and deselects; removes a block that was never saved. */
export function cancelEditing(state: EditorState, name: string): StateChange {
  if (state.fresh.includes(name)) return remove(state, name);
  return { workingCopies: withoutKey(state.workingCopies, name), selected: null };
}

/** Deletes a block; its working copy is put aside. */
export function remove(state: EditorState, name: string): StateChange {
  return {
    document: removeBlock(state.document, name),
    fresh: without(state.fresh, name),
    workingCopies: withoutKey(state.workingCopies, name),
    putAside: putAside(state, [name]),
    selected: state.selected === name ? null : state.selected,
  };
}

/** Copies a block and its working copy to the place below, and selects the copy. */
export function duplicate(
  state: EditorState,
  name: string,
  newName: string,
  makeId: () => string = createRowId,
): StateChange {
  const copied = duplicateBlock(state.document, name, newName);
  if (copied === state.document) return {};
  const copy = findBlock(copied, newName);
  const document = copy === null ? copied : replaceBlock(copied, withNewIds(copy, makeId));
  const workingCopy = state.workingCopies[name];
  return {
    document,
    fresh: state.fresh.includes(name) ? [...state.fresh, newName] : state.fresh,
    workingCopies:
      workingCopy === undefined
        ? state.workingCopies
        : { ...state.workingCopies, [newName]: withNewIds({ ...workingCopy, name: newName }, makeId) },
    selected: newName,
  };
}

/** The moves of a block without a drag. */
export type BlockMove = 'up' | 'down' | 'other-column';
const MOVES = { up: moveUp, down: moveDown, 'other-column': moveToOtherColumn } as const;

export function move(state: EditorState, name: string, direction: BlockMove): StateChange {
  return { document: MOVES[direction](state.document, name) };
}

/** Whether a move is allowed and would change a block's place. */
export function canMove(
  document: NewsletterDocument,
  name: string,
  direction: BlockMove,
  mayBecome: (moved: NewsletterDocument) => boolean = () => true,
): boolean {
  const moved = MOVES[direction](document, name);
  const [from, to] = [document, moved].map((each) => positionOf(each, name));
  return (from?.column !== to?.column || from?.slot !== to?.slot) && mayBecome(moved);
}

/** Makes a block span both columns, or puts it back into the left one. */
export function spanColumns(state: EditorState, name: string, isWide: boolean): StateChange {
  return { document: setWide(state.document, name, isWide) };
}

/**
 * Puts a tint behind a block, or removes it (null): behind that block alone if it spans the newsletter, otherwise behind all
 * blocks of the columns that it is in, which are one section.
 */
export function tintBehind(state: EditorState, name: string, chosen: Tint | null): StateChange {
  const { document } = state;
  const columns = segmentsOf(document.columns)
    .map((segment) => ('wide' in segment ? [] : segment.columns.flat().flatMap((block) => block?.name ?? [])))
    .find((names) => names.includes(name));
  const names = document.columns.length === 1 ? [name] : (columns ?? [name]);
  return { document: tintSection(document, names, chosen ?? undefined) };
}

/** Sets a block's audience: ids of groups, or undefined for everyone. */
export function seenBy(state: EditorState, name: string, audience: string[] | undefined): StateChange {
  return { document: setAudience(state.document, name, audience) };
}

/** A new block with the width and the audience of the block that it is added beside: it is never for more families. */
export function asBeside<Added extends Block>(block: Added, neighbour: Block | null): Added {
  return {
    ...block,
    ...(neighbour?.wide === true && { wide: true }),
    ...(neighbour?.audience !== undefined && !isAtFoot(block) && { audience: neighbour.audience }),
  };
}

/** Drops a block at a place, counted in the document as it is. */
export function moveTo(state: EditorState, name: string, place: SlotPosition): StateChange {
  return { document: moveBlock(state.document, name, place) };
}

/** Renames the newsletter; an invalid title (see `titleProblem`) changes nothing. */
export function rename(state: EditorState, words: string): StateChange {
  const { data: title } = readTitle(words);
  return title === undefined || title === state.title ? {} : { title };
}

/** The message about an invalid title; null if it is valid. */
export function titleProblem(words: string): string | null {
  return readTitle(words).error?.issues[0]?.message ?? null;
}

function readTitle(words: string) {
  return newsletterTitle.safeParse(words.replace(/\s+/g, ' '));
}

/** Replaces title and document by somebody else's version or the opened one. */
export function replaceWith(_state: EditorState, saved: Saved): StateChange {
  return { ...saved, workingCopies: {}, selected: null };
}

/** Puts the working copies of these blocks aside, over the values that the blocks have in a document. */
export function putAside(
  state: EditorState,
  names: readonly string[],
  document: NewsletterDocument = state.document,
): EditorState['putAside'] {
  const copies = names.flatMap((name) => state.workingCopies[name] ?? []);
  const added = copies.map((copy) => ({ copy, over: findBlock(document, copy.name)?.value }));
  return added.length === 0 ? state.putAside : [...state.putAside, ...added];
}

/**
 * After undo or redo: puts working copies of removed and changed blocks aside, as they would hide the undone change. Restores
 * those of blocks that again have the value they were typed over: an unfinished form is no step of its own.
 */
export function tidy(state: EditorState, before: NewsletterDocument): StateChange {
  const now = (name: string) => findBlock(state.document, name);
  const then = (name: string) => findBlock(before, name);
  const isSame = (name: string) => now(name) !== null && now(name)?.value === then(name)?.value;
  const isBack = ({ copy: { name }, over }: PutAside) =>
    now(name) !== null && !isSame(name) && (then(name) === null || now(name)?.value === over);
  const copies = Object.values(state.workingCopies);
  const kept = copies.filter(({ name }) => isSame(name));
  const outdated = copies.flatMap(({ name }) => (isSame(name) ? [] : name));
  const back = state.putAside.filter(isBack);
  const remaining = state.putAside.filter((each) => !isBack(each));
  return {
    workingCopies: [...kept, ...back.map(({ copy }) => copy)].reduce(withWorkingCopy, {}),
    putAside: putAside({ ...state, putAside: remaining }, outdated, before),
    selected: state.selected !== null && now(state.selected) !== null ? state.selected : null,
  };
}

/** The blocks whose working copy or first value is not saved yet, in reading order. */
export function unsavedBlocks(state: EditorState): Block[] {
  return blocksOf(state.document)
    .filter(({ name }) => name in state.workingCopies || state.fresh.includes(name))
    .map((block) => state.workingCopies[block.name] ?? block);
}

/** Puts every valid working copy into the document; the others stay. First step of Save draft and Publish. */
export function saveAllChanges(state: EditorState): StateChange {
  let next = state;
  for (const workingCopy of unsavedBlocks(state)) {
    const { block } = checkBlock(workingCopy);
    if (block !== null) next = { ...next, ...saveChanges(next, block) };
  }
  return { ...savedPart(next), workingCopies: next.workingCopies, selected: next.selected };
}

/** Like `saveAllChanges`, but keeps the selected block selected. */
export function saveAllAndStay(state: EditorState): StateChange {
  return { ...saveAllChanges(state), selected: state.selected };
}

/** A readable, unique name for a new block. */
export function newBlockName(type: BlockType): string {
  // Not `randomUUID`, which needs HTTPS: a school may run this on its own network without it.
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36));
  return `${type}-${letters.join('')}`;
}

function without(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : names;
}

function withoutKey(workingCopies: EditorState['workingCopies'], name: string): EditorState['workingCopies'] {
  if (!(name in workingCopies)) return workingCopies;
  const { [name]: _gone, ...others } = workingCopies;
  return others;
}

function withWorkingCopy(
  workingCopies: EditorState['workingCopies'],
  workingCopy: Block | undefined,
): EditorState['workingCopies'] {
  return workingCopy === undefined ? workingCopies : { ...workingCopies, [workingCopy.name]: workingCopy };
}
