import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listingRoutes } from '#contract/families/listings.ts';
import { toast } from '#ui/feedback/toast.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** Whether a published newsletter is listed on the school's page. */
export function listingQuery(id: string) {
  return queryOptions({
    queryKey: ['listings', id],
    queryFn: async ({ signal }) =>
      (await call(listingRoutes.getListing, { params: { id }, signal, handles: () => true })).listing.data
        .attributes,
    refetchOnMount: 'always',
  });
}

/** Lists a newsletter on the school's page, or removes it from there, and offers to undo that. */
export function useSetListing({ id, title }: { readonly id: string; readonly title: string }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (is_listed: boolean) =>
      call(listingRoutes.setListing, { params: { id }, body: { is_listed } }),
    onSuccess: ({ listing }, is_listed) => {
      client.setQueryData(listingQuery(id).queryKey, listing.data.attributes);
      toast.success(
        is_listed ? `‘${title}’ is on the school’s page` : `‘${title}’ is no longer on the school’s page`,
        {
          action: { label: 'Undo', run: () => save.mutate(!is_listed) },
        },
      );
    },
    // Runs after a failure, too: it may have been unpublished meanwhile.
    onSettled: () =>
      Promise.all(
        [queryKeys.newsletters.all, ['listings']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  return save;
}
