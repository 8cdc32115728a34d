import { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { LINK_LIFETIME } from '#contract/people.ts';
import { SCHOOL_MESSAGES } from '#contract/school.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { type MailCause, mayMail, requireMail } from '#server/data/mail-limits.ts';
import { createMailedToken, deleteMailedTokens, spendMailedToken } from '#server/data/mailed-tokens.ts';
import { isSchoolEmailConfirmed } from '#server/data/school-email.ts';
import { confirmSchoolEmailOf, findSchool, type School } from '#server/data/schools.ts';
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { defineMail, type ProductEmail } from '#server/platform/mail/define-mail.ts';
import { productWords } from '#server/platform/mail/words.ts';
import { confirmSchoolAddressEmail } from './emails.ts';

/** Confirming the school's e-mail address by a mailed link. */

const KIND = 'confirm_school_email';
const confirmationMail = mailQueue(
  'school_email_confirmation',
  z.object({ schoolId: z.uuid(), personId: z.uuid(), email: z.string() }),
);
type ConfirmationMail = z.output<typeof confirmationMail.data>;

/** Registers the job that sends confirmation mails. */
export function defineConfirmationMail(context: AppContext): void {
  defineMail(context, confirmationMail, async (mail) => {
    const email = await context.database.transaction(() => prepare(context, mail));
    return email && { to: { name: '', address: mail.email }, ...email };
  });
}

async function prepare(
  context: AppContext,
  { schoolId, personId, email }: ConfirmationMail,
): Promise<ProductEmail | null> {
  const school = await findSchool(context.database, schoolId);
  // The address was changed or confirmed before the job ran.
  if (school?.email !== email || (await isSchoolEmailConfirmed(context.database, school))) return null;
  await deleteMailedTokens(context, personId, [KIND]);
  const token = await createMailedToken(context, { id: personId }, KIND, email, LINK_LIFETIME[KIND]);
  return confirmSchoolAddressEmail(productWords(context.config), { school: school.name, token });
}

/** Mails the link to a new address, unless the address is confirmed or the mail limit is reached. */
export async function mailConfirmation(
  context: AppContext,
  personId: string,
  school: School,
  ip: string,
): Promise<void> {
  if (await isSchoolEmailConfirmed(context.database, school)) return;
  if (await mayMail(context, 'schoolEmail', causeOf(school, ip)))
    await context.jobs.send(confirmationMail, { schoolId: school.id, personId, email: school.email });
}

/** Mails the link again. Throws 404 for another school, 409 when the address is confirmed, 429 after too many mails. */
export async function requestConfirmation(
  context: AppContext,
  caller: Member,
  id: string,
  ip: string,
): Promise<void> {
  const { schoolId, personId } = caller;
  const school = id === schoolId ? await findSchool(context.database, id) : undefined;
  if (school === undefined) throw notFound('School');
  if (await isSchoolEmailConfirmed(context.database, school))
    throw conflict(SCHOOL_MESSAGES.emailAlreadyConfirmed);
  await requireMail(context, 'schoolEmail', causeOf(school, ip));
  await context.database.transaction(async () => {
    await recordAudit(context, caller, 'school_email_asked', school.email);
    await context.jobs.send(confirmationMail, { schoolId, personId, email: school.email });
  });
}

/** Confirms the address the link was mailed to. Throws 400 for a dead link, or when the school's address has changed. */
export async function confirmSchoolEmail(context: AppContext, token: string): Promise<void> {
  await context.database.transaction(async () => {
    const link = await spendMailedToken(context, token, [KIND]);
    const school = link && (await confirmSchoolEmailOf(context.database, link.userId, link.email));
    if (school === undefined) throw badRequest(ERROR_MESSAGES.deadLink);
    const actor = { schoolId: school.id, personId: null };
    await recordAudit(context, actor, 'school_email_confirmed', school.email);
  });
}

function causeOf({ id, email }: School, ip: string): MailCause {
  return { to: email, schoolId: id, ip };
}
