import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { APPROVAL_MESSAGES, type ApprovalRequest } from '#contract/approval/approval.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { showBlock } from '#web/features/editor/canvas/focus.ts';
import type { useSaving } from '#web/features/editor/saving/use-saving.ts';
import classes from './approval.module.css';
import { useApprovalCalls } from './use-approval.ts';

/** What is asked, and the two answers, for the newsletter as it stands on the canvas. */
export function AnswerPanel({
  request,
  saving,
  onClose,
}: {
  request: ApprovalRequest;
  saving: ReturnType<typeof useSaving>;
  onClose: () => void;
}) {
  const { decide } = useApprovalCalls();
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'approve' | 'changes' | null>(null);
  const answer = async (decision: 'approve' | 'changes') => {
    if (busy !== null) return;
    if (decision === 'changes' && words.trim() === '') {
      setProblem(APPROVAL_MESSAGES.whatChanges);
      return;
    }
    setBusy(decision);
    try {
      if (!(await saving.settleAsRead())) return;
      await decide({ decision, words });
      const who = request.asked_by ?? 'Who asked';
      toast.success(decision === 'approve' ? `Approved. ${who} can publish it now` : `${who} has your words`);
      onClose();
    } catch {
      // The call has shown it; what was typed stays.
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className={classes.form}>
      <h2 className={classes.title}>{request.asked_by ?? 'Somebody'} asks for approval</h2>
      {request.message !== '' && <p className={classes.said}>{request.message}</p>}
      {request.before !== null && <SinceAnswer before={request.before} />}
      {request.has_changed && (
        <>
          <p>It has changed since. You approve it as it is here.</p>
          <ul className={classes.changes}>
            {request.changes.map(({ words: change }) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
      <Textarea
        label="What should change"
        description="Only if you ask for changes"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={words}
        error={problem}
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value);
          setProblem(null);
        }}
      />
      <div className={classes.buttons}>
        <BusyButton
          type="button"
          busy={busy === 'approve'}
          busyLabel="Approving…"
          onClick={() => void answer('approve')}
        >
          Approve
        </BusyButton>
        <BusyButton
          type="button"
          variant="default"
          busy={busy === 'changes'}
          busyLabel="Sending…"
          onClick={() => void answer('changes')}
        >
          Ask for changes
        </BusyButton>
      </div>
    </div>
  );
}

/** What has changed from the answer before until it was asked again; each leads to its block. */
function SinceAnswer({ before }: { before: NonNullable<ApprovalRequest['before']> }) {
  const { changes, decided_by, status } = before;
  const since = `since ${decided_by ?? 'somebody'} ${status === 'approved' ? 'approved it' : 'asked for changes'}`;
  if (changes.length === 0) return <p>Nothing has changed {since}.</p>;
  return (
    <>
      <p>Changed {since}:</p>
      <ul className={classes.changes}>
        {changes.map(({ block, words }) => (
          <li key={words}>
            {block === null ? (
              words
            ) : (
              <button type="button" className={classes.link} onClick={() => showBlock(block)}>
                {words}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
