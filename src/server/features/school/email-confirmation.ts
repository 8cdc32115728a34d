import { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { LINK_LIFETIME } from '#contract/people.ts';
import { SCHOOL_MESSAGES } from '#contract/school.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { type MailCause, mayMail, requireMail } from '#server/data/mail-limits.ts';
import { createMailedToken, deleteMailedTokens, useMailedToken } from '#server/data/mailed-tokens.ts';
import { isSchoolEmailConfirmed } from '#server/data/school-email.ts';
import { confirmSchoolEmailOf, findSchool, type School } from '#server/data/schools.ts';
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { type ProductEmail, sendProductEmail } from '#server/platform/mail/product-email.ts';
import { confirmSchoolAddressEmail } from './emails.ts';

/** Showing by a mailed link that the school's e-mail address reaches it. */

const KIND = 'confirm_school_email';
const confirmationMail = queue(
  'school_email_confirmation',
  z.object({ schoolId: z.uuid(), personId: z.uuid(), email: z.string() }),
);
type Asked = z.output<typeof confirmationMail.data>;

/** Has the mails sent once the jobs start. */
export function defineConfirmationMail(context: AppContext): void {
  context.jobs.define(confirmationMail, async (asked) => {
    const email = await context.database.transaction(() => prepare(context, asked));
    if (email !== null) await sendProductEmail(context, { name: '', address: asked.email }, email);
  });
}

async function prepare(
  context: AppContext,
  { schoolId, personId, email }: Asked,
): Promise<ProductEmail | null> {
  const school = await findSchool(context.database, schoolId);
  // Changed, or confirmed, before its turn came.
  if (school?.email !== email || (await isSchoolEmailConfirmed(context.database, school))) return null;
  await deleteMailedTokens(context, personId, [KIND]);
  const token = await createMailedToken(context, { id: personId }, KIND, email, LINK_LIFETIME[KIND]);
  return confirmSchoolAddressEmail(context.config, { school: school.name, token });
}

/** Has the link mailed to an address that was just entered, unless it is known already or too many were mailed. */
export async function offerConfirmation(
  context: AppContext,
  personId: string,
  school: School,
  ip: string,
): Promise<void> {
  if (await isSchoolEmailConfirmed(context.database, school)) return;
  if (await mayMail(context, 'schoolEmail', causeOf(school, ip)))
    await context.jobs.send(confirmationMail, { schoolId: school.id, personId, email: school.email });
}

/** Has it mailed once more. Throws 404 for another school, 409 where the address is confirmed, 429 after too many. */
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

/** Confirms the address that the link went to. Throws 400 for a dead link, and where the school has another one by now. */
export async function confirmSchoolEmail(context: AppContext, token: string): Promise<void> {
  await context.database.transaction(async () => {
    const link = await useMailedToken(context, token, [KIND]);
    const school = link && (await confirmSchoolEmailOf(context.database, link.userId, link.email));
    if (school === undefined) throw badRequest(ERROR_MESSAGES.deadLink);
    const program = { schoolId: school.id, personId: null };
    await recordAudit(context, program, 'school_email_confirmed', school.email);
  });
}

function causeOf({ id, email }: School, ip: string): MailCause {
  return { to: email, schoolId: id, ip };
}
