import { ERROR_MESSAGES } from '#contract/errors.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { mayMail, requireMail } from '#server/data/mail-limits.ts';
import { deleteMailedTokens, useMailedToken } from '#server/data/mailed-tokens.ts';
import { findUser, findUserByEmail, takePendingEmail, type User, updateUser } from '#server/data/users.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, emailTaken, notFound } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import { accountMail } from './email-jobs.ts';

/** A person's change of their own e-mail address: it waits for the link that is mailed to the new one. */

/** Notes the wanted address and has its link mailed. Throws 409 when it is in use. */
export async function askToConfirm(
  context: AppContext,
  person: User,
  pendingEmail: string,
  ip: string,
): Promise<User> {
  if ((await findUserByEmail(context.database, pendingEmail)) !== undefined) throw emailTaken();
  const asked = await updateUser(context.database, person.id, { pendingEmail });
  if (await mayMail(context, 'newAddress', { to: pendingEmail, ip })) {
    await context.jobs.send(accountMail, { kind: 'confirm_email', personId: person.id, email: pendingEmail });
    await context.jobs.send(accountMail, { kind: 'email_change', personId: person.id });
  }
  return asked ?? person;
}

/** Has the link mailed once more. Throws 404 where no change is open, 429 after too many. */
export async function resendEmailChange(
  context: AppContext,
  { personId }: Caller,
  ip: string,
): Promise<void> {
  const email = (await findUser(context.database, personId))?.pendingEmail;
  if (email == null) throw noChange();
  await requireTry(context, LIMITS.emailChange, [personId]);
  await requireMail(context, 'newAddress', { to: email, ip });
  await context.jobs.send(accountMail, { kind: 'confirm_email', personId, email });
}

/** Gives the change up: its link is dead. Throws 404 where no change is open. */
export async function cancelEmailChange(context: AppContext, { personId }: Caller): Promise<void> {
  await context.database.transaction(async () => {
    if ((await takePendingEmail(context.database, personId)) === undefined) throw noChange();
    await deleteMailedTokens(context, personId, ['confirm_email']);
  });
}

/** Makes the address that the link went to the account's. Throws 400 for a dead link, 409 when it was taken meanwhile. */
export async function confirmEmail(context: AppContext, token: string): Promise<void> {
  try {
    await context.database.transaction(async () => {
      const link = await useMailedToken(context, token, ['confirm_email']);
      if (link === undefined) throw badRequest(ERROR_MESSAGES.deadLink);
      const before = await findUser(context.database, link.userId);
      // Given up meanwhile, or another address is wanted by now.
      if (before === undefined || (await takePendingEmail(context.database, before.id)) !== link.email)
        throw badRequest(ERROR_MESSAGES.deadLink);
      const { id: personId, schoolId, email: oldEmail } = before;
      // Written before the change: the line stands under the name by then, which may be the address.
      if (schoolId !== null)
        await recordAudit(context, { schoolId, personId }, 'own_email_changed', '', { to: link.email });
      await updateUser(context.database, personId, { email: link.email });
      await context.jobs.send(accountMail, { kind: 'email_changed', personId, oldEmail });
    });
  } catch (error) {
    throw error instanceof UniqueViolation ? emailTaken() : error;
  }
}

function noChange() {
  return notFound('Email change');
}
