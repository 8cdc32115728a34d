import { queryOptions } from '@tanstack/react-query';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** The calls of the dashboard. Each part shows in its own place what went wrong with it. */

const SHOWN = 5;

/** The newsletters that were changed last, of one kind. */
export const listOf = (filter: 'created' | 'published') =>
  queryOptions({
    queryKey: queryKeys.newsletters.list({ filter, per_page: SHOWN }),
    queryFn: ({ signal }) =>
      call(newsletterRoutes.listNewsletters, {
        query: { filter, per_page: SHOWN },
        signal,
        handles: () => true,
      }),
    refetchOnMount: 'always',
  });

/** The school's numbers and coming events. */
export const dashboardQuery = queryOptions({
  queryKey: queryKeys.dashboard,
  queryFn: async ({ signal }) =>
    (await call(dashboardRoutes.dashboard, { signal, handles: () => true })).dashboard,
  refetchOnMount: 'always',
});

/** What is new in the product. */
export const newsQuery = queryOptions({
  queryKey: queryKeys.news,
  queryFn: async ({ signal }) =>
    (await call(dashboardRoutes.news, { signal, handles: () => true })).news.data,
  staleTime: 3_600_000,
});
