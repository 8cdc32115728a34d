import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import {
  type DeliveryResource,
  type deliveryForm,
  deliveryRoutes,
  isUnderWay,
} from '#contract/deliveries.ts';
import { TEXT_MAX } from '#contract/fields.ts';

import { type NewsletterResource, newsletterRoutes } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { codeSchema } from '#newsletter/document/document.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** The calls that the sending screen makes. */

export type DeliveryForm = z.input<typeof deliveryForm>;

const WATCH_MS = 1500;
const WAIT_MS = 15_000;
const PER_PAGE = 100;
const handles = () => true;

/** The newsletter that is to be sent. */
export function newsletterQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.newsletters.one(id),
    queryFn: async ({ signal }) =>
      (await call(newsletterRoutes.getNewsletter, { params: { id }, signal, handles })).news_letter.data,
  });
}

/** Who would get it, and how it would arrive. */
export function audienceQuery(id: string) {
  return queryOptions({
    queryKey: ['deliveries', 'audience', id],
    queryFn: ({ signal }) => call(deliveryRoutes.audience, { params: { id }, signal, handles }),
    refetchOnMount: 'always',
  });
}

/** Makes a draft of the same content that says what it is, to be sent to everybody once more, and opens it. */
export function useCorrection({ attributes }: NewsletterResource) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const { title, layout_type, code } = attributes;
      // The longest title that is taken has no room for a word more.
      const body = {
        title: `Correction: ${title}`.slice(0, TEXT_MAX).trim(),
        layout_type,
        code: codeSchema.parse(code),
      };
      return (await call(newsletterRoutes.createNewsletter, { body })).news_letter.data.id;
    },
    // It is under way until the editor is there: on a slow line a second press would begin a second one.
    onSuccess: (id) => navigate(screenPath('editor', { id })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.newsletters.all }),
  });
}

/** What has been sent of it, the latest first; asked for again and again while something is under way. */
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
    refetchInterval: ({ state }) => pace(state.data ?? []),
  });
}

// A held one goes on changing until what is on its way has arrived.
function pace(deliveries: readonly DeliveryResource[]): number | false {
  const moves = ({ attributes }: DeliveryResource) =>
    attributes.status === 'sending' || (attributes.status === 'paused' && attributes.on_its_way > 0);
  if (deliveries.some(moves)) return WATCH_MS;
  // A few of one that is done may still be tried.
  const waits = ({ attributes }: DeliveryResource) => isUnderWay(attributes.status) || attributes.waiting > 0;
  return deliveries.some(waits) && WAIT_MS;
}

/** Who did not get a delivery, page by page. */
export function useFailures(id: string, missed: number) {
  return useInfiniteQuery({
    // More have come since: that is another list.
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

/** Sends a test to the person who asks. */
export function useTestMail(id: string, shows: (error: ApiError) => boolean) {
  return useMutation({
    mutationFn: ({ send_at: _, ...body }: DeliveryForm) =>
      call(deliveryRoutes.sendTestMail, { params: { id }, body, handles: shows }),
  });
}

/** Sends to everybody, now or at a time. */
export function useDeliver(id: string, shows: (error: ApiError) => boolean) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (body: DeliveryForm) =>
      call(deliveryRoutes.createDelivery, { params: { id }, body, handles: shows }),
    // After a failure too: somebody else may have sent it meanwhile.
    onSettled: refresh,
  });
}

/** Holds a delivery, goes on with it, ends it. */
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
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey }),
      client.invalidateQueries({ queryKey: audienceQuery(id).queryKey }),
    ]);
  };
}
