import type { Version } from '#newsletter/changes/changes.ts';
import { removeBlock, replaceBlock } from '#newsletter/document/arrange.ts';
import { isValueOf } from '#newsletter/document/block-values.ts';
import { type Block, inEnvelopeOf, type NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf, findBlock } from '#newsletter/document/layout.ts';
import { type Conflict, mergeNewsletters, withSide } from '#newsletter/merge/merge-newsletters.ts';
import { mergeValue } from '#newsletter/merge/merge-value.ts';
import { isSameValue } from '#newsletter/merge/same-value.ts';
import {
  checkBlock,
  type EditorState,
  isSameContent,
  type Saved,
  type StateChange,
  savableDocument,
} from '#web/features/editor/kernel/state/editor-state.ts';

/** The others' stored changes since `base`, the newsletter that both sides began with. */
export interface StoredChange {
  readonly base: Saved;
  readonly stored: Saved;
}

/** The others' stored changes since `base`, which the server acknowledged to this tab last, or since one of `sent`. */
export interface FoundChange extends StoredChange {
  readonly sent: readonly Saved[];
}

/**
 * The others' changes since the common base. A block may again be as it was in the base although another value was sent since:
 * the server may have stored that value, and then others went on from it.
 */
export function storedChange(state: EditorState, { base, stored, sent }: FoundChange): StoredChange {
  const began = baseAmong({ base, stored }, sent);
  const shared = sharingBlocks({ base: began, stored });
  return began === base
    ? { stored: shared.stored, base: withSent(shared, sent, canvasVersion(state)) }
    : shared;
}

// Puts values that were sent and undone meanwhile into the base: then the undoing is this person's change, not the others'.
function withSent({ base, stored }: StoredChange, sent: readonly Saved[], mine: Version): Saved {
  const [was, others, own] = [base, stored, mine].map(
    ({ document }) => new Map(blocksOf(document).map((block) => [block.name, block])),
  );
  let { document } = base;
  for (const [name, block] of was ?? []) {
    const [my, their] = [own?.get(name), others?.get(name)];
    if (my === undefined || (their !== undefined && isSameValue(their.value, block.value))) continue;
    const later = sent.map((each) => findBlock(savableDocument(each), name));
    const last = later.findLast((each) => each === null || !isSameValue(each.value, block.value));
    // Others may have kept their block over a removal: then they did not go on from these words.
    const isDeleted = their !== undefined ? later.includes(null) : last === null;
    if (last) document = replaceBlock(document, withUndone(block, last, my));
    if (isDeleted && (their !== undefined || isSameValue(my.value, block.value)))
      document = removeBlock(document, name);
  }
  return document === base.document ? base : { ...base, document };
}

/** The base's block with the changes that were sent and that this person has undone since. */
function withUndone<Kept extends Block>(base: Kept, sent: Block, own: Block): Kept {
  const merged = mergeValue({ base: own.value, theirs: sent.value, mine: base.value });
  return merged !== null && isValueOf(base, merged.value) ? { ...base, value: merged.value } : base;
}

/** The canvas, including unfinished blocks, merged with the others' stored changes. */
export function mergeCanvas(
  state: EditorState,
  change: StoredChange,
): { readonly merged: Version; readonly conflicts: readonly Conflict[] } {
  return mergeNewsletters({ ...otherSides(change), mine: canvasVersion(state) });
}

/** The newsletter as the canvas shows it, including unfinished blocks. */
export function canvasVersion({ title, document, workingCopies }: EditorState): Version {
  return { title, document: Object.values(workingCopies).reduce(replaceBlock, document) };
}

/** Puts a merged newsletter on the canvas. Working copies that are selected or not valid yet stay working copies. */
export function takeMerged(state: EditorState, { stored }: StoredChange, merged: Version): StateChange {
  const workingCopies: Record<string, Block> = {};
  let { document } = merged;
  for (const { name } of Object.values(state.workingCopies)) {
    const copy = findBlock(document, name);
    const saved = findBlock(stored.document, name) ?? findBlock(state.document, name);
    if (copy === null || saved === null) continue;
    if (state.selected !== name && checkBlock(copy).block !== null) continue;
    workingCopies[name] = copy;
    document = replaceBlock(document, inEnvelopeOf(saved, copy));
  }
  const isThere = (name: string) => findBlock(document, name) !== null;
  const isNew = (name: string) => isThere(name) && isUnsaved(document, workingCopies, name);
  return {
    title: merged.title,
    document,
    workingCopies,
    fresh: state.fresh.filter(isNew),
    selected: state.selected !== null && isThere(state.selected) ? state.selected : null,
  };
}

function isUnsaved(
  document: NewsletterDocument,
  workingCopies: EditorState['workingCopies'],
  name: string,
): boolean {
  const block = findBlock(document, name);
  return name in workingCopies || (block !== null && checkBlock(block).block === null);
}

/**
 * A step of undo, merged with the others' stored changes. Where both have changed the same, the step is as the canvas is now:
 * going there must not take back what others have done.
 */
export function mergeStep(step: Saved, change: StoredChange, canvas: Version): Saved {
  const { merged: own, conflicts } = mergeNewsletters({ ...otherSides(change), mine: step });
  const merged = conflicts.reduce((done, conflict) => {
    if ('setting' in conflict) return withSide(done, { ...conflict, mine: canvas }, 'mine');
    return withSide(done, { ...conflict, mine: findBlock(canvas.document, conflict.block) }, 'mine');
  }, own);
  const names = new Set(blocksOf(merged.document).map(({ name }) => name));
  return { ...merged, fresh: step.fresh.filter((name) => names.has(name)) };
}

/**
 * The common base, if some saves were sent and never answered: the last one that the stored newsletter contains, as the server
 * has taken it and others have gone on from it. Otherwise what this person has undone since would look like others' words.
 */
function baseAmong({ base, stored }: StoredChange, sent: readonly Saved[]): Saved {
  const isStored = (mine: Saved) => {
    // A save equal to the base is contained in everything stored since, so it proves nothing about one sent before it.
    if (isSameContent(mine, base)) return false;
    const { merged, conflicts } = mergeNewsletters({ ...otherSides({ base, stored }), mine });
    return conflicts.length === 0 && isSameContent({ ...merged, fresh: [] }, stored);
  };
  return sent.findLast(isStored) ?? base;
}

function otherSides({ base, stored }: StoredChange): { readonly base: Version; readonly theirs: Version } {
  return { base: { title: base.title, document: savableDocument(base) }, theirs: stored };
}

function sharingBlocks({ base, stored }: StoredChange): StoredChange {
  const known = new Map(blocksOf(base.document).map((block) => [block.name, block]));
  const shared = (block: Block | null) => {
    const was = block === null ? undefined : known.get(block.name);
    return was !== undefined && JSON.stringify(was) === JSON.stringify(block) ? was : block;
  };
  const columns = stored.document.columns.map((column) => column.map(shared));
  return { base, stored: { ...stored, document: { ...stored.document, columns } } };
}
