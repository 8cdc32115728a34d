import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Webhook, type webhookChanges, webhookRoutes } from '#contract/api/webhooks.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { handlesRemovedWebhook, webhookDeliveriesQuery } from './queries.ts';

interface Change {
  readonly body: z.input<typeof webhookChanges>;
  readonly handles?: (error: ApiError) => boolean;
}

/** The actions on a webhook. Each handles that it was removed meanwhile. */
export function useWebhook(
  webhook: Webhook,
  { onChanged, onSecret }: { readonly onChanged: () => void; readonly onSecret: (secret: string) => void },
) {
  const client = useQueryClient();
  const {
    id,
    attributes: { url },
  } = webhook;
  const handlesMissing = handlesRemovedWebhook(url);
  const change = useMutation({
    mutationFn: ({ body, handles }: Change) =>
      call(webhookRoutes.updateWebhook, {
        params: { id },
        body,
        handles: handlesRemovedWebhook(url, handles),
      }),
    onSuccess: () => {
      toast.success('Saved');
      onChanged();
    },
  });
  const test = useMutation({
    mutationFn: () => call(webhookRoutes.testWebhook, { params: { id }, handles: handlesMissing }),
    onSuccess: () => client.invalidateQueries({ queryKey: webhookDeliveriesQuery(webhook).queryKey }),
  });
  const newSecret = useMutation({
    mutationFn: () => call(webhookRoutes.renewSecret, { params: { id }, handles: handlesMissing }),
    onSuccess: ({ secret }) => {
      onSecret(secret);
      onChanged();
    },
  });
  const removal = useMutation({
    mutationFn: () => call(webhookRoutes.removeWebhook, { params: { id }, handles: handlesMissing }),
    onSuccess: () => {
      toast.success('The webhook is removed');
      onChanged();
    },
  });
  const renew = async () => {
    const message = 'You see it once. The old one works for another day.';
    if (await confirm({ title: 'Make a new secret?', message, confirmLabel: 'Make new secret' }))
      newSecret.mutate();
  };
  const remove = async () => {
    const { host } = new URL(url);
    const message = 'Nothing more is sent to it. What was sent is no longer shown.';
    const question = { title: `Remove the webhook to ${host}?`, message, confirmLabel: 'Remove webhook' };
    if (await confirm({ ...question, destructive: true })) removal.mutate();
  };
  return { change, test, renew, remove };
}
