import '@mantine/core/styles/Overlay.layer.css';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { toast } from '#web/kit/toast.ts';
import classes from './conflict-dialog.module.css';
import type { Editing } from './editing.ts';
import { useSaveState, useTools } from './editor-context.tsx';
import { become, saveAllChanges, savedPart } from './editor-state.ts';
import { act } from './editor-store.ts';
import { openedFrom, saveAsNew } from './newsletter-calls.ts';

/** Somebody else saved first: theirs, mine, or both. Nothing is overwritten until a person has said so. */
export function ConflictDialog() {
  const state = useSaveState();
  return state.step === 'conflict' ? <Choice theirs={state.theirs} /> : null;
}

function Choice({ theirs }: { theirs: NewsletterResource }) {
  const { editing } = useTools();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { title, updated_at } = theirs.attributes;
  const keepBoth = async () => {
    setBusy(true);
    try {
      const id = await copyMine(editing);
      takeTheirs(editing, theirs);
      toast.success('Your version is a newsletter of its own now');
      await navigate(screenPath('editor', { id }));
    } catch {
      // The call has said what is the matter; the question stays.
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Somebody else has changed this newsletter"
      size={520}
    >
      <p className={classes.words}>
        “{title}” was saved by somebody else, or in another window, at {timeOf(updated_at)}. Your changes are
        not lost: choose what becomes of them.
      </p>
      <div className={classes.choices}>
        <Button variant="filled" disabled={busy} onClick={() => void keepBoth()}>
          Keep both
        </Button>
        <p className={classes.hint}>Yours becomes a newsletter of its own, theirs stays as it is.</p>
        <Button variant="default" disabled={busy} onClick={() => keepMine(editing, theirs)}>
          Keep mine
        </Button>
        <p className={classes.hint}>What they saved is replaced by what you see here.</p>
        <Button variant="default" disabled={busy} onClick={() => takeTheirs(editing, theirs)}>
          Keep theirs
        </Button>
        <p className={classes.hint}>You see what they saved. Undo brings yours back.</p>
      </div>
    </Modal>
  );
}

function takeTheirs(editing: Editing, theirs: NewsletterResource): void {
  const { saved, version, at, standing } = openedFrom(theirs);
  editing.saver.accept(saved, version, at);
  editing.standing.setState(standing, true);
  act(editing.store, become, saved);
}

function keepMine(editing: Editing, theirs: NewsletterResource): void {
  editing.saver.overwrite(theirs.attributes.version);
  void editing.saver.flush();
}

async function copyMine(editing: Editing): Promise<string> {
  act(editing.store, saveAllChanges);
  const mine = savedPart(editing.store.getState());
  return await saveAsNew(mine, `${mine.title.slice(0, 180)} (my version)`);
}

function timeOf(moment: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(moment));
}
