import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { APPROVAL_MESSAGES, type ApprovalRequest, type DecisionForm } from '#contract/approval/approval.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { showBlock } from '#web/features/editor/kernel/places/focus.ts';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import classes from './approval.module.css';
import { useApprovalCalls } from './use-approval.ts';

/** The request and its two answers, for the newsletter as it is on the canvas. */
export function AnswerPanel({ request, onClose }: { request: ApprovalRequest; onClose: () => void }) {
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, answer } = useAnswering(request, onClose);
  return (
    <div className={classes.form}>
      <Asked request={request} />
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
          onClick={() => void answer('approve', words)}
        >
          Approve
        </BusyButton>
        <BusyButton
          type="button"
          variant="default"
          busy={busy === 'changes'}
          busyLabel="Sending…"
          onClick={() => {
            if (words.trim() === '') setProblem(APPROVAL_MESSAGES.whatChanges);
            else void answer('changes', words);
          }}
        >
          Ask for changes
        </BusyButton>
      </div>
    </div>
  );
}

/** Sends an answer about what the person has read; `onDone` is not called if that fails or something has changed meanwhile. */
function useAnswering({ asked_by }: ApprovalRequest, onDone: () => void) {
  const saving = useSaving();
  const { decide } = useApprovalCalls();
  const { busy, run } = useBusy<DecisionForm['decision']>();
  const answer = (decision: DecisionForm['decision'], words: string) =>
    run(decision, async () => {
      if (!(await saving.settleAsRead())) return;
      await decide({ decision, words });
      const who = asked_by ?? 'Who asked';
      toast.success(decision === 'approve' ? `Approved. ${who} can publish it now` : `${who} has your words`);
      onDone();
    }).catch(() => {
      // The call has shown the error; the typed words stay.
    });
  return { busy, answer };
}

/** The request, with the changes in the newsletter before and since. */
function Asked({
  request: { asked_by, message, before, has_changed, changes },
}: {
  request: ApprovalRequest;
}) {
  return (
    <>
      <h2 className={classes.title}>{asked_by ?? 'Somebody'} asks for approval</h2>
      {message !== '' && <p className={classes.said}>{message}</p>}
      {before !== null && <SinceAnswer before={before} />}
      {has_changed && (
        <>
          <p>It has changed since. You approve it as it is here.</p>
          <ul className={classes.changes}>
            {changes.map(({ words }) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The changes between the previous answer and this request, each with a link to its block. */
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
