import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { historyRoutes } from '#contract/history.ts';
import { call } from '#web/api/client.ts';

/** The queries of what families saw. */

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

/** An edition with its page and its mail. The addresses of its files are valid for a week at least. */
export function editionQuery(id: string, edition_id: string) {
  return queryOptions({
    queryKey: ['editions', id, edition_id],
    queryFn: async ({ signal }) =>
      (await call(historyRoutes.getEdition, { params: { id, edition_id }, signal, handles })).edition.data,
    refetchOnMount: 'always',
  });
}
