import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { SCHOOL_MESSAGES, schoolRoutes, type updateSchoolForm } from '#contract/school.ts';
import { toast } from '#ui/feedback/toast.ts';
import { schoolQuery } from '#web/api/account.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** The changed fields, and the logo as a file if there is a new one. */
export interface SchoolChange {
  readonly body: Omit<z.input<typeof updateSchoolForm>, 'logo'>;
  readonly logo?: File | undefined;
  readonly handles?: (error: ApiError) => boolean;
}

/** Updates the school, and reloads what depends on it. */
export function useSaveSchool(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, logo, handles }: SchoolChange) =>
      call(schoolRoutes.updateSchool, {
        params: { id },
        body,
        ...(logo !== undefined && { files: { logo } }),
        ...(handles !== undefined && { handles }),
      }),
    onSuccess: async ({ school }) => {
      client.setQueryData(schoolQuery.queryKey, school.data);
      toast.success(SCHOOL_MESSAGES.updated);
      await client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
    },
  });
}
