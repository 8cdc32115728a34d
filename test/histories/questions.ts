import type { Conflict } from '#newsletter/merge/merge-newsletters.ts';
import { pick } from '#test/random-texts.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import {
  answerConflicts,
  type ConflictAnswer,
  conflictsToAsk,
  finishAnswers,
  subjectOf,
} from '#web/features/editor/merging/merge-stored.ts';
import { askOfNewest } from '#web/features/editor/saving/ask-of-newest.ts';
import { marksIn, without } from './marks.ts';

/** The effect of an answer on one conflict: the marks on the other side, and those that it gives up. */
interface Given {
  readonly theirs: ReadonlySet<string>;
  readonly givenUp: readonly string[];
}
type OnGiven = (conflicts: readonly Given[]) => void;

interface Dialog {
  answers: ReadonlyMap<string, ConflictAnswer>;
  isBusy: boolean;
}

/** The screen's dialog, without a screen: it asks about each change that both sides have made, one after the other. */
export class Questions {
  /** Null while no dialog is shown. */
  #dialog: Dialog | null = null;
  /** The number of answers being applied, including those of a dialog that is no longer shown. */
  #finishing = 0;
  readonly editing: EditorSession;

  constructor(editing: EditorSession) {
    this.editing = editing;
    let asked = 0;
    const follow = () => {
      const state = editing.saver.state.getState();
      const newest = editing.news.getState().stored?.version ?? 0;
      if (state.step !== 'conflict') this.#dialog = null;
      else if (newest > Math.max(asked, state.theirs.attributes.version)) {
        asked = newest;
        const known = state.theirs.attributes.version;
        askOfNewest(editing, known, new AbortController().signal).catch(() => undefined);
      }
    };
    editing.news.subscribe(follow);
    editing.saver.state.subscribe(follow);
  }

  get isFinishing(): boolean {
    return this.#finishing > 0;
  }

  putOff(): void {
    this.#dialog = null;
  }

  /** Opens the dialog if needed and answers one of its questions; the last answer applies them all. */
  answer(random: () => number, onGiven: OnGiven): void {
    const found = this.editing.saver.state.getState();
    if (found.step !== 'conflict') return;
    const { base } = found;
    if (base === null) throw new Error('Asked about the whole newsletter');
    this.#dialog ??= { answers: new Map(), isBusy: false };
    const dialog = this.#dialog;
    if (dialog.isBusy) return;
    const asked = conflictsToAsk(this.editing, { ...found, base });
    if (asked.conflicts.length === 0) {
      answerConflicts(this.editing, { ...asked, found, answers: [] });
      return;
    }
    const left = asked.conflicts.filter((each) => !dialog.answers.has(subjectOf(each)));
    const [conflict] = left;
    if (conflict === undefined) {
      void this.#finish(dialog, dialog.answers, onGiven);
      return;
    }
    const answer = pick(random, answersTo(conflict));
    const answers = new Map(dialog.answers).set(subjectOf(conflict), answer);
    if (left.length > 1) dialog.answers = answers;
    else void this.#finish(dialog, answers, onGiven);
  }

  async #finish(
    dialog: Dialog,
    answers: ReadonlyMap<string, ConflictAnswer>,
    onGiven: OnGiven,
  ): Promise<void> {
    const { editing } = this;
    dialog.isBusy = true;
    this.#finishing += 1;
    // The canvas and the other writers may change before the answers are applied.
    const stop = editing.merges.subscribe(() => {
      const found = editing.saver.state.getState();
      if (found.step !== 'conflict' || found.base === null) return;
      const { conflicts } = conflictsToAsk(editing, { ...found, base: found.base });
      onGiven(conflicts.map((conflict) => given(conflict, answers.get(subjectOf(conflict)))));
    });
    const ended = await finishAnswers(editing, answers);
    stop();
    if (ended === 'more') dialog.answers = answers;
    else if (answers === dialog.answers) dialog.answers = new Map();
    dialog.isBusy = false;
    this.#finishing -= 1;
  }
}

function given(conflict: Conflict, answer: ConflictAnswer | undefined): Given {
  const [mine, theirs] = [marksOf(conflict, 'mine'), marksOf(conflict, 'theirs')];
  if (answer === 'theirs') return { theirs, givenUp: without(mine, theirs) };
  const isBoth = answer === 'both' && answersTo(conflict).includes('both');
  return { theirs, givenUp: isBoth ? [] : without(theirs, mine) };
}

/** The answers that the dialog offers. */
function answersTo(conflict: Conflict): readonly ConflictAnswer[] {
  const isOfBoth = 'block' in conflict && conflict.mine !== null && conflict.theirs !== null;
  return isOfBoth ? ['mine', 'theirs', 'both'] : ['mine', 'theirs'];
}

function marksOf(conflict: Conflict, side: 'mine' | 'theirs'): ReadonlySet<string> {
  if ('block' in conflict) return marksIn(conflict[side]);
  return marksIn(conflict.setting === 'title' ? conflict[side].title : '');
}
