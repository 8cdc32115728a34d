import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LEAVING_MESSAGES, leavingRoutes } from '#contract/leaving.ts';
import type { SchoolResource } from '#contract/school.ts';
import type { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { toast } from '../../kit/toast.ts';

/** The calls about leaving. What the server answers is the school from now on. */

/** Has the browser download everything. By an address, not by a call: several gigabytes fit into no page's memory. */
export function useDownload(id: string) {
  return useMutation({
    mutationFn: () => call(leavingRoutes.exportAddress, { params: { id } }),
    onSuccess: ({ url }) => {
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
      toast.success(LEAVING_MESSAGES.downloading);
    },
  });
}

/** Closes the school. */
export function useCloseSchool(id: string, handles: (error: ApiError) => boolean) {
  const done = useDone(LEAVING_MESSAGES.closed);
  return useMutation({
    mutationFn: (name: string) =>
      call(leavingRoutes.closeSchool, { params: { id }, body: { name }, handles }),
    onSuccess: ({ school }) => {
      done(school.data);
      // The form is gone; what has happened, and the way back, stand at the top.
      document.getElementById('main')?.focus();
      window.scrollTo({ top: 0 });
    },
  });
}

/** Takes the school back. */
export function useReopenSchool({ id, attributes: { name } }: SchoolResource) {
  const done = useDone(LEAVING_MESSAGES.reopened);
  return useMutation({
    mutationFn: () => call(leavingRoutes.reopenSchool, { params: { id }, body: { name } }),
    onSuccess: ({ school }) => done(school.data),
  });
}

function useDone(message: string) {
  const client = useQueryClient();
  return (school: SchoolResource) => {
    client.setQueryData(queryKeys.school, school);
    toast.success(message);
  };
}
