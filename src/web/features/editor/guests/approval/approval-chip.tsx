import {
  IconCircleCheck,
  IconClock,
  IconMessage,
  IconPencil,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNeedsApproval } from '#web/features/editor/kernel/facts/approval.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { formatTime } from '#web/words/dates.ts';
import classes from './approval.module.css';
import { type ApprovalKind, approvalStateWords } from './approval-state.ts';
import { useApprovalState } from './use-approval.ts';

const ICONS: Readonly<Record<ApprovalKind, TablerIcon>> = {
  waiting: IconClock,
  moved: IconPencil,
  orphaned: IconUserQuestion,
  changes: IconMessage,
  approved: IconCircleCheck,
  changed: IconPencil,
};

/** 'Waiting for Ms Hart', 'Approved by …', '2 blocks changed since approval'; its title has the full text and the changes. */
export function ApprovalChip() {
  const { school } = useTools();
  const needsIt = useNeedsApproval();
  const { request, kind } = useApprovalState();
  if (request === null || kind === null) return null;
  const Icon = ICONS[kind];
  const time = formatTime(request.decided_at ?? request.asked_at, school.time_zone);
  const isAsker = needsIt || !request.may_answer;
  const words = approvalStateWords(kind, request, { isAsker, time });
  const whole = [words, ...request.changes.map((change) => change.words)].join('\n');
  return (
    <span
      className={classes.chip}
      data-approval=""
      data-good={kind === 'approved' || undefined}
      title={whole}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes.words}>{words}</span>
    </span>
  );
}
