import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { SaveState } from '#web/features/editor/kernel/save-state.ts';
import { replaceWith, saveAllChanges, savedPart } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { useSaveState, useTools } from '#web/features/editor/kernel/tools.tsx';
import { openedFrom, saveAsNew } from '#web/features/editor/saving/newsletter-calls.ts';
import { QuestionDialog } from '#web/features/editor/saving/question.tsx';
import { useAsking } from '#web/features/editor/saving/use-asking.ts';
import { formatTime } from '#web/words/dates.ts';
import classes from './conflict-dialog.module.css';
import { ConflictQuestions } from './conflict-questions.tsx';
import { copyOwnWords } from './copy-own-words.ts';
import type { FoundChange } from './merged-state.ts';
import { withUnfinishedWords } from './unfinished-words.ts';

/**
 * Somebody else saved or deleted the newsletter first: asks which side stays, block by block, or as a whole if the common
 * base is not known. Nothing is overwritten or dropped before the answer.
 */
export function ConflictDialog() {
  const state = useSaveState();
  const isShown = useAsking(state);
  const change = useMemo(() => foundIn(state), [state]);
  if (state.step === 'gone') return <DeletedChoice />;
  if (state.step !== 'conflict' || !isShown) return null;
  return change === null ? (
    <Choice theirs={state.theirs} />
  ) : (
    <ConflictQuestions found={state} change={change} />
  );
}

function foundIn(state: SaveState): FoundChange | null {
  if (state.step !== 'conflict' || state.base === null) return null;
  const { base, stored, sent } = state;
  return { base, stored, sent };
}

function DeletedChoice() {
  const { editing } = useTools();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const keepMine = async () => {
    setBusy(true);
    try {
      const { title } = editing.store.getState();
      const id = await saveMine(editing, title);
      discardMine(editing);
      toast.success('Your version is a newsletter of its own now');
      await navigate(screenPath('editor', { id }), { replace: true });
    } catch {
      // The call has shown the error; the dialog stays open.
      setBusy(false);
    }
  };
  const leave = () => {
    discardMine(editing);
    void navigate(SCREENS.newsletters, { replace: true });
  };
  return (
    <QuestionDialog size={520} title="This newsletter has been deleted">
      <p className={classes.words}>
        Somebody else has deleted it, or you have in another window. What you see here is not lost: choose
        what becomes of it.
      </p>
      <div className={classes.choices}>
        {editing.isContributor ? (
          <>
            <Button variant="filled" onClick={() => void copyOwnWords(editing)}>
              Copy your words
            </Button>
            <p className={classes.hint}>To keep them elsewhere.</p>
          </>
        ) : (
          <>
            <Button variant="filled" disabled={busy} onClick={() => void keepMine()}>
              Keep mine
            </Button>
            <p className={classes.hint}>Yours becomes a newsletter of its own, a draft.</p>
          </>
        )}
        <Button variant="default" disabled={busy} onClick={leave}>
          Let it go
        </Button>
        <p className={classes.hint}>What you see here is deleted as well.</p>
      </div>
    </QuestionDialog>
  );
}

// Afterwards nothing waits to be saved.
function discardMine({ store, saver }: EditorSession): void {
  act(store, replaceWith, { ...savedPart(store.getState()), fresh: [] });
  saver.accept(savedPart(store.getState()), saver.version(), new Date());
}

function Choice({ theirs }: { theirs: NewsletterResource }) {
  const { editing } = useTools();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { title, updated_at } = theirs.attributes;
  const keepBoth = async () => {
    setBusy(true);
    try {
      const mine = editing.store.getState().title;
      const id = await saveMine(editing, `${mine.slice(0, 180)} (my version)`);
      takeTheirs(editing, theirs);
      toast.success('Your version is a newsletter of its own now');
      await navigate(screenPath('editor', { id }));
    } catch {
      // The call has shown the error; the dialog stays open.
      setBusy(false);
    }
  };
  const giveUpMine = () => {
    editing.noteForHistory({ givenUp: [withUnfinishedWords(editing)] });
    takeTheirs(editing, theirs);
  };
  return (
    <QuestionDialog size={520} title="Somebody else has changed this newsletter">
      <p className={classes.words}>
        “{title}” was saved by somebody else, or in another window, at {formatTime(updated_at)}. Your changes
        are not lost: choose what becomes of them.
      </p>
      <div className={classes.choices}>
        {!editing.isContributor && (
          <>
            <Button variant="filled" disabled={busy} onClick={() => void keepBoth()}>
              Keep both
            </Button>
            <p className={classes.hint}>Yours becomes a newsletter of its own, theirs stays as it is.</p>
          </>
        )}
        <Button variant="default" disabled={busy} onClick={() => keepMine(editing, theirs)}>
          Keep mine
        </Button>
        <p className={classes.hint}>What they saved is replaced by what you see here.</p>
        <Button variant="default" disabled={busy} onClick={giveUpMine}>
          Keep theirs
        </Button>
        <p className={classes.hint}>You see what they saved. Undo brings yours back.</p>
      </div>
    </QuestionDialog>
  );
}

function takeTheirs(editing: EditorSession, theirs: NewsletterResource): void {
  const { saved, version, at, publicState } = openedFrom(theirs);
  editing.saver.accept(saved, version, at);
  editing.publicState.setState(publicState, true);
  act(editing.store, replaceWith, saved);
}

function keepMine(editing: EditorSession, theirs: NewsletterResource): void {
  editing.saver.overwrite(theirs.attributes.version);
  void editing.saver.flush();
}

async function saveMine(editing: EditorSession, title: string): Promise<string> {
  act(editing.store, saveAllChanges);
  return await saveAsNew(withUnfinishedWords(editing), title);
}
