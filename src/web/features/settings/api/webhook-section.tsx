import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import settings from '#web/features/settings/settings.module.css';
import { useHasUnsaved } from '#web/forms/use-unsaved-values.tsx';
import classes from './api.module.css';
import { webhooksQuery } from './queries.ts';
import { ShownOnce } from './shown-once.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { type WebhookFields, WebhookForm } from './webhook-form.tsx';

const NEW_WEBHOOK = 'new-webhook';
const EMPTY: WebhookFields = { url: '', events: [] };

const LEAVING = {
  title: 'Leave without the secret?',
  message: 'It is not shown again. Without it your program cannot tell what comes from us.',
};

/** The school's webhooks. */
export function WebhookSection() {
  const webhooks = useQuery(webhooksQuery);
  const client = useQueryClient();
  const [isNew, setIsNew] = useState(useHasUnsaved(NEW_WEBHOOK));
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const add = useMutation({
    mutationFn: ({ fields, handles }: { fields: WebhookFields; handles: (error: ApiError) => boolean }) =>
      call(webhookRoutes.createWebhook, { body: fields, handles }),
    onSuccess: (made) => {
      setIsNew(false);
      setSecret(made.secret);
      void refresh();
    },
  });
  return (
    <section className={settings.section}>
      <div className={settings.sectionHead}>
        <h2 className={settings.sectionTitle}>Webhooks</h2>
        {!isNew && secret === null && (
          <Button variant="default" size="sm" onClick={() => setIsNew(true)}>
            New webhook
          </Button>
        )}
      </div>
      {isNew && (
        <WebhookForm
          name={NEW_WEBHOOK}
          initial={EMPTY}
          button="Add webhook"
          busy={add.isPending}
          send={(fields, handles, onSent) => add.mutate({ fields, handles }, { onSuccess: onSent })}
          onCancel={() => setIsNew(false)}
        />
      )}
      {secret !== null && (
        <ShownOnce
          title="Keep this secret"
          text="It signs what we send, so that your program knows that it comes from us. It is not shown again."
          leaving={LEAVING}
          value={secret}
          onKept={() => setSecret(null)}
        />
      )}
      {webhooks.isPending && (
        <Loading label="Loading the webhooks">
          <Skeleton height={84} radius="lg" />
        </Loading>
      )}
      {webhooks.isError && !webhooks.data && (
        <ErrorState
          title="We could not load the webhooks"
          error={webhooks.error}
          onRetry={() => void webhooks.refetch()}
        />
      )}
      {webhooks.data?.length === 0 && !isNew && secret === null && (
        <p className={classes.none}>None yet. A webhook tells a program at once what happens here.</p>
      )}
      {webhooks.data?.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          onChanged={() => void refresh()}
          onSecret={setSecret}
        />
      ))}
    </section>
  );
}
