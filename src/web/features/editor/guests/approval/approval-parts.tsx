import { loadable } from '#ui/loadable.tsx';

/** The parts of approval, which only schools load that want it. */

const Nothing = () => null;

export const ApprovalActions = loadable(
  async () => (await import('./approval-actions.tsx')).ApprovalActions,
  Nothing,
);
export const ApprovalStatus = loadable(
  async () => (await import('./approval-status.tsx')).ApprovalStatus,
  Nothing,
);
export const ApprovalNote = loadable(
  async () => (await import('./approval-status.tsx')).ApprovalNote,
  Nothing,
);
/** Beside it in the phone's menu: for who needs no approval, and may ask. */
export const AskItem = loadable(async () => (await import('./approval-status.tsx')).AskWhereFree, Nothing);
export const WhereApproved = loadable(
  async () => (await import('./approval-status.tsx')).WhereApproved,
  Nothing,
);
