import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { LEAVING_MESSAGES, leavingRoutes, reopenedWithoutRenewal } from '#contract/leaving.ts';
import { SCREENS } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { formatDate } from '#web/words/dates.ts';

/** The calls about leaving. What the server answers is the school from now on. */

// Two sentences, and something to do about them.
const READING_MS = 20_000;

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
  const done = useDone();
  return useMutation({
    mutationFn: (name: string) =>
      call(leavingRoutes.closeSchool, { params: { id }, body: { name }, handles }),
    onSuccess: ({ school }) => {
      done(school.data);
      toast.success(LEAVING_MESSAGES.closed);
      // The form is gone; what has happened, and the way back, stand at the top.
      document.getElementById('main')?.focus();
      window.scrollTo({ top: 0 });
    },
  });
}

/** Takes the school back. A renewal that was cancelled stays so, which is said: it would end the plan unnoticed. */
export function useReopenSchool({ id, attributes: { name } }: SchoolResource) {
  const done = useDone();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(leavingRoutes.reopenSchool, { params: { id }, body: { name } }),
    onSuccess: ({ school: { data } }) => {
      done(data);
      const {
        subscription_status: status,
        subscription_end_date: end,
        plan_ended,
        time_zone,
      } = data.attributes;
      if (status !== 'canceled' || plan_ended || end === null) toast.success(LEAVING_MESSAGES.reopened);
      else
        toast.success(reopenedWithoutRenewal(formatDate(end, time_zone)), {
          action: { label: 'My subscription', run: () => void navigate(SCREENS.subscription) },
          duration: READING_MS,
        });
    },
  });
}

function useDone() {
  const client = useQueryClient();
  return (school: SchoolResource) => client.setQueryData(queryKeys.school, school);
}
