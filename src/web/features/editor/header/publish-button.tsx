import { ApprovalActions } from '#web/features/editor/guests/approval/approval-parts.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import type { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { PublishNow } from './publish-now.tsx';

/** Publish, or the actions of approval where newsletters are approved. */
export function PublishButton({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const { school } = useTools();
  return school.approval ? <ApprovalActions saving={saving} /> : <PublishNow saving={saving} />;
}
