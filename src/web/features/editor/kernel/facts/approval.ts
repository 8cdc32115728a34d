import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApprovalResource, approvalRoutes, needsApproval } from '#contract/approval/approval.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { WHILE_SEEN } from '#web/features/editor/kernel/follow-query.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSession } from '#web/session/session.ts';

/** The state of a newsletter's approval on the server. */
export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.around(id).approval,
    queryFn: async ({ signal }) =>
      (await call(approvalRoutes.getApproval, { params: { id }, signal, handles: () => true })).approval.data
        .attributes,
  });
}

/** The interval of polling while somebody else's answer is awaited, in milliseconds. */
const WAITING_INTERVAL = 15_000;

/** Whether the person may publish only with an approval. */
export function useNeedsApproval(): boolean {
  const { school } = useTools();
  const role = useSession()?.user.attributes.role ?? null;
  return school.approval && role !== null && needsApproval(role, school.approval_binds_owner);
}

/** The state of the newsletter's approval, as of its last save; undefined while it is off or loads. */
export function useApproval(): ApprovalResource['attributes'] | undefined {
  const { editing, school } = useTools();
  const { id } = editing.opened;
  const { data } = useQuery({
    ...approvalQuery(id),
    enabled: school.approval,
    ...WHILE_SEEN,
    refetchInterval: ({ state }) =>
      state.data?.request?.status === 'waiting' ? WAITING_INTERVAL : WHILE_SEEN.refetchInterval,
  });
  return school.approval ? data : undefined;
}

/** Whether the server would let the person publish the draft as it is: it is approved, or needs no approval. */
export function useMayPublish(): boolean {
  const needsIt = useNeedsApproval();
  const request = useApproval()?.request ?? null;
  return !needsIt || (request?.status === 'approved' && !request.has_changed);
}
