import type { Version } from '#newsletter/changes/changes.ts';
import { duplicateBlock, replaceBlock } from '#newsletter/document/arrange.ts';
import { inEnvelopeOf } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { withNewIds } from '#newsletter/document/traits.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { type Conflict, withSide } from '#newsletter/merge/merge-newsletters.ts';
import { NO_CONNECTION } from '#web/api/client.ts';
import { showNoConnection } from '#web/api/failures.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { focusCanvas } from '#web/features/editor/kernel/places/focus.ts';
import { type StoredByOthers, VersionConflict } from '#web/features/editor/kernel/save-state.ts';
import {
  checkBlock,
  newBlockName,
  type Saved,
  select,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act, type EditorStore, withoutStep } from '#web/features/editor/kernel/state/editor-store.ts';
import { asOthers } from '#web/features/editor/kernel/state/rights.ts';
import { fetchNewsletter, openedFrom } from '#web/features/editor/saving/newsletter-calls.ts';
import { toSave } from '#web/features/editor/saving/to-save.ts';
import {
  type FoundChange,
  mergeCanvas,
  mergeStep,
  type StoredChange,
  storedChange,
  takeMerged,
} from './merged-state.ts';
import { withUnfinishedWords } from './unfinished-words.ts';
import { type CaretSession, returnToPosition, writingPositionOf } from './writing-position.ts';
import { subjectOfSetting } from './written.ts';

/**
 * Merges the others' stored changes into the canvas. Returns false, and merges nothing, if both have changed the same: then
 * the person has to be asked.
 */
export function mergeStored(store: EditorStore, found: FoundChange): boolean {
  const shared = storedChange(store.getState(), found);
  const { merged, conflicts } = mergeCanvas(store.getState(), shared);
  if (conflicts.length > 0) return false;
  putMerged(store, shared, merged);
  return true;
}

/** Puts a merged newsletter on the canvas. Not a step of undo: the others' changes are merged into every step instead. */
function putMerged(store: EditorStore, change: StoredChange, merged: Version): void {
  const { pastStates, futureStates } = store.temporal.getState();
  const step = (saved: Partial<Saved>) => ({
    ...saved,
    ...(isWhole(saved) && mergeStep(saved, change, merged)),
  });
  const hadBlock = store.getState().selected !== null;
  asOthers(store, () => withoutStep(store, takeMerged, change, merged));
  store.temporal.setState({ pastStates: pastStates.map(step), futureStates: futureStates.map(step) });
  // The block that this person had selected may have been removed.
  if (hadBlock && store.getState().selected === null) focusCanvas();
}

function isWhole(saved: Partial<Saved>): saved is Saved {
  return saved.document !== undefined && saved.title !== undefined && saved.fresh !== undefined;
}

/** The side of a conflict that stays. `both`: theirs keeps its name, so that it stays theirs, and mine is a new block below. */
export type ConflictAnswer = 'mine' | 'theirs' | 'both';

/** A question about changes of both sides, with this person's answer to each conflict. */
interface Answered {
  readonly merged: Version;
  readonly shared: StoredChange;
  readonly conflicts: readonly Conflict[];
  readonly answers: readonly ConflictAnswer[];
  readonly found: StoredByOthers;
}

type AnsweredEditing = CaretSession & Pick<EditorSession, 'saver' | 'merges' | 'publicState' | 'mayBecome'>;

/** The longest wait for the newest version before an answer is applied, in milliseconds. */
const ASK_TIMEOUT = 4000;

/** The subject of a conflict, the same when it is found again: a block's name, or a setting. */
export const subjectOf = (conflict: Conflict): string =>
  'block' in conflict ? conflict.block : subjectOfSetting(conflict.setting);

/** The others' stored changes merged with the canvas as it is now, and the conflicts to ask about. */
export function conflictsToAsk(
  { store }: Pick<EditorSession, 'store'>,
  found: FoundChange,
): Pick<Answered, 'shared' | 'merged' | 'conflicts'> {
  const state = store.getState();
  const shared = storedChange(state, found);
  return { shared, ...mergeCanvas(state, shared) };
}

/** How often others may save while an answer is applied. */
const TRIES = 5;

/**
 * Applies the answers, by the subject of each conflict: also if the others have written more there meanwhile, as one answer ends
 * a question, and with whatever has come to the canvas meanwhile. `more`: something else has to be asked as well. `failed`: the
 * question stays, as the server cannot be reached to keep what this person gives up.
 */
export async function finishAnswers(
  editing: AnsweredEditing & Pick<EditorSession, 'opened'>,
  answers: ReadonlyMap<string, ConflictAnswer>,
): Promise<'done' | 'more' | 'failed'> {
  const { opened, saver } = editing;
  for (let left = TRIES; left > 0; left -= 1) {
    const before = saver.state.getState();
    const now = await fetchNewsletter(opened.id, AbortSignal.timeout(ASK_TIMEOUT)).catch(() => null);
    const found = saver.state.getState();
    if (found.step !== 'conflict' || found.base === null) return 'done';
    const known = found.theirs.attributes.version;
    if (now !== null && now.attributes.version > known) {
      saver.handleRefusal(new VersionConflict(now, openedFrom(now).saved));
      continue;
    }
    if (found !== before) continue;
    const asked = conflictsToAsk(editing, { ...found, base: found.base });
    const given = asked.conflicts.flatMap((conflict) => answers.get(subjectOf(conflict)) ?? []);
    if (given.length < asked.conflicts.length) return 'more';
    if (now === null && given.includes('theirs')) {
      showNoConnection(NO_CONNECTION);
      return 'failed';
    }
    answerConflicts(editing, { ...asked, found, answers: given });
    // Saved at once, as the others go on writing.
    void saver.flush();
    return 'done';
  }
  return 'failed';
}

/**
 * Puts the merged newsletter on the canvas with the answers applied; Undo takes back the answers alone. Words that this person
 * gives up go to the history along with the save.
 */
export function answerConflicts(
  editing: AnsweredEditing,
  { merged, shared, conflicts, answers, found }: Answered,
): void {
  const { store, saver, merges, publicState } = editing;
  const { saved, version, at, publicState: seen } = openedFrom(found.theirs);
  // First: publishing goes on as soon as the conflict is over.
  merges.setState((count) => count + 1, true);
  saver.accept(saved, version, at);
  publicState.setState(seen, true);
  const position = writingPositionOf(editing);
  // A selected block's changes are no step of undo before they are in the document.
  act(store, select, null);
  putMerged(store, shared, merged);
  if (answers.includes('theirs')) saver.noteForHistory({ givenUp: [withUnfinishedWords(editing)] });
  const kept = conflicts.flatMap((conflict, index) =>
    answers[index] === 'mine' && isOfBothsWords(conflict) ? subjectOf(conflict) : [],
  );
  if (kept.length > 0) saver.noteForHistory({ kept });
  // The new block with this person's words, by the block that now has theirs.
  const moved = new Map<string, string>();
  const answered = conflicts.reduce(
    (done, conflict, index) => answer(done, conflict, answers[index], moved),
    merged,
  );
  if (answered !== merged) asOthers(store, () => act(store, takeMerged, shared, answered));
  saver.update(toSave(store.getState(), saver.last()));
  const isTheirs = conflicts.some(
    (each, index) => answers[index] === 'theirs' && subjectOf(each) === position?.block,
  );
  if (position !== null && !isTheirs) returnToPosition(editing, position, moved.get(position.block));
}

function isOfBothsWords(conflict: Conflict): boolean {
  return conflict.mine !== null && conflict.theirs !== null;
}

function answer(
  version: Version,
  conflict: Conflict,
  kept: ConflictAnswer | undefined,
  moved: Map<string, string>,
): Version {
  if (kept === 'theirs') return withSide(version, conflict, 'theirs');
  // A block that this person has removed is still in the merged newsletter: it is removed only by this answer.
  if (kept === 'mine' && 'block' in conflict && conflict.mine === null)
    return withSide(version, conflict, 'mine');
  if (kept !== 'both' || 'setting' in conflict) return version;
  return withBoth(version, conflict, moved);
}

// An unfinished block cannot be saved as a new block yet: theirs is the new one then.
function withBoth(
  { title, document }: Version,
  { block: name, mine, theirs }: Extract<Conflict, { readonly block: string }>,
  moved: Map<string, string>,
): Version {
  const now = findBlock(document, name);
  if (now === null || mine === null || theirs === null) return { title, document };
  const isMoved = checkBlock(mine).block !== null;
  const [stays, below] = isMoved ? [theirs, mine] : [now, theirs];
  const newName = newBlockName(below.type);
  if (isMoved) moved.set(name, newName);
  const copied = duplicateBlock(document, name, newName);
  const copy = inEnvelopeOf(withNewIds({ ...below, name: newName }, createRowId), now);
  return { title, document: [inEnvelopeOf(stays, now), copy].reduce(replaceBlock, copied) };
}
