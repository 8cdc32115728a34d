import { useNeedsApproval } from '#web/features/editor/kernel/facts/approval.ts';
import type { MenuItem } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './approval.module.css';
import { MoreActions } from './approval-actions.tsx';
import { ApprovalChip } from './approval-chip.tsx';
import { useAskPlace, useAskWords } from './ask-place.ts';
import { useApprovalState } from './use-approval.ts';

/** In the head how it stands, beside what can be done about it; narrow screens have a line of its own for both. */
export function ApprovalStatus() {
  return useTools().isNarrow ? null : <ApprovalChip />;
}

/** In the phone's menu, for who may publish without, and asks all the same. */
export function AskItem({ Item }: { Item: MenuItem }) {
  const isNeeded = useNeedsApproval();
  const words = useAskWords();
  const { setAsking } = useAskPlace();
  return !isNeeded && words !== null && <Item onClick={() => setAsking(true)}>{words}</Item>;
}

/** Where the heads have no room for it, a line of its own. */
export function ApprovalNote() {
  const { kind } = useApprovalState();
  return kind === null ? null : (
    <div className={classes.note}>
      <ApprovalChip />
      <MoreActions />
    </div>
  );
}
