import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { findOwner } from '#server/data/staff.ts';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { type AddressedEmail, defineMail, type ProductEmail } from '#server/platform/mail/define-mail.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { closedEmail, reopenedEmail } from './emails.ts';

/** The jobs that mail about closing and reopening a school, each enqueued in the transaction that it reports. */

const schoolOnly = z.object({ schoolId: z.uuid() });
export const closingMail = mailQueue('closing_mail', schoolOnly);
export const reopeningMail = mailQueue('reopening_mail', schoolOnly);

/** Defines the jobs. They mail the owner, as somebody else may have used the owner's account. */
export function defineClosingMails(context: AppContext): void {
  defineMail(context, closingMail, ({ schoolId }) => mailToOwner(context, schoolId, closedEmail));
  defineMail(context, reopeningMail, ({ schoolId }) => mailToOwner(context, schoolId, reopenedEmail));
}

// Null if the school was reopened, or closed again, before the mail was sent.
type EmailOf = (context: AppContext, school: School) => ProductEmail | null;

async function mailToOwner(
  context: AppContext,
  schoolId: string,
  emailOf: EmailOf,
): Promise<AddressedEmail | null> {
  const school = await findSchool(context.database, schoolId);
  const owner = await findOwner(context.database, schoolId);
  const email = school && emailOf(context, school);
  if (email == null || owner === undefined) return null;
  return { to: mailTo(owner), ...email };
}
