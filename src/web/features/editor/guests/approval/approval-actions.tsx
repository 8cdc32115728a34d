import { Button, Popover } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ApprovalRequest } from '#contract/approval/approval.ts';
import { toast } from '#ui/feedback/toast.ts';
import { PublishNow } from '#web/features/editor/header/publish-now.tsx';
import { useMayPublish, useNeedsApproval } from '#web/features/editor/kernel/facts/approval.ts';
import { SHOWN } from '#web/features/editor/kernel/places/history-place.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { AnswerPanel } from './answer-panel.tsx';
import classes from './approval.module.css';
import { isToBeAsked } from './approval-state.ts';
import { AskPanel } from './ask-panel.tsx';
import { useAskPlace } from './ask-place.ts';
import { PublishOrAsk } from './publish-or-ask.tsx';
import { ReadPanel } from './read-panel.tsx';
import {
  useApprovalCalls,
  useApprovalFollows,
  useApprovalState,
  useRefetchApproval,
} from './use-approval.ts';

/**
 * The actions of approval in the head, beside Publish or in its place: asking for people who need an approval, answering for
 * the others.
 */
export function ApprovalActions() {
  const { isNarrow, isPhone } = useTools();
  useApprovalFollows();
  const refetch = useRefetchApproval();
  const { isUnapproved, forgetUnapproved } = useSaving();
  const { isAsking, setAsking } = useAskPlace();
  // The server has refused to publish a newsletter that was approved a moment ago, or needed no approval.
  useEffect(() => {
    if (!isUnapproved) return;
    void refetch().then((request) => {
      forgetUnapproved();
      setAsking(isToBeAsked(request));
    });
  }, [isUnapproved, refetch, forgetUnapproved, setAsking]);
  const needsIt = useNeedsApproval();
  const { approval, request, kind } = useApprovalState();
  const mayPublish = useMayPublish();
  // On a phone there is no room for a longer label.
  const ask = kind !== null ? 'Ask again' : isPhone ? 'Ask' : 'Ask for approval';
  return (
    <>
      {!isNarrow && <MoreActions />}
      {needsIt ? mayPublish && <PublishNow /> : <PublishOrAsk />}
      {needsIt && kind === 'waiting' && <Button disabled>Publish</Button>}
      {needsIt && isToBeAsked(request) && (
        <Opener
          words={ask}
          label={kind === null ? 'Ask for approval' : ask}
          isPrimary
          isOpen={isAsking}
          onChange={setAsking}
        >
          {(close) => <AskPanel approvers={approval?.approvers ?? []} onClose={close} />}
        </Opener>
      )}
    </>
  );
}

/** The other actions of a request, besides asking and publishing; on narrow screens they are below the heads. */
export function MoreActions() {
  const needsIt = useNeedsApproval();
  const { request, kind } = useApprovalState();
  if (request === null) return null;
  const isAsked = kind === 'waiting' || kind === 'moved';
  if (isAsked && (needsIt || !request.may_answer)) return <TakeBack />;
  if (isAsked)
    return (
      <OwnOpener words="Answer">{(close) => <AnswerPanel request={request} onClose={close} />}</OwnOpener>
    );
  if (kind === 'changes')
    return (
      <OwnOpener words="Read them">{(close) => <ReadPanel request={request} onClose={close} />}</OwnOpener>
    );
  return kind === 'changed' ? <Compare request={request} /> : null;
}

/** An `Opener` that nothing else opens. */
function OwnOpener(props: { words: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return <Opener {...props} isOpen={isOpen} onChange={setOpen} />;
}

/** A button with a panel below it. */
function Opener({
  words,
  label = words,
  isPrimary = false,
  isOpen,
  onChange,
  children,
}: {
  words: string;
  label?: string;
  isPrimary?: boolean;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  children: (close: () => void) => ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const change = (opens: boolean) => {
    onChange(opens);
    // The panel cannot do this itself: the element that had the focus when it opened may no longer exist, such as Publish.
    if (!opens) button.current?.focus();
  };
  const close = () => change(false);
  return (
    <Popover opened={isOpen} onChange={change} position="bottom-end" width={360} trapFocus withRoles={false}>
      <Popover.Target>
        <Button
          ref={button}
          variant={isPrimary ? 'filled' : 'default'}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => change(!isOpen)}
        >
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} role="dialog" aria-label={label}>
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  );
}

function TakeBack() {
  const { takeBack } = useApprovalCalls();
  return (
    <Button
      variant="subtle"
      onClick={() =>
        void takeBack().then(
          () => toast.success('Taken back. The link in the mail no longer works'),
          () => undefined,
        )
      }
    >
      Take back
    </Button>
  );
}

function Compare({ request }: { request: ApprovalRequest }) {
  const [, setParams] = useSearchParams();
  const { state_id } = request;
  if (state_id === null) return null;
  return (
    <Button
      variant="default"
      onClick={() => setParams({ [SHOWN]: state_id }, { state: { isHistoryOpenedHere: true } })}
    >
      Compare
    </Button>
  );
}
