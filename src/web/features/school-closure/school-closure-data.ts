import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import {
  reopenedWithoutRenewal,
  SCHOOL_CLOSURE_MESSAGES,
  schoolClosureRoutes,
} from '#contract/school-closure.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { formatDate } from '#web/words/dates.ts';

/** The calls of closing a school and downloading its data. The answer replaces the cached school. */

// Two sentences, and something to do about them.
const READING_MS = 20_000;

/** Has the browser download everything. By an address, not by a call: several gigabytes fit into no page's memory. */
export function useDownload(id: string) {
  return useMutation({
    mutationFn: () => call(schoolClosureRoutes.exportAddress, { params: { id } }),
    onSuccess: ({ url }) => {
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
      toast.success(SCHOOL_CLOSURE_MESSAGES.downloading);
    },
  });
}

/** Closes the school. */
export function useCloseSchool(id: string, handles: (error: ApiError) => boolean) {
  const done = useStoreSchool();
  return useMutation({
    mutationFn: (name: string) =>
      call(schoolClosureRoutes.closeSchool, { params: { id }, body: { name }, handles }),
    onSuccess: ({ school }) => {
      done(school.data);
      toast.success(SCHOOL_CLOSURE_MESSAGES.closed);
      // The form is gone; what has happened, and the way back, stand at the top.
      document.getElementById('main')?.focus();
      window.scrollTo({ top: 0 });
    },
  });
}

/** Takes the school back. A renewal that was cancelled stays so, which is said: it would end the plan unnoticed. */
export function useReopenSchool({ id, attributes: { name } }: SchoolResource) {
  const done = useStoreSchool();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(schoolClosureRoutes.reopenSchool, { params: { id }, body: { name } }),
    onSuccess: ({ school: { data } }) => {
      done(data);
      const {
        subscription_status: status,
        subscription_end_date: end,
        plan_ended,
        time_zone,
      } = data.attributes;
      if (status !== 'canceled' || plan_ended || end === null)
        toast.success(SCHOOL_CLOSURE_MESSAGES.reopened);
      else
        toast.success(reopenedWithoutRenewal(formatDate(end, time_zone)), {
          action: { label: 'My subscription', run: () => void navigate(SCREENS.subscription) },
          duration: READING_MS,
        });
    },
  });
}

function useStoreSchool() {
  const client = useQueryClient();
  return (school: SchoolResource) => client.setQueryData(queryKeys.school, school);
}
