import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Audience } from '#contract/deliveries.ts';
import { TEXT_MAX } from '#contract/fields.ts';
import type { GroupChoice } from '#contract/groups/audience.ts';
import type { GroupResource } from '#contract/groups/groups.ts';
import { people } from '#contract/texts/people-count.ts';
import type { Timing } from '#contract/timing/timings.ts';
import { Option } from '#ui/forms/option.tsx';
import { useGroupsInUse } from '#web/api/groups.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { audienceQuery } from '#web/newsletter-ui/audience/audience-data.ts';
import { readDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';
import { SendTo } from '#web/newsletter-ui/audience/send-to.tsx';
import { chosenGroups, useChosenAudience } from '#web/newsletter-ui/audience/send-to-choice.ts';

/** The words and the audience of the mail; null: the newsletter is only published. */
export type TimedMail = Timing['attributes']['mail'];

/** Whether the newsletter is also sent, to whom, and with which words. */
export function TimedMailFields({
  mail,
  error,
  onChange,
}: {
  mail: TimedMail;
  /** The problem with the groups. */
  error: string | null;
  onChange: (mail: TimedMail) => void;
}) {
  const { editing } = useTools();
  const { id } = editing.opened;
  const { data } = useQuery(audienceQuery(id));
  const groups = useGroupsInUse();
  const recipients = data?.audience.recipients;
  const start = () => {
    // A newsletter about a date for groups begins with these groups, as on the sending screen.
    const { to } = readDraftMessage(id);
    const chosen = to === undefined ? null : chosenGroups(to, groups);
    return {
      subject: editing.store.getState().title,
      preview_text: data?.mail.preview_text ?? '',
      ...(chosen && { groups: chosen }),
    };
  };
  return (
    <>
      <Option
        type="checkbox"
        checked={mail !== null}
        disabled={mail === null && (recipients ?? 0) === 0}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? start() : null)}
      >
        <span>
          Send it by email too
          {recipients !== undefined &&
            (recipients === 0
              ? `. ${(data?.audience.already_sent ?? 0) > 0 ? 'It was sent to everybody on your list already' : 'Nobody is on your list yet'}`
              : groups.length === 0 && `, to everybody on your list: at present ${people(recipients)}`)}
        </span>
      </Option>
      {mail !== null && (
        <>
          {data && groups.length > 0 && (
            <TimedTo
              mail={mail}
              groups={groups}
              everybody={data.audience}
              error={error}
              onChange={(chosen) => onChange({ ...mail, groups: chosen })}
            />
          )}
          <TextInput
            label="Subject"
            maxLength={TEXT_MAX}
            value={mail.subject ?? ''}
            onChange={({ currentTarget }) => onChange({ ...mail, subject: currentTarget.value })}
          />
          <Textarea
            label="Preview text"
            description="Mail programs show it beside or below the subject."
            maxLength={TEXT_MAX}
            autosize
            minRows={2}
            maxRows={8}
            value={mail.preview_text ?? ''}
            onChange={({ currentTarget }) => onChange({ ...mail, preview_text: currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

const NONE: GroupChoice = { any: [], none: [] };

function TimedTo({
  mail: { groups: chosen = null },
  groups,
  everybody,
  error,
  onChange,
}: {
  mail: NonNullable<TimedMail>;
  groups: readonly GroupResource[];
  everybody: Audience['audience'];
  error: string | null;
  onChange: (groups: GroupChoice | null) => void;
}) {
  const { editing } = useTools();
  const [kept, setKept] = useState(chosen ?? NONE);
  const to = { some: chosen !== null, ...(chosen ?? kept) };
  return (
    <SendTo
      to={to}
      groups={groups}
      everybody={everybody.recipients}
      isAgain={everybody.already_sent > 0}
      chosen={useChosenAudience(editing.opened.id, chosenGroups(to, groups), everybody)}
      error={error}
      onChange={({ some, ...choice }) => {
        setKept(choice);
        // An empty choice counts as none yet, which the form reports. A group that was retired meanwhile is removed.
        onChange(some ? (chosenGroups({ some, ...choice }, groups) ?? NONE) : null);
      }}
    />
  );
}
