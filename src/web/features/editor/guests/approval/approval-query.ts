import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApprovalRequest, approvalRoutes } from '#contract/approval/approval.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** The state of a newsletter's approval on the server. */
export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.around(id).approval,
    queryFn: async ({ signal }) =>
      (await call(approvalRoutes.getApproval, { params: { id }, signal, handles: () => true })).approval.data
        .attributes,
  });
}

/** Its newest request, asked anew; null if there is none, or it cannot be had. */
export async function newestRequest(client: QueryClient, id: string): Promise<ApprovalRequest | null> {
  const approval = await client.fetchQuery({ ...approvalQuery(id), staleTime: 0 }).catch(() => null);
  return approval?.request ?? null;
}
