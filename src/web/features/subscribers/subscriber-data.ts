import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { isImportUnderWay, type SubscriberResource, subscriberRoutes } from '#contract/subscribers.ts';
import { toast } from '#ui/feedback/toast.ts';
import { call } from '#web/api/client.ts';
import { invalidateFamilies } from '#web/api/groups.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { PER_PAGE, type SubscribersState } from './subscribers-state.ts';

/** The queries and mutations of the subscribers' screens. */

/** A page of the list. The current page stays until the next one has loaded. */
export function useSubscribers(state: SubscribersState) {
  return useQuery({
    queryKey: [...queryKeys.subscribers, 'list', state],
    queryFn: ({ signal }) =>
      call(subscriberRoutes.listSubscribers, {
        query: { ...state, per_page: PER_PAGE },
        signal,
        // The list shows its errors in place.
        handles: () => true,
      }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** One subscriber. */
export function subscriberQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.subscribers, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(subscriberRoutes.getSubscriber, { params: { id }, signal, handles: () => true })).subscriber
        .data,
  });
}

/** The mails to a subscriber, in pages. */
export function useMailsTo(id: string) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.subscribers, 'mails', id],
    queryFn: ({ pageParam, signal }) =>
      call(deliveryRoutes.listSubscriberMails, {
        params: { id },
        query: { page: pageParam, per_page: MAILS_PER_PAGE },
        signal,
        handles: () => true,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    refetchOnMount: 'always',
  });
}
const MAILS_PER_PAGE = 10;

/** The last import; polled while it is running. */
export const lastImportQuery = queryOptions({
  queryKey: [...queryKeys.subscribers, 'import'],
  queryFn: async ({ signal }) =>
    (await call(subscriberRoutes.lastImport, { signal, handles: () => true })).subscriber_import.data,
  refetchInterval: ({ state }) =>
    state.data && isImportUnderWay(state.data.attributes.status) ? IMPORT_POLL_MS : false,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** The outcome of each line of a finished import. */
export function importResultQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.subscribers, 'import', 'result', id],
    queryFn: async ({ signal }) =>
      (await call(subscriberRoutes.importResult, { params: { id }, signal, handles: () => true })).import,
  });
}

/** The interval for polling a running import. */
export const IMPORT_POLL_MS = 400;

/** Deletes a subscriber. The list is reloaded after a failure, too: they may already be deleted. */
export function useDeleteSubscriber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SubscriberResource) => call(subscriberRoutes.deleteSubscriber, { params: { id } }),
    onSettled: () => invalidateFamilies(client),
  });
}

/** Sends newsletters again to an address that did not work. */
export function useTrustedAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SubscriberResource) => call(mailReportRoutes.addressWorksAgain, { params: { id } }),
    onSuccess: ({ subscriber }) => {
      toast.success(`${nameOrEmail(subscriber.data.attributes)} gets newsletters again`);
      focusContent();
    },
    onSettled: () => invalidateFamilies(client),
  });
}
