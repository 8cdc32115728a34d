import { TextInput } from '@mantine/core';
import type { z } from 'zod';
import { WEBHOOK_EVENTS } from '#contract/api/webhook-states.ts';
import { webhookForm } from '#contract/api/webhooks.ts';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { useUnsavedValues } from '#web/forms/use-unsaved-values.tsx';
import { CardForm } from './card-form.tsx';
import { Checks } from './checks.tsx';
import { EVENT_WORDS } from './event-words.ts';

export type WebhookFields = z.output<typeof webhookForm>;

const EVENTS = WEBHOOK_EVENTS.map((value) => ({ value, words: EVENT_WORDS[value] }));

/** Address and events of a webhook. */
export function WebhookForm({
  name,
  initial,
  button,
  busy,
  send,
  onCancel,
}: {
  /** The name under which typed values are kept, as in other forms: see `useUnsavedValues`. */
  name: string;
  initial: WebhookFields;
  button: string;
  busy: boolean;
  /** Sends the fields, and calls `onSent` once they are stored. */
  send: (fields: WebhookFields, handles: (error: ApiError) => boolean, onSent: () => void) => void;
  onCancel: () => void;
}) {
  const { form, props } = useSchemaForm(webhookForm, initial, (values) =>
    send(values, showFieldErrors(form), unsaved.clear),
  );
  const unsaved = useUnsavedValues(name, initial, (values) =>
    form.setValues({ ...values, events: WEBHOOK_EVENTS.filter((event) => values.events.includes(event)) }),
  );
  useUnsavedFormGuard(() => form.isDirty());
  const cancel = () => {
    unsaved.clear();
    onCancel();
  };
  return (
    <CardForm
      props={{ ...props, onChange: () => unsaved.store(form.getValues()) }}
      offer={unsaved.offer}
      button={button}
      busy={busy}
      busyLabel="Saving…"
      onCancel={cancel}
    >
      <TextInput
        {...required}
        type="url"
        label="Address"
        description="https, as your program has it"
        autoFocus={unsaved.offer === null}
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
