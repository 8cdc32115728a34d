import { Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type Audience,
  DELIVERY_MESSAGES,
  type DeliveryResource,
  mailWordsForm,
  plannedTimeProblem,
} from '#contract/deliveries.ts';
import { TEXT_MAX } from '#contract/fields.ts';
import { audienceWords, type GroupChoice } from '#contract/groups/audience.ts';
import type { GroupResource } from '#contract/groups/groups.ts';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useProfile, useSchool } from '#web/api/account.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { useGroupsInUse } from '#web/api/groups.ts';
import { useUnloadGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { chosenMoment } from '#web/forms/wall-clock.ts';
import {
  type MessageTexts,
  readDraftMessage,
  storeDraftMessage,
} from '#web/newsletter-ui/audience/draft-message.ts';
import { SendTo } from '#web/newsletter-ui/audience/send-to.tsx';
import {
  chosenGroups,
  NO_GROUP_CHOSEN,
  type SendToChoice,
  useChosenAudience,
  useChosenReadings,
} from '#web/newsletter-ui/audience/send-to-choice.ts';
import { formatDayAndTime } from '#web/words/dates.ts';
import { people } from '#web/words/people-count.ts';
import { InboxPreview } from './inbox-preview.tsx';
import { LaterChangesNote, laterChangesMessage } from './later-changes-note.tsx';
import { LongMail } from './long-mail.tsx';
import { MissingFilesNote, missingFileMessages } from './missing-files-note.tsx';
import { planOf, QuotaNote, scheduleText } from './quota-note.tsx';
import { defaultChoice, type SendTimeChoice, SendWhen } from './send-when.tsx';
import classes from './sending.module.css';
import { useDeliver, useTestMail } from './sending-data.ts';
import { TestAs, testedReading } from './test-as.tsx';
import { WhatTheyRead } from './what-they-read.tsx';

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
  const groups = useGroupsInUse();
  const school = useSchool()?.attributes;
  const zone = school?.time_zone ?? 'Europe/London';
  const plan = planOf(school);
  const address = useProfile()?.attributes.email ?? 'you';
  const [draft] = useState(() => readDraftMessage(id));
  const [choice, setChoice] = useState<SendTimeChoice>(() => draft.choice ?? defaultChoice(zone, new Date()));
  const [to, setTo] = useState<SendToChoice>(() => draft.to ?? { some: false, any: [], none: [] });
  const [testAs, setTestAs] = useState<string | null>(null);
  const [toError, setToError] = useState<string | null>(null);
  const sentTo = chosenGroups(to, groups);
  const who = sentTo === null ? null : wordsOf(sentTo, groups);
  const isToMissing = to.some && groups.length > 0 && sentTo === null;
  const chosen = useChosenAudience(id, sentTo, audience.audience);
  const readings = useChosenReadings(id, sentTo, audience);
  const recipients = isToMissing ? 0 : (chosen?.recipients ?? 0);
  const withDigest = isToMissing ? 0 : (chosen?.with_digest ?? 0);
  // While the typed time is incomplete, any scheduled time does for the quota note.
  const moment = choice.later ? chosenMoment(zone, choice) : null;
  const planned = choice.later ? (moment ?? new Date()) : null;
  // While its last digit is missing, the year is below 1000.
  const isYearTyped = moment !== null && moment.getUTCFullYear() >= 1000;
  const timeProblem = isYearTyped ? plannedTimeProblem(moment, new Date()) : null;
  const [timeError, setTimeError] = useState<string | null>(null);
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
    if (ofTime !== undefined) setTimeError(ofTime);
    if (ofGroups !== undefined) setToError(ofGroups);
    return ofTime !== undefined || ofGroups !== undefined || showFieldErrors(form)(error);
  };
  const test = useTestMail(id, handles);
  const deliver = useDeliver(id, handles);
  const preview = usePreviewTexts(form);

  const sendTest = () => {
    if (form.validate().hasErrors) return;
    const groups = testedReading(readings, testAs)?.groups ?? [];
    test.mutate(groups.length === 0 ? form.getValues() : { ...form.getValues(), groups }, {
      onSuccess: () => toast.success(`A test is on its way to ${address}`),
    });
  };
  const send = async (texts: MessageTexts) => {
    if (isToMissing) return setToError(NO_GROUP_CHOSEN);
    const at = choice.later ? chosenMoment(zone, choice) : null;
    if (choice.later && at === null) return setTimeError(DELIVERY_MESSAGES.time);
    const problem = at && plannedTimeProblem(at, new Date());
    if (problem !== null) return setTimeError(problem);
    const question =
      at !== null
        ? laterQuestion(title, recipients, at, zone, who)
        : recipients === 0
          ? digestQuestion(title, withDigest)
          : nowQuestion(title, recipients, who);
    const schedule = scheduleText(quota, recipients, { at, plan, zone });
    const missing = missingFileMessages(newsletter);
    const message = [laterChangesMessage(newsletter), ...missing, schedule, question.message]
      .filter((text) => text !== null)
      .join(' ');
    if (!(await confirm({ ...question, message }))) return;
    deliver.mutate({
      ...texts,
      send_at: at?.toISOString() ?? null,
      ...(sentTo && { groups: sentTo }),
    });
  };

  return (
    <div className={classes.sides}>
      <form
        {...props}
        className={`${classes.card} ${classes.form}`}
        onChange={() => storeDraftMessage(id, { words: form.getValues() })}
      >
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
        {groups.length > 0 && (
          <SendTo
            to={{ ...to, ...(sentTo ?? {}) }}
            groups={groups}
            everybody={audience.audience.recipients}
            isAgain={audience.audience.already_sent > 0}
            chosen={chosen}
            error={toError}
            onChange={(next) => {
              setTo(next);
              storeDraftMessage(id, { to: next });
              setToError(null);
            }}
          />
        )}
        <WhatTheyRead newsletter={newsletter} readings={readings} />
        <TextInput
          label="Replies go to"
          type="email"
          description={school?.email_confirmed === false && unconfirmedEmailHint(school.email)}
          autoComplete="off"
          key={form.key('reply_to')}
          {...form.getInputProps('reply_to')}
        />
        <SendWhen
          choice={choice}
          zone={zone}
          error={timeError ?? timeProblem}
          onChange={(next) => {
            setChoice(next);
            storeDraftMessage(id, { choice: next });
            setTimeError(null);
          }}
        />
        {timeProblem === null && (
          <QuotaNote quota={quota} recipients={recipients} start={{ at: planned, plan, zone }} />
        )}
        <LaterChangesNote newsletter={newsletter} />
        <MissingFilesNote newsletter={newsletter} />
        <LongMail newsletter={newsletter} bytes={mail.bytes} readings={readings} />
        <div className={classes.buttons}>
          <BusyButton
            busy={deliver.isPending}
            busyLabel={choice.later ? 'Planning…' : 'Sending…'}
            disabled={recipients + withDigest === 0 && !isToMissing}
            leftSection={<IconSend size={20} stroke={1.75} aria-hidden="true" />}
          >
            {isToMissing ? 'Send' : sendLabel(choice.later, recipients, withDigest)}
          </BusyButton>
          <BusyButton
            type="button"
            variant="default"
            busy={test.isPending}
            busyLabel="Sending a test…"
            onClick={sendTest}
          >
            Send me a test
          </BusyButton>
        </div>
        <TestAs readings={readings} value={testAs} onChange={setTestAs} />
        <p className={classes.hint}>A test goes to {address} only.</p>
      </form>
      <InboxPreview from={mail.from_name} address={mail.from_address} {...preview} title={title} />
    </div>
  );
}

function unconfirmedEmailHint(email: string): string {
  return `The school’s own address, ${email}, is not confirmed yet, so they go to its owner. A link in a mail to it confirms it; the owner can have that sent again in School settings.`;
}

type Form = ReturnType<typeof useSchemaForm<MessageTexts>>['form'];

// The form's fields are uncontrolled; this re-renders the preview at each keystroke.
function usePreviewTexts(form: Form) {
  const [subject, setSubject] = useState(() => form.getValues().subject);
  const [preview, setPreview] = useState(() => form.getValues().preview_text);
  form.watch('subject', ({ value }) => setSubject(value));
  form.watch('preview_text', ({ value }) => setPreview(value));
  return { subject, preview };
}

/** The chosen groups in words: 'Year 4, but not Staff'. */
function wordsOf({ any, none }: GroupChoice, groups: readonly GroupResource[]): string {
  const names = (ids: readonly string[]) =>
    groups.filter(({ id }) => ids.includes(id)).map(({ attributes }) => attributes.name);
  return audienceWords({ any: names(any), none: names(none) });
}

function nowQuestion(title: string, recipients: number, who: string | null) {
  const to = who === null ? '' : `It goes to ${who}. `;
  return {
    title: `Send ‘${title}’ to ${people(recipients)} now?`,
    message: `${to}Mails that have gone cannot be called back. You can hold or end the sending while it runs.`,
    confirmLabel: `Send to ${people(recipients)}`,
  };
}

// Without anybody else, a sending only gives it to the families with a digest.
function sendLabel(isLater: boolean, recipients: number, withDigest: number): string {
  if (recipients === 0 && withDigest > 0)
    return isLater ? 'Plan for the monthly digest' : 'Give to the monthly digest';
  return `${isLater ? 'Plan for' : 'Send to'} ${people(recipients)}`;
}

function digestQuestion(title: string, families: number) {
  return {
    title: `Give ‘${title}’ to the monthly digest?`,
    message: `${people(families)} ${families === 1 ? 'gets' : 'get'} it with the next one. No mail goes out now.`,
    confirmLabel: 'Give to the digest',
  };
}

function laterQuestion(title: string, recipients: number, at: Date, zone: string, who: string | null) {
  const to = who ?? 'everybody who is on your list';
  return {
    title: `Send ‘${title}’ on ${formatDayAndTime(at.toISOString(), zone)}?`,
    message: `It goes to ${to} then, at present ${people(recipients)}, as it is published then. You can cancel it until its time comes.`,
    confirmLabel: 'Plan the sending',
  };
}
