import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { APPROVAL_MESSAGES, type ApprovalResource } from '#contract/approval/approval.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import classes from './approval.module.css';
import { StillOpen } from './still-open.tsx';
import { useApprovalCalls } from './use-approval.ts';

type Approvers = ApprovalResource['attributes']['approvers'];

/** A form for the approver and a sentence to them. Unsaved changes of the newsletter are saved before it is sent. */
export function AskPanel({ approvers, onClose }: { approvers: Approvers; onClose: () => void }) {
  const saving = useSaving();
  const [chosen, setChosen] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const [needed, setNeeded] = useState(NOT_NEEDED_BY);
  const { time_zone } = useTools().school;
  const problem = neededProblem(time_zone, needed);
  const approver = approvers.find(({ id }) => id === chosen) ?? approvers[0];
  const { ask } = useApprovalCalls();
  const { busy, run } = useBusy<'sending'>();
  const send = async () => {
    if (approver === undefined || problem !== null || !(await saving.settle())) return;
    await ask(approver.id, message, needed);
    toast.success(`${approver.name} has been asked`);
    onClose();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        run('sending', send).catch(() => {
          // The call has shown the error; the typed words stay.
        });
      }}
    >
      <h2 className={classes.title}>Ask for approval</h2>
      <ApproverChoice approvers={approvers} approver={approver} onChoose={setChosen} />
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
      <NeededBy needed={needed} problem={problem} onChange={setNeeded} />
      <StillOpen />
      <div className={classes.buttons}>
        <BusyButton type="submit" busy={busy !== null} busyLabel="Sending…">
          {approver === undefined ? 'Send' : `Send to ${approver.name}`}
        </BusyButton>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function ApproverChoice({
  approvers,
  approver,
  onChoose,
}: {
  approvers: Approvers;
  approver: Approvers[number] | undefined;
  onChoose: (id: string) => void;
}) {
  if (approver === undefined) return <p>Loading…</p>;
  if (approvers.length === 1) return <p>{approver.name} gets it by email, with a link to answer.</p>;
  return (
    <NativeSelect
      label="Who"
      value={approver.id}
      data={approvers.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}

/** A local day and time of the school; both may be empty. */
interface Needed {
  readonly day: string;
  readonly time: string;
}
const NOT_NEEDED_BY: Needed = { day: '', time: '' };

function NeededBy({
  needed,
  problem,
  onChange,
}: {
  needed: Needed;
  problem: string | null;
  onChange: (needed: Needed) => void;
}) {
  const { time_zone } = useTools().school;
  return (
    <div className={classes.needed}>
      <TextInput
        type="date"
        label="Needed by (optional)"
        min={dayIn(time_zone, new Date())}
        value={needed.day}
        error={problem}
        onChange={({ currentTarget: { value } }) => onChange({ ...needed, day: value })}
      />
      <TextInput
        type="time"
        label="Time (optional)"
        value={needed.time}
        error={problem !== null}
        onChange={({ currentTarget: { value } }) => onChange({ ...needed, time: value })}
      />
    </div>
  );
}

function neededProblem(timeZone: string, { day, time }: Needed): string | null {
  if (day === '') return time === '' ? null : APPROVAL_MESSAGES.timeWithoutDay;
  const now = new Date();
  if (day < dayIn(timeZone, now)) return APPROVAL_MESSAGES.past;
  return time !== '' && momentIn(timeZone, day, time) <= now ? APPROVAL_MESSAGES.pastTime : null;
}
