import { audienceWords, type GroupChoice } from '#contract/groups/audience.ts';
import type { GroupResource } from '#contract/groups/groups.ts';
import { people } from '#contract/texts/people-count.ts';
import { formatDayAndTime } from '#web/words/dates.ts';

/** The texts of the sending screen before sending. */

/** The chosen groups in words: 'Year 4, but not Staff'. */
export function groupsInWords({ any, none }: GroupChoice, groups: readonly GroupResource[]): string {
  const names = (ids: readonly string[]) =>
    groups.filter(({ id }) => ids.includes(id)).map(({ attributes }) => attributes.name);
  return audienceWords({ any: names(any), none: names(none) });
}

/** The label of the button. Without other recipients, a sending only includes the newsletter in families' digests. */
export function sendLabel(isLater: boolean, recipients: number, withDigest: number): string {
  if (recipients === 0 && withDigest > 0)
    return isLater ? 'Plan for the monthly digest' : 'Give to the monthly digest';
  return `${isLater ? 'Plan for' : 'Send to'} ${people(recipients)}`;
}

/** The question before sending at a time, or now if `at` is null. `who`: the chosen groups; null for everybody. */
export function sendingQuestion({
  title,
  recipients,
  withDigest,
  audience,
  at,
  zone,
}: {
  readonly title: string;
  readonly recipients: number;
  readonly withDigest: number;
  readonly audience: string | null;
  readonly at: Date | null;
  readonly zone: string;
}) {
  if (at !== null) return laterQuestion(title, recipients, at, zone, audience);
  return recipients === 0 ? digestQuestion(title, withDigest) : nowQuestion(title, recipients, audience);
}

function nowQuestion(title: string, recipients: number, audience: string | null) {
  const to = audience === null ? '' : `It goes to ${audience}. `;
  return {
    title: `Send ‘${title}’ to ${people(recipients)} now?`,
    message: `${to}Mails that have gone cannot be called back. You can hold or end the sending while it runs.`,
    confirmLabel: `Send to ${people(recipients)}`,
  };
}

function digestQuestion(title: string, families: number) {
  return {
    title: `Give ‘${title}’ to the monthly digest?`,
    message: `${people(families)} ${families === 1 ? 'gets' : 'get'} it with the next one. No mail goes out now.`,
    confirmLabel: 'Give to the digest',
  };
}

function laterQuestion(title: string, recipients: number, at: Date, zone: string, audience: string | null) {
  const to = audience ?? 'everybody who is on your list';
  return {
    title: `Send ‘${title}’ on ${formatDayAndTime(at.toISOString(), zone)}?`,
    message: `It goes to ${to} then, at present ${people(recipients)}, as it is published then. You can cancel it until its time comes.`,
    confirmLabel: 'Plan the sending',
  };
}
