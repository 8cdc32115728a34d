import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type SchoolPagesResource, schoolPageRoutes } from '#contract/families/school-pages.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** The settings of the school's pages for families, which several cards show. */

export type Pages = SchoolPagesResource['attributes'];

export function pagesQuery(id: string) {
  return queryOptions({
    queryKey: ['school-pages'],
    queryFn: async ({ signal }) =>
      (await call(schoolPageRoutes.getSchoolPages, { params: { id }, signal })).school_pages.data.attributes,
  });
}

type Changes = z.input<typeof schoolPageRoutes.updateSchoolPages.body>;

/** Saves the given settings, and updates every card; the school's own data says which pages are on. */
export function useSavePages(id: string) {
  const client = useQueryClient();
  return useMutation({
    // Runs one after the other, so that an older response never overwrites a newer one.
    scope: { id: 'school-pages' },
    mutationFn: async ({ handles, ...body }: Changes & { handles?: (error: ApiError) => boolean }) =>
      (
        await call(schoolPageRoutes.updateSchoolPages, {
          params: { id },
          body,
          ...(handles !== undefined && { handles }),
        })
      ).school_pages.data.attributes,
    onSuccess: async (saved) => {
      client.setQueryData(pagesQuery(id).queryKey, saved);
      await client.invalidateQueries({ queryKey: queryKeys.school });
    },
  });
}
