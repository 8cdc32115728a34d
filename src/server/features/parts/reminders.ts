import { z } from 'zod';
import { screenPath } from '#contract/paths.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { findPart } from '#server/data/parts.ts';
import { listTermDates, termRange } from '#server/data/rhythm/rhythm.ts';
import { timeZoneOf } from '#server/data/schools.ts';
import { findMember, nameInMails } from '#server/data/staff.ts';
import { mailQueue, queue } from '#server/platform/jobs/jobs.ts';
import { type AddressedEmail, defineMail } from '#server/platform/mail/define-mail.ts';
import { say, type Words } from '#server/platform/mail/words.ts';
import { presentPart } from './present.ts';
import { isSchoolDay, reminderMoment, type SchoolDays } from './reminder-moment.ts';
import { noteReminder } from './repo.ts';

/** Two mails about each part: that it was given, and one before it is due. */

const about = z.object({ schoolId: z.uuid(), id: z.uuid(), personId: z.uuid(), dueOn: z.string() });
type AboutPart = z.output<typeof about>;
/** Waits for the day; by then the part may have another person or another day. */
const partReminder = queue('part_reminder', about);
const partMail = mailQueue('part_mail', about);
const partGivenMail = mailQueue('part_given_mail', about.extend({ givenBy: z.uuid() }));

/** Registers the jobs. */
export function definePartReminders(context: AppContext): void {
  const { jobs, database, clock } = context;
  jobs.define(partReminder, async (part) => {
    await database.forSchool(part.schoolId, async () => {
      if (await isPutOff(context, part)) return;
      // Enqueues the mail once, however often the job runs, and in whatever process.
      if (await noteReminder(database, part.schoolId, part, clock.now())) await jobs.send(partMail, part);
    });
  });
  defineMail(context, partMail, (part) =>
    emailAbout(context, part, ({ label, title, due }) => ({
      subject: say`Your part of ‘${title}’: ${label}`,
      text: say`${label} in the newsletter ‘${title}’ is yours to write. It is wanted by ${due}.`,
    })),
  );
  defineMail(context, partGivenMail, async (part) => {
    const giver = await findMember(database, part.schoolId, part.givenBy);
    return await emailAbout(context, part, ({ label, title, due }) => ({
      subject: say`${nameInMails(giver)} gives you a part of ‘${title}’: ${label}`,
      text: say`${nameInMails(giver)} asks you to write ${label} in the newsletter ‘${title}’, by ${due}.`,
    }));
  });
}

/** Enqueues the mail that a part was given, in the transaction that gives it. None for a person who takes a part themselves. */
export async function mailGivenPart({ jobs }: AppContext, part: AboutPart, givenBy: string): Promise<void> {
  const { schoolId, id, personId, dueOn } = part;
  if (personId !== givenBy) await jobs.send(partGivenMail, { schoolId, id, personId, dueOn, givenBy });
}

/** Enqueues the reminder of a part, in the transaction that gives it; false if no morning is left for one. */
export async function planReminder(context: AppContext, part: AboutPart): Promise<boolean> {
  const { schoolId, id, personId, dueOn } = part;
  const school = await schoolDaysOf(context, schoolId);
  const startAfter = reminderMoment(school, dueOn, context.clock.now());
  if (startAfter !== null)
    await context.jobs.send(partReminder, { schoolId, id, personId, dueOn }, { startAfter });
  return startAfter !== null;
}

/** Puts a reminder off if the day has become a holiday since. If no school day is left, a late reminder is better than none. */
async function isPutOff(context: AppContext, part: AboutPart): Promise<boolean> {
  const school = await schoolDaysOf(context, part.schoolId);
  if (isSchoolDay(school, dayIn(school.timeZone, context.clock.now()))) return false;
  return await planReminder(context, part);
}

async function schoolDaysOf({ database }: AppContext, schoolId: string): Promise<SchoolDays> {
  const terms = (await listTermDates(database, schoolId)).map(termRange);
  return { timeZone: await timeZoneOf(database, schoolId), terms };
}

interface AboutWords {
  readonly label: string;
  readonly title: string;
  /** The day on which it is due, in words. */
  readonly due: string;
}

async function emailAbout(
  context: AppContext,
  { schoolId, id, personId, dueOn }: AboutPart,
  words: (part: AboutWords) => { readonly subject: Words; readonly text: Words },
): Promise<AddressedEmail | null> {
  const { database, config } = context;
  const found = await findPart(database, schoolId, id);
  const person = await findMember(database, schoolId, personId);
  // The part has been taken back, moved to another person or day, or handed in.
  if (found?.part.personId !== personId || found.part.dueOn !== dueOn || found.part.doneAt !== null)
    return null;
  if (person?.status !== 'ACTIVE') return null;
  const { is_gone, label } = presentPart(found, () => '').attributes;
  if (is_gone) return null;
  if (!(await mayMail(context, 'part', { to: person.email, schoolId }))) return null;
  const { subject, text } = words({ label, title: found.draft.title, due: formatWeekday(dueOn) });
  const at = new URLSearchParams({ part: found.part.block });
  const path = screenPath('editor', { id: found.part.newsletterId });
  return {
    to: { name: nameOrEmail(person), address: person.email },
    subject,
    paragraphs: [text, say`When it is ready, hand it in there.`],
    button: { text: 'Write your part', url: `${config.publicUrl}${path}?${at}` },
  };
}
