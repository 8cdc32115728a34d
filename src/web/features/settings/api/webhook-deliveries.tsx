import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Webhook, type WebhookDelivery, webhookRoutes } from '#contract/api/webhooks.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { call } from '#web/api/client.ts';
import settings from '#web/features/settings/settings.module.css';
import { formatDateTime } from '#web/words/dates.ts';
import classes from './api.module.css';
import { WebhookDeliveryState } from './delivery-state.tsx';
import { EVENT_WORDS, NO_ANSWER_WORDS } from './event-words.ts';
import { handlesRemoved } from './handles-removed.ts';
import { webhookDeliveriesQuery } from './queries.ts';

/** The deliveries of a webhook in the last 30 days, the newest first. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const deliveries = useQuery(webhookDeliveriesQuery(webhook));
  return (
    <section className={classes.deliveries}>
      <h3 className={classes.title}>Last deliveries</h3>
      {deliveries.isPending && (
        <Loading label="Loading the deliveries">
          <Skeleton height={84} radius="lg" />
        </Loading>
      )}
      {deliveries.isError && !deliveries.data && (
        <ErrorState
          title="We could not load the deliveries"
          error={deliveries.error}
          onRetry={() => void deliveries.refetch()}
        />
      )}
      {deliveries.data?.length === 0 && <p className={classes.none}>Nothing in the last 30 days</p>}
      <ul className={classes.list}>
        {deliveries.data?.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} webhook={webhook} />
        ))}
      </ul>
    </section>
  );
}

function Delivery({
  delivery: { id, attributes },
  webhook,
}: {
  delivery: WebhookDelivery;
  webhook: Webhook;
}) {
  const client = useQueryClient();
  const { queryKey } = webhookDeliveriesQuery(webhook);
  const again = useMutation({
    mutationFn: () =>
      call(webhookRoutes.sendWebhookAgain, {
        params: { id },
        handles: handlesRemoved('This delivery', queryKey),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const isOn = webhook.attributes.off_since === null;
  const { event, created_at, body, answer, state } = attributes;
  const isOpen = state === 'waiting' && attributes.tries === 0;
  return (
    <li className={classes.delivery}>
      <div className={classes.words}>
        <div className={classes.head}>
          <p className={classes.title}>{EVENT_WORDS[event]}</p>
          <WebhookDeliveryState {...attributes} />
        </div>
        <p className={settings.text}>
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
          {outcomeOf(attributes)}
        </p>
        <details className={classes.body}>
          <summary>What was sent</summary>
          <pre>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
          {answer !== '' && (
            <>
              <p className={settings.text}>The answer:</p>
              <pre>{answer}</pre>
            </>
          )}
        </details>
      </div>
      {isOn && !isOpen && (
        <Button
          variant="default"
          size="sm"
          className={classes.button ?? ''}
          aria-label={`Send again: ${EVENT_WORDS[event]}, ${formatDateTime(created_at)}`}
          onClick={() => again.mutate()}
        >
          Send again
        </Button>
      )}
    </li>
  );
}

/** The outcome of a delivery, shown after its time. */
function outcomeOf({
  state,
  status_code,
  no_answer,
  milliseconds,
  tries,
  next_try_at,
}: WebhookDelivery['attributes']): string {
  if (tries === 0) return state === 'failed' ? '. Not sent, as the webhook was switched off' : '';
  const what = no_answer === null ? `Answer ${status_code ?? ''}` : NO_ANSWER_WORDS[no_answer];
  const took = milliseconds === null ? '' : ` after ${milliseconds.toLocaleString('en-GB')} ms`;
  const outcome = `. ${what}${took}`;
  if (state === 'delivered') return outcome;
  const count = tries === 1 ? '1 try' : `${tries} tries`;
  if (next_try_at === null) return `${outcome}. Given up after ${count}`;
  return `${outcome}. ${count}, the next on ${formatDateTime(next_try_at)}`;
}
