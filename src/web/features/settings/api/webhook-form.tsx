import { TextInput } from '@mantine/core';
import type { z } from 'zod';
import { WEBHOOK_EVENTS } from '#contract/api/webhook-states.ts';
import { webhookForm } from '#contract/api/webhooks.ts';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { CardForm } from './card-form.tsx';
import { Checks } from './checks.tsx';
import { EVENT_WORDS } from './event-words.ts';

export type WebhookFields = z.output<typeof webhookForm>;

const EVENTS = WEBHOOK_EVENTS.map((value) => ({ value, words: EVENT_WORDS[value] }));

/** Address and events of a webhook. */
export function WebhookForm({
  initial,
  button,
  busy,
  send,
  onCancel,
}: {
  initial: WebhookFields;
  button: string;
  busy: boolean;
  send: (fields: WebhookFields, handles: (error: ApiError) => boolean) => void;
  onCancel: () => void;
}) {
  const { form, props } = useSchemaForm(webhookForm, initial, (values) =>
    send(values, showFieldErrors(form)),
  );
  return (
    <CardForm props={props} button={button} busy={busy} busyLabel="Saving…" onCancel={onCancel}>
      <TextInput
        {...required}
        type="url"
        label="Address"
        description="https, as your program has it"
        autoFocus
        key={form.key('url')}
        {...form.getInputProps('url')}
      />
      <Checks
        key={form.key('events')}
        label="It is told when"
        options={EVENTS}
        props={{ ...form.getInputProps('events'), 'data-path': 'events' }}
      />
    </CardForm>
  );
}
