import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import {
  type DeliveryResource,
  type deliveryForm,
  deliveryRoutes,
  type testMailForm,
} from '#contract/deliveries.ts';
import { isUnderWay } from '#contract/delivery-state.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { clearDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';

/** The queries and mutations of the sending screen. */

export type DeliveryForm = z.input<typeof deliveryForm>;

const ACTIVE_POLL_MS = 1500;
const IDLE_POLL_MS = 15_000;
const PER_PAGE = 100;
const handles = () => true;

export function sentNewsletterQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.newsletters.one(id),
    queryFn: async ({ signal }) =>
      (await call(newsletterRoutes.getNewsletter, { params: { id }, signal, handles })).news_letter.data,
  });
}

/** The newsletter's deliveries, newest first; polled while one is unfinished. */
export function deliveriesQuery(id: string) {
  return queryOptions({
    queryKey: ['deliveries', 'of', id],
    queryFn: async ({ signal }) =>
      (
        await call(deliveryRoutes.listDeliveries, {
          params: { id },
          query: { per_page: PER_PAGE },
          signal,
          handles,
        })
      ).deliveries.data,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => pollInterval(state.data ?? []),
  });
}

/** The mail as a family in these groups would get it. */
export function mailAsQuery(id: string, groups: readonly string[]) {
  return queryOptions({
    queryKey: ['deliveries', 'mail', id, groups],
    queryFn: ({ signal }) =>
      call(deliveryRoutes.readMail, { params: { id }, query: { groups: groups.join(',') }, signal, handles }),
    gcTime: 0,
  });
}

// A paused delivery still changes while mails are in transit.
function pollInterval(deliveries: readonly DeliveryResource[]): number | false {
  const isActive = ({ attributes }: DeliveryResource) =>
    attributes.status === 'sending' || (attributes.status === 'paused' && attributes.on_its_way > 0);
  if (deliveries.some(isActive)) return ACTIVE_POLL_MS;
  // A finished delivery may still retry a few recipients.
  const isWaiting = ({ attributes }: DeliveryResource) =>
    isUnderWay(attributes.status) || attributes.waiting > 0;
  return deliveries.some(isWaiting) && IDLE_POLL_MS;
}

/** The people who did not get a delivery, in pages. */
export function useFailures(id: string, missed: number) {
  return useInfiniteQuery({
    // With `missed` in the key, the list is loaded again when more recipients have failed.
    queryKey: ['deliveries', 'failures', id, missed],
    queryFn: ({ pageParam, signal }) =>
      call(deliveryRoutes.listFailures, {
        params: { id },
        query: { page: pageParam, per_page: PER_PAGE },
        signal,
        handles,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

/** Sends a test mail to the signed-in person. */
export function useTestMail(id: string, handles: (error: ApiError) => boolean) {
  return useMutation({
    mutationFn: (body: z.input<typeof testMailForm>) =>
      call(deliveryRoutes.sendTestMail, { params: { id }, body, handles }),
  });
}

/** Sends to the chosen subscribers, now or at a set time. */
export function useDeliver(id: string, handles: (error: ApiError) => boolean) {
  const refresh = useRefresh(id);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DeliveryForm) =>
      call(deliveryRoutes.createDelivery, { params: { id }, body, handles }),
    // Here and not in the component, because the form unmounts before its own callbacks run.
    onSuccess: async ({ delivery }) => {
      clearDraftMessage(id);
      const { queryKey } = deliveriesQuery(id);
      // A list that was read before would not have it.
      await client.cancelQueries({ queryKey });
      // Shown as it began, and read again only with the next poll: a small sending may be done at once, and its end is announced.
      client.setQueryData(queryKey, (others) => others && [delivery.data, ...others]);
    },
    // Somebody else may have sent it meanwhile.
    onError: refresh,
  });
}

/** Pauses, resumes and cancels a delivery. */
export function useDeliveryActions({ id, attributes }: DeliveryResource) {
  const onSettled = useRefresh(attributes.news_letter_id);
  const params = { id };
  const pause = useMutation({ mutationFn: () => call(deliveryRoutes.pauseDelivery, { params }), onSettled });
  const resume = useMutation({
    mutationFn: () => call(deliveryRoutes.resumeDelivery, { params }),
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: () => call(deliveryRoutes.cancelDelivery, { params }),
    onSettled,
  });
  return { pause, resume, cancel };
}

function useRefresh(id: string) {
  const client = useQueryClient();
  const recount = useRecount(id);
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey }), recount()]);
  };
}

/** Counts again who would get the newsletter, of everybody and of any groups. */
export function useRecount(id: string) {
  const client = useQueryClient();
  return useCallback(
    () => client.invalidateQueries({ queryKey: ['deliveries', 'audience', id] }),
    [client, id],
  );
}
