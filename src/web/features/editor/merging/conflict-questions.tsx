import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Conflict } from '#newsletter/merge/merge-newsletters.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { focusBlock } from '#web/features/editor/kernel/places/focus.ts';
import { useReturnFocus } from '#web/features/editor/kernel/places/use-return-focus.ts';
import type { StoredByOthers } from '#web/features/editor/kernel/save-state.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { findLastPerson, type LastPerson } from './last-person.ts';
import {
  answerConflicts,
  type ConflictAnswer,
  conflictsToAsk,
  finishAnswers,
  subjectOf,
} from './merge-stored.ts';
import { canvasVersion, type FoundChange } from './merged-state.ts';
import { notifyOfMerge } from './notify-of-merge.ts';
import { namesOfSides } from './side-words.ts';

/**
 * Asks about each conflict between this person and somebody else, one after the other. All else is merged. Nothing is saved
 * or dropped before the last answer.
 */
export function ConflictQuestions({ found, change }: { found: StoredByOthers; change: FoundChange }) {
  const { editing } = useTools();
  useReturnFocus();
  const [answers, setAnswers] = useState<ReadonlyMap<string, ConflictAnswer>>(new Map());
  // Others go on writing, and the canvas may change too: the question is about their present words.
  const { asked, unanswered } = useMemo(
    () => stillToAsk(editing, change, answers),
    [editing, change, answers],
  );
  const [first] = useState(asked);
  const lastPerson = useLastPerson();
  const { conflicts } = asked;
  useEffect(() => {
    if (unanswered.length > 0) return;
    if (asked.conflicts.length > 0) {
      // The others' changes have settled all that was left to ask. If the answers cannot be applied, all is asked again.
      void finishAnswers(editing, answers).then((outcome) => outcome === 'failed' && setAnswers(new Map()));
      return;
    }
    // Nothing conflicts any more, or the code that merges was not loaded before.
    const mine = canvasVersion(editing.store.getState());
    answerConflicts(editing, { ...asked, found, answers: [] });
    void notifyOfMerge(editing, change, { version: found.theirs.attributes.version, mine });
  }, [editing, asked, unanswered, answers, found, change]);
  const [conflict] = unanswered;
  const answer = async (kept: ConflictAnswer) => {
    if (conflict === undefined) return;
    const all = new Map(answers).set(subjectOf(conflict), kept);
    const outcome = unanswered.length > 1 ? 'more' : await finishAnswers(editing, all);
    if (outcome === 'more') setAnswers(all);
    else if (outcome === 'done') showKept(editing, conflict, kept, lastPerson);
  };
  return (
    conflict && (
      <ConflictQuestion
        key={subjectOf(conflict)}
        conflict={conflict}
        hasMore={hasTheirsChanged(conflict, first.conflicts)}
        lastPerson={lastPerson}
        place={
          conflicts.length > 1 ? `${conflicts.length - unanswered.length + 1} of ${conflicts.length}` : ''
        }
        savedAt={found.theirs.attributes.updated_at}
        onAnswer={answer}
      />
    )
  );
}

// The focus goes to the block in question: on the canvas as a whole, nothing would say what became of it.
function showKept(
  editing: EditorSession,
  conflict: Conflict,
  kept: ConflictAnswer,
  lastPerson: LastPerson,
): void {
  const { mine, theirs } = namesOfSides(lastPerson);
  editing.announce(`Kept: ${kept === 'both' ? 'both' : kept === 'mine' ? mine : theirs}`);
  const isElsewhere = document.activeElement?.closest('[data-block]') != null;
  if ('block' in conflict && !isElsewhere) focusBlock(conflict.block);
}

function stillToAsk(
  editing: EditorSession,
  change: FoundChange,
  answers: ReadonlyMap<string, ConflictAnswer>,
) {
  const asked = conflictsToAsk(editing, change);
  return { asked, unanswered: asked.conflicts.filter((each) => !answers.has(subjectOf(each))) };
}

/** Whether the others have changed the conflict's subject since the first question was asked. */
function hasTheirsChanged(conflict: Conflict, before: readonly Conflict[]): boolean {
  const was = before.find((each) => subjectOf(each) === subjectOf(conflict));
  return was !== undefined && JSON.stringify(was.theirs) !== JSON.stringify(conflict.theirs);
}

function useLastPerson(): LastPerson {
  const { id } = useTools().editing.opened;
  const { data } = useQuery({
    queryKey: ['last-person', id],
    queryFn: () => findLastPerson(id),
    gcTime: 0,
    staleTime: Infinity,
  });
  return data ?? NOBODY_KNOWN;
}

const NOBODY_KNOWN: LastPerson = { name: null, isOwn: false };
