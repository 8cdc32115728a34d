import { Textarea, TextInput } from '@mantine/core';
import { TEXT_MAX } from '#contract/fields.ts';
import type { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import type { MessageTexts } from '#web/newsletter-ui/audience/draft-message.ts';

/** The form for the texts of a mail. */
export type MessageForm = ReturnType<typeof useSchemaForm<MessageTexts>>['form'];

/** The subject and the preview text of a mail. */
export function MessageFields({ form }: { form: MessageForm }) {
  return (
    <>
      <TextInput
        label="Subject"
        maxLength={TEXT_MAX}
        description="What they see first. Say what is in it, and until when."
        key={form.key('subject')}
        {...form.getInputProps('subject')}
      />
      <Textarea
        label="Preview text"
        maxLength={TEXT_MAX}
        autosize
        minRows={3}
        maxRows={8}
        description="Mail programs show it beside or below the subject."
        key={form.key('preview_text')}
        {...form.getInputProps('preview_text')}
      />
    </>
  );
}
