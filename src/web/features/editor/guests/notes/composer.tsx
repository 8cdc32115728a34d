import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { NOTE_MAX, NOTE_MESSAGES } from '#contract/notes.ts';
import { afterPress } from '#ui/after-press.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { failureMessage } from '#web/api/failures.ts';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './composer.module.css';
import { notesOf } from './notes-of.ts';
import { type Mentions, useMentions } from './use-mentions.ts';

interface ComposerProps {
  /** As of `threadKey`. */
  readonly thread: string;
  /** The key of the unsent words in the notes' state. */
  readonly draft: string;
  readonly label: string;
  readonly placeholder: string;
  readonly send: () => Promise<void>;
  readonly onSent: () => void;
  /** Absent: there is nothing to go back to. */
  readonly onCancel?: () => void;
}

/** A field for a note. Its words are kept until they are sent: when the panel closes, when a call fails, over a reload. */
export function Composer({ thread, draft, label, placeholder, send, onSent, onCancel }: ComposerProps) {
  const notes = notesOf(useTools().editing);
  const words = useStore(notes.state, ({ drafts }) => drafts[draft] ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const { isBusy, problem, setProblem, submit } = useSending(words, send);
  const [isWithin, setWithin] = useState(false);
  const change = (next: string) => {
    setProblem(null);
    notes.type(draft, next);
  };
  const mentions = useMentions(field, thread, words, (next, caret) => {
    flushChange(() => change(next));
    field.current?.setSelectionRange(caret, caret);
  });
  const sendNow = async () => {
    if (!(await submit())) return;
    if (mentions.unknown !== null) toast.info(mentions.unknown);
    // The pressed button disappears with the words.
    field.current?.focus();
    onSent();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return;
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    const act = isSent ? () => void sendNow() : event.key === 'Escape' ? onCancel : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <form
      className={classes.form}
      noValidate
      onFocus={() => setWithin(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The hint disappears only after a press, or the pressed button would move away below the finger.
        if (!currentTarget.contains(relatedTarget)) afterPress(() => setWithin(false));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void sendNow();
      }}
    >
      <Textarea
        ref={field}
        autosize
        minRows={1}
        maxRows={8}
        aria-label={label}
        description="Name a colleague with @, and they get a mail. Families see no notes."
        descriptionProps={{ className: words !== '' || isWithin ? undefined : classes.unseen }}
        placeholder={placeholder}
        value={words}
        error={problem}
        data-note-field=""
        {...mentions.field}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ColleagueList mentions={mentions} />
      <UnreachedNote mentions={mentions} />
      {(words !== '' || onCancel !== undefined) && (
        <div className={classes.buttons}>
          <BusyButton size="sm" busy={isBusy} busyLabel="Sending…">
            {onCancel === undefined ? 'Send' : 'Save'}
          </BusyButton>
          {onCancel !== undefined && (
            <Button variant="default" size="sm" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

/** Sends the typed words; `submit` resolves to whether they were sent. */
function useSending(words: string, send: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (): Promise<boolean> => {
    if (isBusy) return false;
    const wrong = problemOf(words);
    setProblem(wrong);
    if (wrong !== null) return false;
    setBusy(true);
    try {
      await send();
      return true;
    } catch (error) {
      setProblem(
        `${isApiError(error) ? failureMessage(error) : 'It was not sent'}. Your words are kept here.`,
      );
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, setProblem, submit };
}

function ColleagueList({ mentions }: { mentions: Mentions }) {
  if (mentions.found.length === 0) return null;
  return (
    <div id={mentions.listId} role="listbox" aria-label="Colleagues" className={classes.people}>
      {mentions.found.map(({ id, name }, index) => (
        // The field keeps the focus: arrows and Enter choose there.
        <button
          type="button"
          tabIndex={-1}
          key={id}
          id={mentions.optionId(index)}
          role="option"
          aria-selected={index === mentions.at}
          className={classes.person}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => mentions.choose(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** Warns about a name that reaches nobody. */
function UnreachedNote({ mentions: { unreached, unknown } }: { mentions: Mentions }) {
  if (unreached === null && unknown === null) return null;
  return (
    <p role="status" className={classes.unreached}>
      {unreached === null
        ? unknown
        : `${unreached} is a contributor, and reads notes in their own parts alone. Please tell them another way.`}
    </p>
  );
}

function problemOf(words: string): string | null {
  if (words.trim() === '') return NOTE_MESSAGES.empty;
  return words.trim().length > NOTE_MAX ? NOTE_MESSAGES.long : null;
}
