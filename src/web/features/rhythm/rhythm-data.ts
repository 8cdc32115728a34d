import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { newsletterRoutes } from '#contract/newsletters.ts';
import type { IssueState } from '#contract/rhythm/next-issue.ts';
import { type RhythmForm, rhythmRoutes, type TermDatesForm } from '#contract/rhythm/rhythm.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** The queries and mutations of the rhythm's screen. */

const KEY = ['rhythm'];

/** The rhythm of a school, with its term dates. */
export function rhythmQuery(id: string) {
  return queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call(rhythmRoutes.getRhythm, { params: { id }, signal, handles: () => true })).rhythm.data
        .attributes,
    enabled: id !== '',
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isDraftDue(state.data?.next) ? DUE_INTERVAL : false),
  });
}

/** The polling interval while a draft is due, in milliseconds. */
const DUE_INTERVAL = 2_000;

function isDraftDue(next: IssueState | null | undefined): boolean {
  if (next == null || next.is_made || next.trouble !== null) return false;
  // The server's clock may be ahead.
  return Date.parse(next.draft_at) <= Date.now() + MINUTE_MS;
}

const PUBLISHED = { filter: 'published', order: 'created_at', per_page: 50 } as const;

/** The newest published newsletters, from which a rhythm can continue. */
export const publishedQuery = queryOptions({
  queryKey: queryKeys.newsletters.list(PUBLISHED),
  queryFn: async ({ signal }) =>
    (
      await call(newsletterRoutes.listNewsletters, { query: PUBLISHED, signal, handles: () => true })
    ).news_letter.data.map(({ id, attributes: { title } }) => ({ id, title })),
  refetchOnMount: 'always',
});

type Handles = (error: ApiError) => boolean;

export function useSaveRhythm(id: string, handles: Handles) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: RhythmForm) =>
      (await call(rhythmRoutes.setRhythm, { params: { id }, body, handles })).rhythm.data.attributes,
    // A draft that is due may have been made at once.
    onSuccess: (saved) => {
      client.setQueryData(KEY, saved);
      return client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
    },
  });
}

export function useTermDates() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const add = useMutation({
    mutationFn: ({ handles, ...body }: TermDatesForm & { handles?: Handles }) =>
      call(rhythmRoutes.addTermDates, { body, ...(handles && { handles }) }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(rhythmRoutes.removeTermDates, { params: { id } }),
    onSettled,
  });
  return { add, remove };
}
