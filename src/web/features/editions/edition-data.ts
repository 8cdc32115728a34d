import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { historyRoutes } from '#contract/history.ts';
import { call } from '#web/api/client.ts';

/** The queries of past editions. */

export type EditionListed = z.output<typeof historyRoutes.listEditions.reply>['edition']['data'][number];

const handles = () => true;

/** A newsletter's editions, newest first. */
export function editionsQuery(id: string) {
  return queryOptions({
    queryKey: ['editions', id],
    queryFn: async ({ signal }) =>
      (await call(historyRoutes.listEditions, { params: { id }, signal, handles })).edition.data,
    refetchOnMount: 'always',
  });
}

export type StateListed = z.output<typeof historyRoutes.listStates.reply>['state']['data'][number];

/** The states of the newsletter's draft, newest first. */
export function statesQuery(id: string) {
  return queryOptions({
    queryKey: ['editions', id, 'states'],
    queryFn: async ({ signal }) =>
      (await call(historyRoutes.listStates, { params: { id }, signal, handles })).state.data,
    refetchOnMount: 'always',
  });
}

/** The state that an edition was published from, and its approved state, if any; undefined if the history no longer has it. */
export function statesOf(
  { id, attributes }: EditionListed,
  states: readonly StateListed[],
): { readonly published: StateListed | undefined; readonly approved: StateListed | undefined } {
  const published = states.find((state) => state.attributes.edition_id === id);
  const approved = states.find(
    (state) => state.attributes.reason === 'approved' && state.attributes.version === attributes.version,
  );
  return { published, approved };
}

/** An edition with its page and its mail. The addresses of its files are valid for at least a week. */
export function editionQuery(id: string, edition_id: string, variant: string | null) {
  return queryOptions({
    queryKey: ['editions', id, edition_id, variant],
    queryFn: async ({ signal }) =>
      (
        await call(historyRoutes.getEdition, {
          params: { id, edition_id },
          query: variant === null ? {} : { variant },
          signal,
          handles,
        })
      ).edition.data,
    // Shows the previous variant until the chosen one is loaded.
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
