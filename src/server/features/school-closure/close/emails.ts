import { withoutAddresses } from '#contract/fields.ts';
import { screenPath } from '#contract/paths.ts';
import { planHasEnded } from '#contract/school.ts';
import { numericDateIn } from '#newsletter/values/dates.ts';
import type { AppContext } from '#server/context.ts';
import type { School } from '#server/data/schools.ts';
import type { ProductEmail } from '#server/platform/mail/product-email.ts';

/** The mails to the owner about closing and reopening a school. Dates are in the school's time zone. */

/** The school is closed; null if it is open again. */
export function closedEmail({ config }: AppContext, school: School): ProductEmail | null {
  const { closesAt, timeZone } = school;
  if (closesAt === null) return null;
  const name = withoutAddresses(school.name);
  return {
    subject: `${name} is closed`,
    paragraphs: [
      `You have closed ${name}. Its public pages are no longer shown, its staff can no longer sign in, and nothing will be charged any more.`,
      `On ${numericDateIn(timeZone, closesAt)} everything will be deleted: newsletters, files, people, subscribers and invoices. Until then you can sign in, download everything, or take the school back.`,
    ],
    button: { text: 'Look at it again', url: config.publicUrl + screenPath('closeSchool') },
  };
}

/** The school is open again; null if it was closed once more. */
export function reopenedEmail(context: AppContext, school: School): ProductEmail | null {
  if (school.closesAt !== null) return null;
  const name = withoutAddresses(school.name);
  return {
    subject: `${name} is open again`,
    paragraphs: [
      `You have taken ${name} back. Its public pages are shown again, its staff can sign in, and nothing will be deleted.`,
      'A sending that was held stays on hold until somebody goes on with it.',
      ...planWords(context, school),
      'If nobody at your school has done this, please change your password.',
    ],
    button: { text: 'My subscription', url: context.config.publicUrl + screenPath('subscription') },
  };
}

// Closing has cancelled the renewal, and reopening does not resume it.
function planWords({ clock }: AppContext, school: School): readonly string[] {
  const { subscriptionStatus: status, subscriptionEndDate: endsAt, timeZone } = school;
  if (status !== 'canceled' || endsAt === null) return [];
  return planHasEnded({ status, endsAt }, clock.now())
    ? ['Its plan has ended. To create, change and send newsletters again, choose a plan.']
    : [
        `Its plan still ends on ${numericDateIn(timeZone, endsAt)}: the renewal stays cancelled until you re-enable it.`,
      ];
}
