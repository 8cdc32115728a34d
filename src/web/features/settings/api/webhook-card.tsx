import { Button } from '@mantine/core';
import { useState } from 'react';
import { WEBHOOK_MESSAGES, type Webhook } from '#contract/api/webhooks.ts';
import settings from '#web/features/settings/settings.module.css';
import { useHasUnsaved } from '#web/forms/use-unsaved-values.tsx';
import { formatDateTime } from '#web/words/dates.ts';
import classes from './api.module.css';
import { EVENT_WORDS } from './event-words.ts';
import { useWebhook } from './use-webhook.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
  readonly onSecret: (secret: string) => void;
}

/** A webhook with its actions and deliveries. */
export function WebhookCard({ webhook, onChanged, onSecret }: WebhookCardProps) {
  const form = `webhook-${webhook.id}`;
  const hasUnsaved = useHasUnsaved(form);
  const [shown, setShown] = useState<'form' | 'deliveries' | null>(hasUnsaved ? 'form' : null);
  const { url, events } = webhook.attributes;
  const { change, test, renew, remove } = useWebhook(webhook, { onChanged, onSecret });
  const isOff = webhook.attributes.off_since !== null;
  const show = (what: 'form' | 'deliveries') => setShown(shown === what ? null : what);
  return (
    <article className={classes.card} aria-label={url}>
      <code className={classes.address}>{url}</code>
      <p className={settings.text}>{events.map((event) => EVENT_WORDS[event]).join('. ')}</p>
      <State webhook={webhook} />
      <div className={classes.answers}>
        {isOff ? (
          <Button size="sm" onClick={() => change.mutate({ body: { is_on: true } })}>
            Switch on
          </Button>
        ) : (
          <Button
            variant="default"
            size="sm"
            onClick={() => test.mutate(undefined, { onSuccess: () => setShown('deliveries') })}
          >
            Send a test
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          aria-expanded={shown === 'deliveries'}
          onClick={() => show('deliveries')}
        >
          Deliveries
        </Button>
        <Button variant="default" size="sm" aria-expanded={shown === 'form'} onClick={() => show('form')}>
          Change
        </Button>
        <Button variant="default" size="sm" onClick={() => void renew()}>
          New secret
        </Button>
        {!isOff && (
          <Button variant="default" size="sm" onClick={() => change.mutate({ body: { is_on: false } })}>
            Switch off
          </Button>
        )}
        <Button variant="default" size="sm" onClick={() => void remove()}>
          Remove
        </Button>
      </div>
      {shown === 'form' && (
        <WebhookForm
          name={form}
          initial={{ url, events: [...events] }}
          button="Save"
          busy={change.isPending}
          send={(body, handles, onSent) =>
            change.mutate(
              { body, handles },
              {
                onSuccess: () => {
                  onSent();
                  setShown(null);
                },
              },
            )
          }
          onCancel={() => setShown(null)}
        />
      )}
      {shown === 'deliveries' && <WebhookDeliveries webhook={webhook} />}
    </article>
  );
}

function State({ webhook: { attributes } }: { webhook: Webhook }) {
  const { off_since, is_off_by_failure, failing_since, old_secret_until } = attributes;
  if (off_since !== null)
    return (
      <p className={classes.trouble}>
        {is_off_by_failure
          ? `Switched off on ${formatDateTime(off_since)}, as it did not take what it was sent. `
          : `Switched off on ${formatDateTime(off_since)}. `}
        {WEBHOOK_MESSAGES.whileOff}
      </p>
    );
  return (
    <>
      {failing_since !== null && (
        <p className={classes.trouble}>It has taken nothing since {formatDateTime(failing_since)}</p>
      )}
      {old_secret_until !== null && (
        <p className={settings.text}>The old secret works until {formatDateTime(old_secret_until)}</p>
      )}
    </>
  );
}
