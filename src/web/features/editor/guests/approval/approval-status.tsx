import { useNeedsApproval } from '#web/features/editor/kernel/facts/approval.ts';
import type { MenuItem } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './approval.module.css';
import { MoreActions } from './approval-actions.tsx';
import { ApprovalChip } from './approval-chip.tsx';
import { useAskPlace, useAskWords } from './ask-place.ts';
import { useApprovalState } from './use-approval.ts';

/** The state of the approval in the head, beside its actions; narrow screens show both in a line of their own. */
export function ApprovalStatus() {
  return useTools().isNarrow ? null : <ApprovalChip />;
}

/** The item of the phone's menu for people who may publish without approval, and ask all the same. */
export function AskItem({ Item }: { Item: MenuItem }) {
  const isNeeded = useNeedsApproval();
  const words = useAskWords();
  const { setAsking } = useAskPlace();
  return !isNeeded && words !== null && <Item onClick={() => setAsking(true)}>{words}</Item>;
}

/** The state of the approval in a line of its own, where the heads have no room for it. */
export function ApprovalNote() {
  const { kind } = useApprovalState();
  return kind === null ? null : (
    <div className={classes.note}>
      <ApprovalChip />
      <MoreActions />
    </div>
  );
}
