import { queryOptions, useQuery } from '@tanstack/react-query';
import { billingRoutes } from '#contract/billing.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { call } from '#web/api/client.ts';

/** The billing details on invoices, and the card's last digits. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: async ({ signal }) =>
    (await call(billingRoutes.billingInformation, { signal })).billing_information.data,
});

// The PDF links expire after ten minutes, so an open page fetches new ones.
const REFETCH_MS = 5 * MINUTE_MS;

/** The payments of one year, or all of them with null. */
export function transactionsQuery(year: number | null) {
  return queryOptions({
    queryKey: ['transactions', year],
    queryFn: async ({ signal }) =>
      (await call(billingRoutes.listTransactions, { signal, query: year === null ? {} : { year } }))
        .transactions.data,
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
}

export function useBilling() {
  return useQuery(billingQuery);
}
