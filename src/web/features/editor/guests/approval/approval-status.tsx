import type { ReactNode } from 'react';
import { useMayPublish, useNeedsApproval } from '#web/features/editor/kernel/facts/approval.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import type { useSaving } from '#web/features/editor/saving/use-saving.ts';
import classes from './approval.module.css';
import { MoreActions } from './approval-actions.tsx';
import { ApprovalChip } from './approval-chip.tsx';
import { AskMenuItem } from './publish-or-ask.tsx';
import { useApprovalState } from './use-approval.ts';

/** In the head how it stands, beside what can be done about it; narrow screens have a line of its own for both. */
export function ApprovalStatus() {
  return useTools().isNarrow ? null : <ApprovalChip />;
}

/** `children` for who may publish the draft as it is. */
export function WhereApproved({ children }: { children: ReactNode }) {
  return useMayPublish() ? children : null;
}

/** For who may publish without, and asks all the same. */
export function AskWhereFree() {
  return useNeedsApproval() ? null : <AskMenuItem />;
}

/** Where the heads have no room for it, a line of its own. */
export function ApprovalNote({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const { kind } = useApprovalState();
  return kind === null ? null : (
    <div className={classes.note}>
      <ApprovalChip />
      <MoreActions saving={saving} />
    </div>
  );
}
