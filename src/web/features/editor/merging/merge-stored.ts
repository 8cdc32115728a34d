import type { Version } from '#newsletter/changes/changes.ts';
import { duplicateBlock, replaceBlock } from '#newsletter/document/arrange.ts';
import { inEnvelopeOf } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { withNewIds } from '#newsletter/document/traits.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { type Conflict, withSide } from '#newsletter/merge/merge-newsletters.ts';
import { NO_CONNECTION } from '#web/api/client.ts';
import { showNoConnection } from '#web/api/failures.ts';
import type { Editing } from '#web/features/editor/kernel/editor-session.ts';
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
import { type StandingEditing, standAgain, standingOf } from './standing.ts';
import { withUnfinishedWords } from './unfinished-words.ts';
import { subjectOfSetting } from './written.ts';

/**
 * Merges what others have stored into the canvas. Returns whether it could: not if both have changed the same, of which the
 * person has to be asked.
 */
export function mergeStored(store: EditorStore, found: FoundChange): boolean {
  const shared = storedChange(store.getState(), found);
  const { merged, conflicts } = mergeCanvas(store.getState(), shared);
  if (conflicts.length > 0) return false;
  putMerged(store, shared, merged);
  return true;
}

/** Puts a merged newsletter on the canvas. It is no step of undo: each step has then what others have stored. */
function putMerged(store: EditorStore, change: StoredChange, merged: Version): void {
  const { pastStates, futureStates } = store.temporal.getState();
  const step = (saved: Partial<Saved>) => ({
    ...saved,
    ...(isWhole(saved) && mergeStep(saved, change, merged)),
  });
  const hadBlock = store.getState().selected !== null;
  asOthers(store, () => withoutStep(store, takeMerged, change, merged));
  store.temporal.setState({ pastStates: pastStates.map(step), futureStates: futureStates.map(step) });
  // The block in which this person stood may be gone.
  if (hadBlock && store.getState().selected === null) focusCanvas();
}

function isWhole(saved: Partial<Saved>): saved is Saved {
  return saved.document !== undefined && saved.title !== undefined && saved.fresh !== undefined;
}

/** What of a conflict stays. `both`: theirs as it is called, so that it stays theirs, and mine as a new block below. */
export type ConflictAnswer = 'mine' | 'theirs' | 'both';

/** A question about what both have changed, and what this person answers to each conflict. */
interface Answered {
  readonly merged: Version;
  readonly shared: StoredChange;
  readonly conflicts: readonly Conflict[];
  readonly answers: readonly ConflictAnswer[];
  readonly found: StoredByOthers;
}

type AnsweredEditing = StandingEditing & Pick<Editing, 'saver' | 'merges' | 'publicState' | 'mayBecome'>;

/** In milliseconds. */
const ASK_TIMEOUT = 4000;

/** What a conflict is about, the same when it is found again: a block's name, or a setting. */
export const subjectOf = (conflict: Conflict): string =>
  'block' in conflict ? conflict.block : subjectOfSetting(conflict.setting);

/** What there is to ask about what others have stored, in the words of now. */
export function askedOf(
  { store }: Pick<Editing, 'store'>,
  found: FoundChange,
): Pick<Answered, 'shared' | 'merged' | 'conflicts'> {
  const state = store.getState();
  const shared = storedChange(state, found);
  return { shared, ...mergeCanvas(state, shared) };
}

/** How often others may save between an answer and its end. */
const TRIES = 5;

/**
 * Does what was answered, by what each conflict is about: also if the others have written more there meanwhile, as one answer ends
 * a question, and with what has come to the canvas meanwhile. `more`: something else has to be asked as well. `failed`: the question
 * stays, as the server cannot be reached to keep what this person gives up.
 */
export async function finishAnswers(
  editing: AnsweredEditing & Pick<Editing, 'opened'>,
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
    const asked = askedOf(editing, { ...found, base: found.base });
    const given = asked.conflicts.flatMap((conflict) => answers.get(subjectOf(conflict)) ?? []);
    if (given.length < asked.conflicts.length) return 'more';
    if (now === null && given.includes('theirs')) {
      showNoConnection(NO_CONNECTION);
      return 'failed';
    }
    answerConflicts(editing, { ...asked, found, answers: given });
    // At once: the others write on.
    void saver.flush();
    return 'done';
  }
  return 'failed';
}

/**
 * Puts the merged newsletter on the canvas with what was answered; Undo takes back the answers alone. What this person gives up
 * goes to the history along with the save.
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
  const stood = standingOf(editing);
  // What is selected is no step of undo before it is in the document.
  act(store, select, null);
  putMerged(store, shared, merged);
  if (answers.includes('theirs')) saver.noteForHistory({ givenUp: [withUnfinishedWords(editing)] });
  const kept = conflicts.flatMap((conflict, index) =>
    answers[index] === 'mine' && isOfBothsWords(conflict) ? subjectOf(conflict) : [],
  );
  if (kept.length > 0) saver.noteForHistory({ kept });
  // Where the words of a block go that has theirs now.
  const moved = new Map<string, string>();
  const answered = conflicts.reduce(
    (done, conflict, index) => answer(done, conflict, answers[index], moved),
    merged,
  );
  if (answered !== merged) asOthers(store, () => act(store, takeMerged, shared, answered));
  saver.update(toSave(store.getState(), saver.last()));
  const isTheirs = conflicts.some(
    (each, index) => answers[index] === 'theirs' && subjectOf(each) === stood?.block,
  );
  if (stood !== null && !isTheirs) standAgain(editing, stood, moved.get(stood.block));
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
  // What this person has removed stands in the merged newsletter, as nobody has been asked about it yet.
  if (kept === 'mine' && 'block' in conflict && conflict.mine === null)
    return withSide(version, conflict, 'mine');
  if (kept !== 'both' || 'setting' in conflict) return version;
  return withBoth(version, conflict, moved);
}

// What is not finished cannot be saved as a new block yet: theirs is the new one then.
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
