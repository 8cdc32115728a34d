import { queryOptions } from '@tanstack/react-query';
import { dashboardRoutes, LATEST_NEWSLETTERS_SHOWN } from '#contract/dashboard.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** The dashboard's queries. Each part of the screen shows its own errors. */

const LATEST_DRAFTS = { filter: 'created', per_page: LATEST_NEWSLETTERS_SHOWN } as const;

/** The most recently changed drafts. */
export const draftsQuery = queryOptions({
  queryKey: queryKeys.newsletters.list(LATEST_DRAFTS),
  queryFn: ({ signal }) =>
    call(newsletterRoutes.listNewsletters, { query: LATEST_DRAFTS, signal, handles: () => true }),
  refetchOnMount: 'always',
});

/** The school's numbers, recent publications, and upcoming events. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async ({ signal }) =>
    (await call(dashboardRoutes.dashboard, { signal, handles: () => true })).dashboard,
  refetchOnMount: 'always',
});

/** The parts of newsletters that the person has to write, or has written. */
export const myPartsQuery = queryOptions({
  queryKey: ['parts', 'mine'],
  queryFn: async ({ signal }) => await call(partRoutes.listMyParts, { signal, handles: () => true }),
  refetchOnMount: 'always',
});

export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: async ({ signal }) =>
    (await call(dashboardRoutes.news, { signal, handles: () => true })).news.data,
  staleTime: HOUR_MS,
});
