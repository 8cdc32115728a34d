import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type SavedItemListed,
  type SavedKind,
  type savedItemForm,
  savedItemRoutes,
} from '#contract/saved-items.ts';
import { call } from '#web/api/client.ts';

/** The queries and mutations of saved blocks and templates. */

const KEY = ['saved-items'];

/** All saved items of the school, by name. */
export const savedItemsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) =>
    (await call(savedItemRoutes.listSavedItems, { signal, handles: () => true })).saved_item.data,
});

/** The saved items of a kind. */
export function ofKind(
  items: readonly SavedItemListed[] | undefined,
  kind: SavedKind,
): readonly SavedItemListed[] {
  return (items ?? []).filter(({ attributes }) => attributes.kind === kind);
}

/** Loads a saved item with its blocks. An error has been shown, unless `handles` says that it is handled. */
export async function fetchSavedItem(id: string, handles: () => boolean = () => false) {
  return (await call(savedItemRoutes.getSavedItem, { params: { id }, handles })).saved_item.data.attributes;
}

export function useSavedItemActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const create = useMutation({
    mutationFn: (body: z.input<typeof savedItemForm>) => call(savedItemRoutes.createSavedItem, { body }),
    onSettled,
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(savedItemRoutes.renameSavedItem, { params: { id }, body: { name } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(savedItemRoutes.deleteSavedItem, { params: { id } }),
    onSettled,
  });
  return { create, rename, remove };
}
