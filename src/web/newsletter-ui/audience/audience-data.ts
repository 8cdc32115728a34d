import { queryOptions } from '@tanstack/react-query';
import { deliveryRoutes } from '#contract/deliveries.ts';
import type { GroupChoice } from '#contract/groups/audience.ts';
import { call } from '#web/api/client.ts';

/** The families who would get the newsletter now, everybody or some groups, and how the mail would look. */
export function audienceQuery(id: string, groups: GroupChoice | null = null) {
  const query = groups === null ? {} : { any: groups.any.join(','), none: groups.none.join(',') };
  return queryOptions({
    queryKey: ['deliveries', 'audience', id, query],
    queryFn: ({ signal }) =>
      call(deliveryRoutes.audience, { params: { id }, query, signal, handles: () => true }),
    refetchOnMount: 'always',
  });
}
