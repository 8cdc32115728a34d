import { useMutation, useQueryClient } from '@tanstack/react-query';
import { groupRoutes } from '#contract/groups/groups.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { invalidateFamilies } from '#web/api/groups.ts';

/** The mutations of the groups' screen. The server's errors about a name are shown at its field. */

/** The server's message about a name; none if it is about something else. */
export function nameProblem(error: Error | null): string | undefined {
  return isApiError(error) ? error.body.errors?.name?.[0] : undefined;
}

const handles = ({ body }: ApiError) => body.errors?.name !== undefined;

/** The titles of newsletters with blocks for a group; null after a failure, which a toast has shown. */
export async function findUses(id: string): Promise<readonly string[] | null> {
  const found = await call(groupRoutes.groupUses, { params: { id } }).catch(() => null);
  return found?.news_letters.map(({ title }) => title) ?? null;
}

export function useGroupActions() {
  const client = useQueryClient();
  // Runs after a failure, too: somebody else may have changed them meanwhile.
  const onSettled = () => invalidateFamilies(client);
  const create = useMutation({
    mutationFn: (name: string) => call(groupRoutes.createGroup, { body: { name }, handles }),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: string; name?: string; retired?: boolean; is_offered?: boolean }) =>
      call(groupRoutes.updateGroup, { params: { id }, body, handles }),
    onSettled,
  });
  const merge = useMutation({
    mutationFn: ({ id, into }: { id: string; into: string }) =>
      call(groupRoutes.mergeGroup, { params: { id }, body: { into } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(groupRoutes.deleteGroup, { params: { id } }),
    onSettled,
  });
  return { create, change, merge, remove };
}
