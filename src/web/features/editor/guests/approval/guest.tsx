import type { ComponentType, ReactNode } from 'react';
import { loadable, Nothing } from '#ui/loadable.tsx';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** Loaded only in schools that want newsletters to be approved. */
const ApprovalActions = loadable(
  async () => (await import('./approval-actions.tsx')).ApprovalActions,
  Nothing,
);
const ApprovalStatus = loadable(async () => (await import('./approval-status.tsx')).ApprovalStatus, Nothing);
const ApprovalNote = loadable(async () => (await import('./approval-status.tsx')).ApprovalNote, Nothing);
const AskItem = loadable(async () => (await import('./approval-status.tsx')).AskItem, Nothing);

/** Asks colleagues whether a newsletter may be published. */
export const APPROVAL: Guest = {
  name: 'approval',
  beforePublishing: async () => (await import('./ask-over-changes.ts')).askOverChanges,
  Head: whereWanted(ApprovalStatus),
  Publish({ children }: { children: ReactNode }) {
    return useTools().school.approval ? <ApprovalActions /> : children;
  },
  MenuItem: whereWanted(AskItem),
  Notice: whereWanted(() => useTools().isNarrow && <ApprovalNote />),
};

/** A component for schools that want it, and for all but contributors. */
function whereWanted<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return (props) => {
    const { editing, school } = useTools();
    return school.approval && !editing.isContributor && <Component {...props} />;
  };
}
