import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type MoveUp, moveUpRoutes } from '#contract/groups/move-up.ts';
import { toast } from '#ui/feedback/toast.ts';
import { call } from '#web/api/client.ts';
import { invalidateFamilies } from '#web/api/groups.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** The query and mutations of moving years up. */

/** The last moving up, while it can be undone. */
export const lastMoveQuery = queryOptions({
  queryKey: [...queryKeys.groups, 'last move'],
  queryFn: async ({ signal }) => (await call(moveUpRoutes.lastMove, { signal, handles: () => true })).move,
  refetchOnMount: 'always',
});

function useRefresh() {
  const client = useQueryClient();
  return () => invalidateFamilies(client);
}

export function useMoveUp() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: MoveUp) =>
      call(moveUpRoutes.moveUp, { body, handles: ({ body: { errors } }) => errors?.leavers !== undefined }),
    onSettled,
  });
}

/** Undoes the last moving up. */
export function useUndoMove() {
  const onSettled = useRefresh();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const last = await client.fetchQuery({ ...lastMoveQuery, staleTime: 0 });
      if (last !== null) await call(moveUpRoutes.undoMove, { params: { id: last.id } });
    },
    onSuccess: () => toast.success('Every family is back in its year'),
    onSettled,
  });
}
