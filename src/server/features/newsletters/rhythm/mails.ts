import type { z } from 'zod';
import { admits } from '#contract/access.ts';
import { screenPath } from '#contract/paths.ts';
import { RHYTHM_TROUBLE_WORDS, type RhythmTrouble } from '#contract/rhythm/next-issue.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { listPartsOf } from '#server/data/parts.ts';
import { nextIssueDays } from '#server/data/rhythm/issue-states.ts';
import { findRhythm, type RhythmRow } from '#server/data/rhythm/rhythm.ts';
import { findMember } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { findNewsletter } from '#server/features/newsletters/repo.ts';
import type { AddressedEmail, ProductEmail } from '#server/platform/mail/define-mail.ts';
import { say } from '#server/platform/mail/words.ts';
import { canBeInCharge, hasInCharge } from './in-charge.ts';
import type { rhythmMail } from './queues.ts';

type About = z.output<typeof rhythmMail.data>;

/** The mail to a person about the outcome of an issue; null if they have left, or the issue is deleted. */
export async function rhythmEmail(context: AppContext, about: About): Promise<AddressedEmail | null> {
  const { schoolId, personId, news, day } = about;
  const person = await findMember(context.database, schoolId, personId);
  if (person?.status !== 'ACTIVE') return null;
  const email =
    news.is === 'held'
      ? heldEmail(context, day, news.trouble, person)
      : await begunEmail(context, about, news, person);
  if (email === null || !(await mayMail(context, 'rhythm', { to: person.email, schoolId }))) return null;
  return { to: { name: nameOrEmail(person), address: person.email }, ...email };
}

function heldEmail(
  { config: { publicUrl } }: AppContext,
  day: string,
  trouble: RhythmTrouble,
  person: User,
): ProductEmail {
  const setsIt = admits('owner_or_admin', person);
  return {
    subject: say`Not begun: the issue of ${formatWeekday(day)}`,
    paragraphs: [
      say`The draft for ${formatWeekday(day)} was to be made by the rhythm of your newsletter, and was not. ${RHYTHM_TROUBLE_WORDS[trouble]}.`,
      trouble === 'late'
        ? say`You can begin it by hand.`
        : say`Once that is put right, it is made by itself until its day.`,
    ],
    button: !setsIt
      ? { text: 'Go to the dashboard', url: publicUrl + screenPath('dashboard') }
      : trouble === 'plan_ended'
        ? { text: 'See the plans', url: publicUrl + screenPath('choosePlan') }
        : { text: 'Go to the rhythm', url: publicUrl + screenPath('rhythm') },
  };
}

async function begunEmail(
  context: AppContext,
  { schoolId, day }: About,
  { newsletterId, vacant }: Extract<About['news'], { is: 'begun' }>,
  person: User,
): Promise<ProductEmail | null> {
  const { database, config } = context;
  const draft = await findNewsletter(database, schoolId, newsletterId);
  const rhythm = await findRhythm(database, schoolId);
  if (draft === null || rhythm === null) return null;
  const parts = (await listPartsOf(database, schoolId, newsletterId)).map(({ part }) => part);
  const own = parts.filter(({ personId, doneAt }) => personId === person.id && doneAt === null);
  const leads = canBeInCharge(person);
  if (!leads && own.length === 0) return null;
  const { title } = draft;
  const first = own[0];
  const at = first === undefined ? '' : `?${new URLSearchParams({ part: first.block })}`;
  return {
    subject: say`Begun: ${title}`,
    paragraphs: [
      say`‘${title}’, for ${formatWeekday(day)}, is begun. Nobody outside sees it until it is published.`,
      ...own.map(({ label, dueOn }) => say`Yours to write: ${label}, by ${formatWeekday(dueOn)}.`),
      ...(leads ? vacant : []).map(
        ({ label, person: before }) =>
          say`Nobody has ${label}: it was ${before}’s. You can give it to somebody else.`,
      ),
      ...(leads && person.role === 'owner' && !(await hasInCharge(context, rhythm)) ? [LEFT_WORDS] : []),
      ...(leads && (await isLastOfTerms(context, rhythm, draft.createdAt, day)) ? [LAST_WORDS] : []),
    ],
    button: {
      text: first === undefined ? 'Go to the newsletter' : 'Write your part',
      url: `${config.publicUrl}${screenPath('editor', { id: newsletterId })}${at}`,
    },
  };
}

const LEFT_WORDS = say`You are told, as who was in charge has left. You can choose somebody else in the settings.`;
const LAST_WORDS = say`It is the last one in your term dates. Add the next ones in the settings, so that drafts go on being made.`;

async function isLastOfTerms(
  { database }: AppContext,
  rhythm: RhythmRow,
  from: Date,
  day: string,
): Promise<boolean> {
  const next = await nextIssueDays(database, rhythm, from, 2);
  return !next.some((issue) => issue.day > day);
}
