import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { APPROVAL_MESSAGES, type ApprovalResource } from '#contract/approval/approval.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useTools } from '#web/features/editor/editor-context.tsx';
import type { useSaving } from '#web/features/editor/saving/use-saving.ts';
import classes from './approval.module.css';
import { StillOpen } from './still-open.tsx';
import { useApprovalCalls } from './use-approval.ts';

/** Whom to ask, and a sentence. What is typed in the newsletter is saved before. */
export function AskPanel({
  approvers,
  saving,
  onClose,
}: {
  approvers: ApprovalResource['attributes']['approvers'];
  saving: ReturnType<typeof useSaving>;
  onClose: () => void;
}) {
  const { ask } = useApprovalCalls();
  const [chosen, setChosen] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const { time_zone } = useTools().school;
  const [needed, setNeeded] = useState({ day: '', time: '' });
  const problem = neededProblem(time_zone, needed);
  const [busy, setBusy] = useState(false);
  const who = approvers.find(({ id }) => id === chosen) ?? approvers[0];
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || who === undefined || problem !== null) return;
    setBusy(true);
    try {
      if (!(await saving.settle())) return;
      await ask(who.id, message, needed);
      toast.success(`${who.name} has been asked`);
      onClose();
    } catch {
      // The call has shown it; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void send(event)}>
      <h2 className={classes.title}>Ask for approval</h2>
      {approvers.length > 1 ? (
        <NativeSelect
          label="Who"
          value={who?.id}
          data={approvers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      ) : (
        <p>{who === undefined ? 'Loading…' : `${who.name} gets it by email, with a link to answer.`}</p>
      )}
      <Textarea
        label="Message (optional)"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        data-autofocus
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <div className={classes.needed}>
        <TextInput
          type="date"
          label="Needed by (optional)"
          min={dayIn(time_zone, new Date())}
          value={needed.day}
          error={problem}
          onChange={({ currentTarget: { value } }) => setNeeded({ ...needed, day: value })}
        />
        <TextInput
          type="time"
          label="Time (optional)"
          value={needed.time}
          error={problem !== null}
          onChange={({ currentTarget: { value } }) => setNeeded({ ...needed, time: value })}
        />
      </div>
      <StillOpen />
      <div className={classes.buttons}>
        <BusyButton type="submit" busy={busy} busyLabel="Sending…">
          {who === undefined ? 'Send' : `Send to ${who.name}`}
        </BusyButton>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function neededProblem(
  timeZone: string,
  { day, time }: { readonly day: string; readonly time: string },
): string | null {
  if (day === '') return time === '' ? null : APPROVAL_MESSAGES.timeWithoutDay;
  const now = new Date();
  if (day < dayIn(timeZone, now)) return APPROVAL_MESSAGES.past;
  return time !== '' && momentIn(timeZone, day, time) <= now ? APPROVAL_MESSAGES.pastTime : null;
}
