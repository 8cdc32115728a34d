import { screenPath } from '#contract/paths.ts';
import { planHasEnded } from '#contract/school.ts';
import { numericDateIn } from '#newsletter/values/dates.ts';
import type { AppContext } from '#server/context.ts';
import type { School } from '#server/data/schools.ts';
import type { ProductEmail } from '#server/platform/mail/define-mail.ts';
import { say, type Words } from '#server/platform/mail/words.ts';

/** The mails to the owner about closing and reopening a school. Dates are in the school's time zone. */

/** The school is closed; null if it is open again. */
export function closedEmail({ config }: AppContext, school: School): ProductEmail | null {
  const { name, closesAt, timeZone } = school;
  if (closesAt === null) return null;
  return {
    subject: say`${name} is closed`,
    paragraphs: [
      say`You have closed ${name}. Its public pages are no longer shown, its staff can no longer sign in, and nothing will be charged any more.`,
      say`On ${numericDateIn(timeZone, closesAt)} everything will be deleted: newsletters, files, people, subscribers and invoices. Until then you can sign in, download everything, or take the school back.`,
    ],
    button: { text: 'Look at it again', url: config.publicUrl + screenPath('closeSchool') },
  };
}

/** The school is open again; null if it was closed once more. */
export function reopenedEmail(context: AppContext, school: School): ProductEmail | null {
  if (school.closesAt !== null) return null;
  const { name } = school;
  return {
    subject: say`${name} is open again`,
    paragraphs: [
      say`You have taken ${name} back. Its public pages are shown again, its staff can sign in, and nothing will be deleted.`,
      say`A sending that was held stays on hold until somebody goes on with it.`,
      ...planWords(context, school),
      say`If nobody at your school has done this, please change your password.`,
    ],
    button: { text: 'My subscription', url: context.config.publicUrl + screenPath('subscription') },
  };
}

// Closing has cancelled the renewal, and reopening does not resume it.
function planWords({ clock }: AppContext, school: School): readonly Words[] {
  const { subscriptionStatus: status, subscriptionEndDate: endsAt, timeZone } = school;
  if (status !== 'canceled' || endsAt === null) return [];
  return planHasEnded({ status, endsAt }, clock.now())
    ? [say`Its plan has ended. To create, change and send newsletters again, choose a plan.`]
    : [
        say`Its plan still ends on ${numericDateIn(timeZone, endsAt)}: the renewal stays cancelled until you re-enable it.`,
      ];
}
