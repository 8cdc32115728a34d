import { z } from 'zod';
import { screenPath } from '#contract/paths.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { SUSPENSION_MESSAGES } from '#contract/rules/suspension.ts';
import type { AppContext } from '#server/context.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { findOwner } from '#server/data/staff.ts';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { defineMail, type ProductEmail } from '#server/platform/mail/define-mail.ts';
import { asTyped, productWords, say } from '#server/platform/mail/words.ts';

/** The mail to the owner about a suspension: a job, enqueued in the transaction of the change. It describes the state when it is sent. */

export const suspensionMail = mailQueue('suspension_mail', z.object({ schoolId: z.uuid() }));

/** Defines the job. */
export function defineSuspensionMails(context: AppContext): void {
  defineMail(context, suspensionMail, async ({ schoolId }) => {
    const school = await findSchool(context.database, schoolId);
    const owner = await findOwner(context.database, schoolId);
    if (school === undefined || owner === undefined) return null;
    return { to: { name: nameOrEmail(owner), address: owner.email }, ...emailOf(context, school) };
  });
}

function emailOf({ config }: AppContext, { name, suspendedFor, hidesPages }: School): ProductEmail {
  const { product } = productWords(config);
  const button = { text: 'Go to your school', url: config.publicUrl + screenPath('dashboard') };
  if (suspendedFor === null)
    return {
      subject: say`${name} is no longer suspended`,
      paragraphs: [
        say`Everything works again. A sending that was held stays on hold until somebody goes on with it.`,
      ],
      button,
    };
  return {
    subject: say`${name} is suspended`,
    paragraphs: [
      say`${product.operatorName} has suspended ${name}: ${asTyped(suspendedFor)}.`,
      say`${SUSPENSION_MESSAGES.banner} ${hidesPages ? 'Its public pages are hidden meanwhile.' : 'Its public pages stay as they are, and take no sign-ups.'}`,
      say`To settle it, write to ${product.contactEmail}.`,
    ],
    button,
  };
}
