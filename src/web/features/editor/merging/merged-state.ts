import type { Version } from '#newsletter/changes/changes.ts';
import { replaceBlock } from '#newsletter/document/arrange.ts';
import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf, findBlock } from '#newsletter/document/layout.ts';
import { type Conflict, mergeNewsletters } from '#newsletter/merge/merge-newsletters.ts';
import {
  type Change,
  checkBlock,
  type EditorState,
  type Saved,
  savableDocument,
} from '#web/features/editor/state/editor-state.ts';

/** What others have stored since `base`, which is what the server acknowledged to this tab last. */
export interface StoredChange {
  readonly base: Saved;
  readonly stored: Saved;
}

/** The canvas, with what is not finished yet, merged with what others have stored. */
export function mergeCanvas(
  state: EditorState,
  change: StoredChange,
): { readonly merged: Version; readonly conflicts: readonly Conflict[] } {
  const document = Object.values(state.workingCopies).reduce(replaceBlock, state.document);
  return mergeNewsletters({ ...otherSides(change), mine: { title: state.title, document } });
}

/** Puts a merged newsletter on the canvas. Working copies that are selected or not valid yet stay working copies. */
export function takeMerged(state: EditorState, { stored }: StoredChange, merged: Version): Change {
  const workingCopies: Record<string, Block> = {};
  let { document } = merged;
  for (const { name } of Object.values(state.workingCopies)) {
    const copy = findBlock(document, name);
    const saved = findBlock(stored.document, name) ?? findBlock(state.document, name);
    if (copy === null || saved === null) continue;
    if (state.selected !== name && checkBlock(copy).block !== null) continue;
    workingCopies[name] = copy;
    document = replaceBlock(document, { ...saved, wide: copy.wide, tint: copy.tint });
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

/** A step of undo, with what others have stored. Where both have changed the same, the step is as it was. */
export function mergeStep(step: Saved, change: StoredChange): Saved {
  const { merged } = mergeNewsletters({ ...otherSides(change), mine: step });
  const names = new Set(blocksOf(merged.document).map(({ name }) => name));
  return { ...merged, fresh: step.fresh.filter((name) => names.has(name)) };
}

function otherSides({ base, stored }: StoredChange): { readonly base: Version; readonly theirs: Version } {
  return { base: { title: base.title, document: savableDocument(base) }, theirs: stored };
}

/** The stored newsletter with this tab's objects for what is the same, so that comparing costs little. */
export function sharingBlocks({ base, stored }: StoredChange): StoredChange {
  const known = new Map(blocksOf(base.document).map((block) => [block.name, block]));
  const shared = (block: Block | null) => {
    const was = block === null ? undefined : known.get(block.name);
    return was !== undefined && JSON.stringify(was) === JSON.stringify(block) ? was : block;
  };
  const columns = stored.document.columns.map((column) => column.map(shared));
  return { base, stored: { ...stored, document: { ...stored.document, columns } } };
}
