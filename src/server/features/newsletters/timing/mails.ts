import type { z } from 'zod';
import { admits } from '#contract/access.ts';
import { screenPath } from '#contract/paths.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { TIMING_MESSAGES } from '#contract/timing/timings.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { dayIn, timeIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { timeZoneOf } from '#server/data/schools.ts';
import { findMember } from '#server/data/staff.ts';
import type { AddressedEmail, ProductEmail } from '#server/platform/mail/define-mail.ts';
import { asTyped, say, type Words } from '#server/platform/mail/words.ts';
import type { timingMail } from './queues.ts';

type About = z.output<typeof timingMail.data>;

/** The mail to a person about the outcome of a timing; null if they have left. */
export async function timingEmail(context: AppContext, about: About): Promise<AddressedEmail | null> {
  const { schoolId, personId } = about;
  const person = await findMember(context.database, schoolId, personId);
  if (person?.status !== 'ACTIVE') return null;
  if (!(await mayMail(context, 'timing', { to: person.email, schoolId }))) return null;
  const timeZone = await timeZoneOf(context.database, schoolId);
  const email = emailOf(context, about, { timeZone, choosesPlan: admits('owner_or_admin', person) });
  return { to: { name: nameOrEmail(person), address: person.email }, ...email };
}

function emailOf(
  { config }: AppContext,
  about: About,
  { timeZone, choosesPlan }: { readonly timeZone: string; readonly choosesPlan: boolean },
): ProductEmail {
  const { title, kind, news, newsletterId: id } = about;
  const url = config.publicUrl + screenPath('editor', { id });
  const when = momentWords(timeZone, about.at);
  if (news.is === 'done')
    return {
      subject: say`${kind === 'publish' ? 'Published' : 'Unpublished'}: ${title}`,
      paragraphs: [
        kind === 'publish'
          ? say`‘${title}’ is published, as you planned for ${when}.`
          : say`‘${title}’ is a draft again, as you planned for ${when}. Families no longer see it.`,
      ],
      button: { text: 'Go to the newsletter', url },
    };
  if (news.is === 'held')
    return {
      subject: say`Not published: ${title}`,
      paragraphs: [
        say`‘${title}’ was to be published on ${when}, and was not. ${asTyped(news.trouble)}.`,
        say`Nothing is lost. You can publish it now, or plan it again.`,
      ],
      button:
        choosesPlan && news.trouble === TIMING_MESSAGES.planEnded
          ? { text: 'See the plans', url: config.publicUrl + screenPath('choosePlan') }
          : { text: 'Go to the newsletter', url },
    };
  return {
    subject: say`No longer planned: ${title}`,
    paragraphs: [say`‘${title}’ was to be published on ${when}. ${endWords(news)}.`],
    button:
      news.how === 'deleted'
        ? { text: 'Go to the newsletters', url: config.publicUrl + screenPath('newsletters', {}) }
        : { text: 'Go to the newsletter', url },
  };
}

function endWords({ by, how }: Extract<About['news'], { is: 'ended' }>): Words {
  const person = by || 'Somebody';
  if (how === 'deleted') return say`${person} has deleted it`;
  if (how === 'replaced') return say`${person} has planned it anew: look when, and what goes out`;
  return how === 'published' ? say`${person} has published it now` : say`${person} has cancelled that`;
}

// 'Friday 4 December at 15:00'
function momentWords(timeZone: string, at: string): string {
  const moment = new Date(at);
  return `${formatWeekday(dayIn(timeZone, moment))} at ${timeIn(timeZone, moment)}`;
}
