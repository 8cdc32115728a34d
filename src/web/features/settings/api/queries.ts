import { queryOptions } from '@tanstack/react-query';
import { tokenRoutes } from '#contract/api/tokens.ts';
import { type Webhook, webhookRoutes } from '#contract/api/webhooks.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { handlesRemoved } from './handles-removed.ts';

/** The queries of a school's API tokens and webhooks. */

export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) => (await call(tokenRoutes.listTokens, { signal })).api_tokens.data,
});

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await call(webhookRoutes.listWebhooks, { signal })).webhooks.data,
});

/** A `handles` for calls about a webhook: see `handlesRemoved`. */
export const handlesRemovedWebhook = (url: string, otherwise?: (error: ApiError) => boolean) =>
  handlesRemoved(`The webhook to ${new URL(url).host}`, webhooksQuery.queryKey, otherwise);

const DELIVERIES_SHOWN = '50';

/** The last deliveries of a webhook; polled while one waits for its first try. */
export const webhookDeliveriesQuery = ({ id, attributes: { url } }: Webhook) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async ({ signal }) =>
      (
        await call(webhookRoutes.listWebhookDeliveries, {
          params: { id },
          query: { per_page: DELIVERIES_SHOWN },
          signal,
          handles: handlesRemovedWebhook(url),
        })
      ).webhook_deliveries.data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ attributes }) => attributes.state === 'waiting' && attributes.tries === 0)
        ? 1500
        : false,
  });
