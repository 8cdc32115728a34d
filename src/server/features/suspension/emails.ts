import { z } from 'zod';
import { withoutAddresses } from '#contract/fields.ts';
import { screenPath } from '#contract/paths.ts';
import { SUSPENSION_MESSAGES } from '#contract/rules/suspension.ts';
import type { AppContext } from '#server/context.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { findOwner, staffName } from '#server/data/staff.ts';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { type ProductEmail, sendProductEmail } from '#server/platform/mail/product-email.ts';

/** The mail to the owner about a suspension: a job, enqueued in the transaction of what it reports. It tells how things are then. */

export const suspensionMail = mailQueue('suspension_mail', z.object({ schoolId: z.uuid() }));

/** Defines the job. */
export function defineSuspensionMails(context: AppContext): void {
  context.jobs.define(suspensionMail, async ({ schoolId }) => {
    const school = await findSchool(context.database, schoolId);
    const owner = await findOwner(context.database, schoolId);
    if (school === undefined || owner === undefined) return;
    await sendProductEmail(
      context,
      { name: staffName(owner), address: owner.email },
      emailOf(context, school),
    );
  });
}

function emailOf({ config }: AppContext, { suspendedFor, hidesPages, ...school }: School): ProductEmail {
  const name = withoutAddresses(school.name);
  const button = { text: 'Go to your school', url: config.publicUrl + screenPath('dashboard') };
  if (suspendedFor === null)
    return {
      subject: `${name} is no longer suspended`,
      paragraphs: [
        'Everything works again. A sending that was held stays on hold until somebody goes on with it.',
      ],
      button,
    };
  return {
    subject: `${name} is suspended`,
    paragraphs: [
      `${config.product.operatorName} has suspended ${name}: ${suspendedFor}.`,
      `${SUSPENSION_MESSAGES.banner} ${hidesPages ? 'Its public pages are hidden meanwhile.' : 'Its public pages stay as they are, and take no sign-ups.'}`,
      `To settle it, write to ${config.product.contactEmail}.`,
    ],
    button,
  };
}
