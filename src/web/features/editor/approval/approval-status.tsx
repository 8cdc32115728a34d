import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useTools } from '#web/features/editor/editor-context.tsx';
import type { useSaving } from '#web/features/editor/saving/use-saving.ts';
import classes from './approval.module.css';
import { MoreActions } from './approval-actions.tsx';
import { ApprovalChip } from './approval-chip.tsx';
import { useApprovalState, useMayPublish } from './use-approval.ts';

/** The chip; and what families see, which is `status`: always if they see anything, or if there is nothing to say of approval. */
export function ApprovalStatus({ status }: { status: ReactNode }) {
  const { isNarrow, editing } = useTools();
  const isPublic = useStore(editing.publicState) !== 'draft';
  const { kind } = useApprovalState();
  if (kind === null || isNarrow) return status;
  return (
    <>
      {isPublic && status}
      <ApprovalChip />
    </>
  );
}

/** `children` for who may publish the draft as it is. */
export function WhereApproved({ children }: { children: ReactNode }) {
  return useMayPublish() ? children : null;
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
