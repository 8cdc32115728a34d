import { type Change, changesBetween, type Version } from '#newsletter/changes/changes.ts';
import { duplicateBlock, replaceBlock } from '#newsletter/document/arrange.ts';
import { inEnvelopeOf } from '#newsletter/document/document.ts';
import { blocksOf, findBlock } from '#newsletter/document/layout.ts';
import { withNewIds } from '#newsletter/document/traits.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { type Conflict, settle } from '#newsletter/merge/merge-newsletters.ts';
import { toast } from '#ui/feedback/toast.ts';
import { focusCanvas, showBlock } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { openedFrom } from '#web/features/editor/saving/newsletter-calls.ts';
import type { StoredByOthers } from '#web/features/editor/saving/saver.ts';
import {
  canvasDocument,
  newBlockName,
  type Saved,
  select,
  sentPart,
} from '#web/features/editor/state/editor-state.ts';
import { act, type EditorStore, withoutStep } from '#web/features/editor/state/editor-store.ts';
import { findLastPerson } from './last-person.ts';
import { mergeCanvas, mergeStep, type StoredChange, sharingBlocks, takeMerged } from './merged-state.ts';

/**
 * Merges what others have stored into the canvas. Returns whether it could: not if both have changed the same, of which the
 * person has to be asked.
 */
export function mergeStored(store: EditorStore, change: StoredChange): boolean {
  const shared = sharingBlocks(change);
  const { merged, conflicts } = mergeCanvas(store.getState(), shared);
  if (conflicts.length > 0) return false;
  putMerged(store, shared, merged);
  return true;
}

/** Puts a merged newsletter on the canvas. It is no step of undo: each step has then what others have stored. */
function putMerged(store: EditorStore, change: StoredChange, merged: Version): void {
  const { pastStates, futureStates } = store.temporal.getState();
  const step = (saved: Partial<Saved>) => ({ ...saved, ...(isWhole(saved) && mergeStep(saved, change)) });
  const hadBlock = store.getState().selected !== null;
  withoutStep(store, takeMerged, change, merged);
  store.temporal.setState({ pastStates: pastStates.map(step), futureStates: futureStates.map(step) });
  // The block in which this person stood may be gone.
  if (hadBlock && store.getState().selected === null) focusCanvas();
}

function isWhole(saved: Partial<Saved>): saved is Saved {
  return saved.document !== undefined && saved.title !== undefined && saved.fresh !== undefined;
}

/** What of a conflict stays. `both`: a copy of theirs below mine. */
export type Answer = 'mine' | 'theirs' | 'both';

/**
 * Puts the merged newsletter on the canvas, saves it, and then does what was answered. What this person gives up is saved
 * before, so that the history keeps it; Undo takes back the answers alone.
 */
export async function answerConflicts(
  editing: Pick<Editing, 'store' | 'saver' | 'merges' | 'publicState' | 'noteRestore'>,
  {
    merged,
    shared,
    conflicts,
    answers,
    found,
  }: {
    readonly merged: Version;
    readonly shared: StoredChange;
    readonly conflicts: readonly Conflict[];
    readonly answers: readonly Answer[];
    readonly found: StoredByOthers;
  },
): Promise<void> {
  const { store, saver, merges, publicState } = editing;
  const { saved, version, at, publicState: seen } = openedFrom(found.theirs);
  // First: publishing goes on as soon as the conflict is over.
  merges.setState((count) => count + 1, true);
  saver.accept(saved, version, at);
  publicState.setState(seen, true);
  // What is selected is no step of undo before it is in the document.
  act(store, select, null);
  putMerged(store, shared, merged);
  saver.update(sentPart(store.getState()));
  if (answers.every((kept) => kept === 'mine')) return;
  if (answers.includes('theirs')) {
    await saver.flush();
    if (saver.state.getState().step === 'conflict') return;
    editing.noteRestore();
  }
  const { title } = store.getState();
  const now: Version = { title, document: canvasDocument(store.getState()) };
  const settled = conflicts.reduce((done, conflict, index) => answer(done, conflict, answers[index]), now);
  act(store, takeMerged, shared, settled);
  saver.update(sentPart(store.getState()));
}

function answer(version: Version, conflict: Conflict, kept: Answer | undefined): Version {
  if (kept === 'theirs') return settle(version, conflict, 'theirs');
  if (kept !== 'both' || 'setting' in conflict || conflict.theirs === null) return version;
  const copied = duplicateBlock(version.document, conflict.block, newBlockName(conflict.theirs.type));
  const copy = blocksOf(copied).find(({ name }) => findBlock(version.document, name) === null);
  if (copy === undefined) return version;
  const theirs = withNewIds({ ...conflict.theirs, name: copy.name }, createRowId);
  return { ...version, document: replaceBlock(copied, inEnvelopeOf(theirs, copy)) };
}

/** How long the changes of a block are not told again, in milliseconds: somebody goes on writing there. */
const TOLD_FOR = 5 * 60_000;
const toldAt = new Map<string, number>();

/** Says what others have changed, once for each block, and leads there. */
export async function tellOfMerge(
  { opened, store }: Pick<Editing, 'opened' | 'store'>,
  { base, stored }: StoredChange,
): Promise<void> {
  const isNew = ({ block }: Change) =>
    performance.now() - (toldAt.get(`${opened.id} ${block}`) ?? -TOLD_FOR) >= TOLD_FOR;
  const changes = changesBetween(base, stored).filter(isNew);
  const [first] = changes;
  if (first === undefined) return;
  for (const { block } of changes) toldAt.set(`${opened.id} ${block}`, performance.now());
  const more = changes.length > 1 ? `, and ${changes.length - 1} more` : '';
  const { name, isOwn } = await findLastPerson(opened.id);
  const where = isOwn ? 'In your other window' : `By ${name ?? 'somebody else'}`;
  const shown = changes.find(
    ({ block }) => block !== null && findBlock(store.getState().document, block) !== null,
  );
  const { block = null } = shown ?? {};
  toast.info(`${where}: ${first.words}${more}`, {
    ...(block !== null && { action: { label: 'Show', run: () => showBlock(block) } }),
  });
}
