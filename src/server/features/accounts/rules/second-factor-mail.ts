import { z } from 'zod';
import { TWO_STEP_ADDRESS } from '#contract/paths.ts';
import { SECOND_FACTOR_REMINDER_DAYS, secondFactorDueAt } from '#contract/rules/second-factor.ts';
import { longDateIn } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { findSchool } from '#server/data/schools.ts';
import { listAskedForSecondFactor, noteReminded } from '#server/data/staff.ts';
import { findUser } from '#server/data/users.ts';
import { mailQueue, queue } from '#server/platform/jobs/jobs.ts';
import { type AddressedEmail, defineMail, type ProductEmail } from '#server/platform/mail/define-mail.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { type ProductWords, productWords, say } from '#server/platform/mail/words.ts';
import { listHolders } from './holders.ts';

/** The mails to people who lack the second factor that their school requires: when the rule begins, and shortly before the deadline. */

const when = z.enum(['asked', 'soon']);
export const secondFactorMail = mailQueue('second_factor_mail', z.object({ personId: z.uuid(), when }));
const secondFactorReminders = queue('second_factor_reminders', z.object({}));

export function defineSecondFactorMail(context: AppContext): void {
  defineMail(context, secondFactorMail, async (mail) => await prepare(context, mail));
  context.jobs.define(secondFactorReminders, async () => await remind(context));
  context.jobs.schedule(secondFactorReminders, '15 9 * * *', 'Europe/London', {});
}

async function prepare(
  context: AppContext,
  { personId, when }: z.output<typeof secondFactorMail.data>,
): Promise<AddressedEmail | null> {
  const { database, config } = context;
  const person = await findUser(database, personId);
  const school = person?.schoolId == null ? undefined : await findSchool(database, person.schoolId);
  if (person === undefined || school === undefined) return null;
  const dueAt = secondFactorDueAt(school, person);
  // It was set up meanwhile, or is no longer required.
  if (dueAt === null || (await listHolders(database, [person])).has(personId)) return null;
  const about = { school: school.name, until: longDateIn(school.timeZone, dueAt) };
  return { to: mailTo(person), ...secondFactorEmail(productWords(config), when, about) };
}

/** Reminds everybody once, a few days before their deadline. */
async function remind(context: AppContext): Promise<void> {
  const { database, clock, jobs } = context;
  const now = clock.now();
  const soon = new Date(now.getTime() + SECOND_FACTOR_REMINDER_DAYS * DAY_MS);
  const asked = (await listAskedForSecondFactor(database)).filter(({ person, school }) => {
    const dueAt = secondFactorDueAt(school, person);
    return dueAt !== null && dueAt > now && dueAt <= soon;
  });
  const holders = await listHolders(
    database,
    asked.map(({ person }) => person),
  );
  for (const { person } of asked.filter((each) => !holders.has(each.person.id)))
    await database.transaction(async () => {
      if (await noteReminded(database, person.id, now))
        await jobs.send(secondFactorMail, { personId: person.id, when: 'soon' });
    });
}

function secondFactorEmail(
  { publicUrl, product }: ProductWords,
  when: 'asked' | 'soon',
  { school, until }: { readonly school: string; readonly until: string },
): ProductEmail {
  return {
    subject:
      when === 'asked'
        ? say`Please set up two-step sign-in: ${product.name}`
        : say`You need two-step sign-in from ${until} on: ${product.name}`,
    paragraphs: [
      when === 'asked'
        ? say`${school} asks you to sign in to ${product.name} in two steps. Please set it up before ${until}: it takes two minutes, with your phone or this computer.`
        : say`${school} asks you to sign in to ${product.name} in two steps, and you have not set it up yet.`,
      say`From ${until} on you cannot work in ${product.name} until you have set it up.`,
    ],
    button: { text: 'Set it up', url: publicUrl + TWO_STEP_ADDRESS },
  };
}
