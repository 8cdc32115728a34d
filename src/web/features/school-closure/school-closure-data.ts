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

/** The mutations for downloading a school's data, closing and reopening it. Answers replace the cached school. */

// Longer than usual: the toast has two sentences and a button.
const LONG_TOAST_MS = 20_000;

/** Downloads everything by a link rather than by a call, because several gigabytes do not fit into memory. */
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

export function useCloseSchool(id: string, handles: (error: ApiError) => boolean) {
  const storeSchool = useStoreSchool();
  return useMutation({
    mutationFn: (name: string) =>
      call(schoolClosureRoutes.closeSchool, { params: { id }, body: { name }, handles }),
    onSuccess: ({ school }) => {
      storeSchool(school.data);
      toast.success(SCHOOL_CLOSURE_MESSAGES.closed);
      // The form has disappeared; the banner at the top says what has happened and how to undo it.
      document.getElementById('main')?.focus();
      window.scrollTo({ top: 0 });
    },
  });
}

/** Reopens the school. The plan's renewal stays cancelled, so a toast says that the plan will end. */
export function useReopenSchool({ id, attributes: { name } }: SchoolResource) {
  const storeSchool = useStoreSchool();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(schoolClosureRoutes.reopenSchool, { params: { id }, body: { name } }),
    onSuccess: ({ school: { data } }) => {
      storeSchool(data);
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
          duration: LONG_TOAST_MS,
        });
    },
  });
}

function useStoreSchool() {
  const client = useQueryClient();
  return (school: SchoolResource) => client.setQueryData(queryKeys.school, school);
}
