import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Audience, type DeliveryResource, mailWordsForm } from '#contract/deliveries.ts';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useSchool } from '#web/api/account.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { useUnloadGuard } from '#web/forms/use-unsaved-form-guard.ts';
import {
  type MessageTexts,
  readDraftMessage,
  storeDraftMessage,
} from '#web/newsletter-ui/audience/draft-message.ts';
import { SendTo } from '#web/newsletter-ui/audience/send-to.tsx';
import { InboxPreview } from './inbox-preview.tsx';
import { LaterChangesNote, laterChangesMessage } from './later-changes-note.tsx';
import { LongMail } from './long-mail.tsx';
import { MessageFields, type MessageForm } from './message-fields.tsx';
import { MissingFilesNote, missingFileMessages } from './missing-files-note.tsx';
import { planOf, QuotaNote, scheduleText } from './quota-note.tsx';
import { ReadingList } from './reading-list.tsx';
import { SendButtons } from './send-buttons.tsx';
import { SendWhen } from './send-when.tsx';
import classes from './sending.module.css';
import { useDeliver } from './sending-data.ts';
import { sendingQuestion } from './sending-words.ts';
import { useSendTime } from './use-send-time.ts';
import { type SendTarget, useSendTo } from './use-send-to.ts';

const messageForm = mailWordsForm.required();

interface SendFormProps {
  newsletter: NewsletterResource;
  audience: Audience;
  /** The previous delivery. */
  last: DeliveryResource | undefined;
}

/** The form for a delivery: subject, preview text, reply address, time, test mail, and confirmation. */
export function SendForm({ newsletter, audience, last }: SendFormProps) {
  const { id } = newsletter;
  const { title } = newsletter.attributes;
  const { mail, quota } = audience;
  const school = useSchool()?.attributes;
  const zone = school?.time_zone ?? 'Europe/London';
  const plan = planOf(school);
  const [draft] = useState(() => readDraftMessage(id));
  const to = useSendTo(id, draft.to, audience);
  const time = useSendTime(id, draft.choice, zone);
  // Start from the texts of a canceled delivery, so that nobody has to type them again.
  const { subject, preview_text, reply_to } = last?.attributes.status === 'canceled' ? last.attributes : mail;
  const { form, props } = useSchemaForm(
    messageForm,
    draft.words ?? { subject, preview_text, reply_to },
    (texts) => void send(texts),
  );
  // The draft is stored for this tab only, so closing the tab loses it.
  useUnloadGuard(() => readDraftMessage(id).words !== undefined && form.isDirty());
  const handles = (error: ApiError) => {
    const { send_at: [ofTime] = [], groups: [ofGroups] = [] } = error.body.errors ?? {};
    if (ofTime !== undefined) time.setError(ofTime);
    if (ofGroups !== undefined) to.setError(ofGroups);
    return ofTime !== undefined || ofGroups !== undefined || showFieldErrors(form)(error);
  };
  const deliver = useDeliver(id, handles);
  const preview = usePreviewTexts(form);
  const send = async (texts: MessageTexts) => {
    if (to.isMissing) return to.askForGroup();
    const at = time.check();
    if (at === undefined) return;
    const question = sendingQuestion({ ...to, title, at, zone });
    const schedule = scheduleText(quota, to.recipients, { at, plan, zone });
    const missing = missingFileMessages(newsletter);
    const message = [laterChangesMessage(newsletter), ...missing, schedule, question.message]
      .filter((text) => text !== null)
      .join(' ');
    if (!(await confirm({ ...question, message }))) return;
    const groups = to.sentTo && { groups: to.sentTo };
    deliver.mutate({ ...texts, send_at: at?.toISOString() ?? null, ...groups });
  };
  return (
    <div className={classes.sides}>
      <form
        {...props}
        className={`${classes.card} ${classes.form}`}
        onChange={() => storeDraftMessage(id, { words: form.getValues() })}
      >
        <MessageFields form={form} />
        <SendToField to={to} audience={audience} />
        <ReadingList newsletter={newsletter} readings={to.readings} />
        <RepliesTo form={form} />
        <SendWhen choice={time.choice} zone={zone} error={time.error} onChange={time.change} />
        {time.problem === null && (
          <QuotaNote quota={quota} recipients={to.recipients} start={{ at: time.planned, plan, zone }} />
        )}
        <LaterChangesNote newsletter={newsletter} />
        <MissingFilesNote newsletter={newsletter} />
        <LongMail newsletter={newsletter} bytes={mail.bytes} readings={to.readings} />
        <SendButtons
          id={id}
          form={form}
          to={to}
          isLater={time.choice.later}
          isSending={deliver.isPending}
          handles={handles}
        />
      </form>
      <InboxPreview from={mail.from_name} address={mail.from_address} {...preview} title={title} />
    </div>
  );
}

function SendToField({ to, audience: { audience } }: { to: SendTarget; audience: Audience }) {
  if (to.groups.length === 0) return null;
  return (
    <SendTo
      to={to.choice}
      groups={to.groups}
      everybody={audience.recipients}
      isAgain={audience.already_sent > 0}
      chosen={to.chosen}
      error={to.error}
      onChange={to.change}
    />
  );
}

function RepliesTo({ form }: { form: MessageForm }) {
  const school = useSchool()?.attributes;
  return (
    <TextInput
      label="Replies go to"
      type="email"
      description={school?.email_confirmed === false && unconfirmedEmailHint(school.email)}
      autoComplete="off"
      key={form.key('reply_to')}
      {...form.getInputProps('reply_to')}
    />
  );
}

function unconfirmedEmailHint(email: string): string {
  return `The school’s own address, ${email}, is not confirmed yet, so they go to its owner. A link in a mail to it confirms it; the owner can have that sent again in School settings.`;
}

// The form's fields are uncontrolled; this re-renders the preview at each keystroke.
function usePreviewTexts(form: MessageForm) {
  const [subject, setSubject] = useState(() => form.getValues().subject);
  const [preview, setPreview] = useState(() => form.getValues().preview_text);
  form.watch('subject', ({ value }) => setSubject(value));
  form.watch('preview_text', ({ value }) => setPreview(value));
  return { subject, preview };
}
