import { queryOptions, useQuery } from '@tanstack/react-query';
import { billingRoutes } from '#contract/billing.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { call } from '#web/api/client.ts';

/** Who the invoices are made out to, and the card's last digits. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: async ({ signal }) =>
    (await call(billingRoutes.billingInformation, { signal })).billing_information.data,
});

// The addresses of the PDFs are good for ten minutes: a page that stays open fetches new ones.
const FRESH_MS = 5 * MINUTE_MS;

/** What was paid in a year, or ever with null. */
export function transactionsQuery(year: number | null) {
  return queryOptions({
    queryKey: ['transactions', year],
    queryFn: async ({ signal }) =>
      (await call(billingRoutes.listTransactions, { signal, query: year === null ? {} : { year } }))
        .transactions.data,
    staleTime: 0,
    refetchInterval: FRESH_MS,
  });
}

/** Billing information; see `billingQuery`. */
export function useBilling() {
  return useQuery(billingQuery);
}
