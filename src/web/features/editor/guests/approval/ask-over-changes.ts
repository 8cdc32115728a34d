import { confirm } from '#ui/dialogs/confirm.ts';
import { queryClient } from '#web/api/query-client.ts';
import { approvalQuery } from '#web/features/editor/kernel/facts/approval.ts';
import type { AskBeforePublishing } from '#web/features/editor/kernel/guest.ts';

/** People who need no approval may publish although an approver wants changes; this question makes sure that they know. */
export const askOverChanges: AskBeforePublishing = async ({ editing, school }, when) => {
  if (!school.approval) return true;
  const query = { ...approvalQuery(editing.opened.id), staleTime: 0 };
  const newest = await queryClient.fetchQuery(query).catch(() => null);
  const request = newest?.request ?? null;
  if (request?.status !== 'changes') return true;
  return await confirm({
    title: `${request.decided_by ?? 'Somebody'} asks for changes`,
    message: `${when === null ? '' : `It goes out ${when}. `}${request.words}`,
    confirmLabel: when === null ? 'Publish as it is' : 'Plan it as it is',
    cancelLabel: 'Go back',
  });
};
