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

/** What others have stored since `base`, which both began with. */
export interface StoredChange {
  readonly base: Saved;
  readonly stored: Saved;
}

/** What others have stored since `base`, which the server acknowledged to this tab last, or since one of `sent`. */
export interface FoundChange extends StoredChange {
  readonly sent: readonly Saved[];
}

/**
 * What others have changed since what both began with. Of a block that is again as it was, what was sent since may have been stored:
 * others went on from that then.
 */
export function storedChange(state: EditorState, { base, stored, sent }: FoundChange): StoredChange {
  const began = baseAmong({ base, stored }, sent);
  const shared = sharingBlocks({ base: began, stored });
  return began === base
    ? { stored: shared.stored, base: withSent(shared, sent, canvasVersion(state)) }
    : shared;
}

// Taken as what both began with, what was undone meanwhile is a change of this person, not what others have found.
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
    // Others may have kept theirs over a removal: they did not go on from these words then.
    const isGone = their !== undefined ? later.includes(null) : last === null;
    if (last) document = replaceBlock(document, withUndone(block, last, my));
    if (isGone && (their !== undefined || isSameValue(my.value, block.value)))
      document = removeBlock(document, name);
  }
  return document === base.document ? base : { ...base, document };
}

/** The block with what was sent of it and this person has taken back. */
function withUndone<Kept extends Block>(base: Kept, sent: Block, own: Block): Kept {
  const merged = mergeValue({ base: own.value, theirs: sent.value, mine: base.value });
  return merged !== null && isValueOf(base, merged.value) ? { ...base, value: merged.value } : base;
}

/** The canvas, with what is not finished yet, merged with what others have stored. */
export function mergeCanvas(
  state: EditorState,
  change: StoredChange,
): { readonly merged: Version; readonly conflicts: readonly Conflict[] } {
  return mergeNewsletters({ ...otherSides(change), mine: canvasVersion(state) });
}

/** The newsletter as the canvas shows it, with what is not finished yet. */
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
 * A step of undo, with what others have stored. Where both have changed the same, the step is as the canvas is now: to go
 * there changes nothing then, as it would take back what others have done.
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
 * What both began with, if one of these was sent and never answered: the last one that is in the stored newsletter, as the server has
 * taken it then, and others have gone on. What this person has undone since would else look like others' words.
 */
function baseAmong({ base, stored }: StoredChange, sent: readonly Saved[]): Saved {
  const isStored = (mine: Saved) => {
    // What is again as it was is in everything that was stored since: it would say nothing of one sent before it.
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
