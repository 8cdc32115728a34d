import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { NOTE_MAX, NOTE_MESSAGES } from '#contract/notes.ts';
import { afterPress } from '#ui/after-press.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { failureMessage } from '#web/api/failures.ts';
import { flushChange } from '#web/features/editor/canvas/focus.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import classes from './composer.module.css';
import { useMentions } from './use-mentions.ts';

/** A field for a note. What is typed is kept until it is sent: when the panel closes, when a call fails, over a reload. */
export function Composer({
  thread,
  draft,
  label,
  placeholder,
  send,
  onSent,
  onCancel,
}: {
  /** As of `threadKey`. */
  thread: string;
  /** The key of what is typed in the notes' state. */
  draft: string;
  label: string;
  placeholder: string;
  send: () => Promise<void>;
  onSent: () => void;
  /** Absent: there is nothing to go back to. */
  onCancel?: () => void;
}) {
  const { notes } = useTools().editing;
  const words = useStore(notes.state, ({ drafts }) => drafts[draft] ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isWithin, setWithin] = useState(false);
  const change = (next: string) => {
    setProblem(null);
    notes.type(draft, next);
  };
  const mentions = useMentions(field, thread, words, (next, caret) => {
    flushChange(() => change(next));
    field.current?.setSelectionRange(caret, caret);
  });
  const submit = async () => {
    if (isBusy) return;
    const wrong = problemOf(words);
    setProblem(wrong);
    if (wrong !== null) return;
    setBusy(true);
    try {
      await send();
      if (mentions.unknown !== null) toast.info(mentions.unknown);
      // The button that was pressed goes with the words.
      field.current?.focus();
      onSent();
    } catch (error) {
      setProblem(
        `${isApiError(error) ? failureMessage(error) : 'It was not sent'}. Your words are kept here.`,
      );
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    } else if (event.key === 'Escape' && onCancel !== undefined) {
      event.preventDefault();
      onCancel();
    }
  };
  return (
    <form
      className={classes.form}
      noValidate
      onFocus={() => setWithin(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The hint goes only after a press: what is pressed would move away below the finger.
        if (!currentTarget.contains(relatedTarget)) afterPress(() => setWithin(false));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
      {mentions.found.length > 0 && (
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
      )}
      {mentions.unreached !== null && (
        <p role="status" className={classes.unreached}>
          {mentions.unreached} is a contributor, and reads notes in their own parts alone. Please tell them
          another way.
        </p>
      )}
      {mentions.unreached === null && mentions.unknown !== null && (
        <p role="status" className={classes.unreached}>
          {mentions.unknown}
        </p>
      )}
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

function problemOf(words: string): string | null {
  if (words.trim() === '') return NOTE_MESSAGES.empty;
  return words.trim().length > NOTE_MAX ? NOTE_MESSAGES.long : null;
}
