import type { z } from 'zod';
import { admits } from '#contract/access.ts';
import { withoutAddresses } from '#contract/fields.ts';
import { screenPath } from '#contract/paths.ts';
import { RHYTHM_TROUBLE_WORDS, type RhythmTrouble } from '#contract/rhythm/next-issue.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { listPartsOf } from '#server/data/parts.ts';
import { nextIssueDays } from '#server/data/rhythm/issue-states.ts';
import { findRhythm, type RhythmRow } from '#server/data/rhythm/rhythm.ts';
import { findMember, staffName } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { findNewsletter } from '#server/features/newsletters/repo.ts';
import { type ProductEmail, sendProductEmail } from '#server/platform/mail/product-email.ts';
import { canBeInCharge, hasInCharge } from './in-charge.ts';
import type { rhythmMail } from './queues.ts';

type About = z.output<typeof rhythmMail.data>;

/** Tells a person what became of an issue, unless they have left, or it is deleted by now. */
export async function sendRhythmMail(context: AppContext, about: About): Promise<void> {
  const { schoolId, personId, news, day } = about;
  const person = await findMember(context.database, schoolId, personId);
  if (person?.status !== 'ACTIVE') return;
  const email =
    news.is === 'held'
      ? heldEmail(context, day, news.trouble, person)
      : await begunEmail(context, about, news, person);
  if (email === null || !(await mayMail(context, 'rhythm', { to: person.email, schoolId }))) return;
  await sendProductEmail(context, { name: staffName(person), address: person.email }, email);
}

function heldEmail(
  { config: { publicUrl } }: AppContext,
  day: string,
  trouble: RhythmTrouble,
  person: User,
): ProductEmail {
  const setsIt = admits('owner_or_admin', person);
  return {
    subject: `Not begun: the issue of ${formatWeekday(day)}`,
    paragraphs: [
      `The draft for ${formatWeekday(day)} was to be made by the rhythm of your newsletter, and was not. ${RHYTHM_TROUBLE_WORDS[trouble]}.`,
      trouble === 'late'
        ? 'You can begin it by hand.'
        : 'Once that is put right, it is made by itself until its day.',
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
  const title = withoutAddresses(draft.title);
  const first = own[0];
  const at = first === undefined ? '' : `?${new URLSearchParams({ part: first.block })}`;
  return {
    subject: `Begun: ${title}`,
    paragraphs: [
      `‘${title}’, for ${formatWeekday(day)}, is begun. Nobody outside sees it until it is published.`,
      ...own.map(
        ({ label, dueOn }) => `Yours to write: ${withoutAddresses(label)}, by ${formatWeekday(dueOn)}.`,
      ),
      ...(leads ? vacant : []).map(
        ({ label, person: before }) =>
          `Nobody has ${withoutAddresses(label)}: it was ${withoutAddresses(before)}’s. You can give it to somebody else.`,
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

const LEFT_WORDS =
  'You are told, as who was in charge has left. You can choose somebody else in the settings.';
const LAST_WORDS =
  'It is the last one in your term dates. Add the next ones in the settings, so that drafts go on being made.';

async function isLastOfTerms(
  { database }: AppContext,
  rhythm: RhythmRow,
  from: Date,
  day: string,
): Promise<boolean> {
  const next = await nextIssueDays(database, rhythm, from, 2);
  return !next.some((issue) => issue.day > day);
}
