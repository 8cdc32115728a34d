import { ERROR_MESSAGES } from '#contract/errors.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { mayMail, requireMail } from '#server/data/mail-limits.ts';
import { deleteMailedTokens, findMailedToken, spendMailedToken } from '#server/data/mailed-tokens.ts';
import { findUser, findUserByEmail, takePendingEmail, type User, updateUser } from '#server/data/users.ts';
import { refuseLeavingRule } from '#server/features/accounts/ways/provider/rule.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, emailTaken, notFound } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import { accountMail } from './email-jobs.ts';

/** Changing one's own e-mail address: it takes effect once the link mailed to the new address is opened. */

/** Stores the requested address and enqueues its confirmation mail. Throws 409 when the address is in use, 400 as `refuseLeavingRule`. */
export async function requestEmailChange(
  context: AppContext,
  person: User,
  pendingEmail: string,
  ip: string,
): Promise<User> {
  await refuseLeavingRule(context, person, pendingEmail);
  if ((await findUserByEmail(context.database, pendingEmail)) !== undefined) throw emailTaken();
  const updated = await updateUser(context.database, person.id, { pendingEmail });
  if (await mayMail(context, 'newAddress', { to: pendingEmail, ip })) {
    await context.jobs.send(accountMail, { kind: 'confirm_email', personId: person.id, email: pendingEmail });
    await context.jobs.send(accountMail, { kind: 'email_change', personId: person.id });
  }
  return updated ?? person;
}

/** Mails the confirmation link again. Throws 404 when no change is pending, 429 after too many mails. */
export async function resendEmailChange(
  context: AppContext,
  { personId }: Caller,
  ip: string,
): Promise<void> {
  const email = (await findUser(context.database, personId))?.pendingEmail;
  if (email == null) throw noPendingChange();
  await requireTry(context, LIMITS.emailChange, [personId]);
  await requireMail(context, 'newAddress', { to: email, ip });
  await context.jobs.send(accountMail, { kind: 'confirm_email', personId, email });
}

/** Cancels the pending change and invalidates its link. Throws 404 when no change is pending. */
export async function cancelEmailChange(context: AppContext, { personId }: Caller): Promise<void> {
  await context.database.transaction(async () => {
    if ((await takePendingEmail(context.database, personId)) === undefined) throw noPendingChange();
    await deleteMailedTokens(context, personId, ['confirm_email']);
  });
}

/** The address that a link confirms. Throws 400 for a dead link. */
export async function readEmailChange(context: AppContext, token: string): Promise<string> {
  const link = await findMailedToken(context, token, ['confirm_email']);
  const person = link && (await findUser(context.database, link.userId));
  // The change was cancelled or replaced in the meantime.
  if (link === undefined || person?.pendingEmail !== link.email) throw badRequest(ERROR_MESSAGES.deadLink);
  return link.email;
}

/** Makes the confirmed address the account's. Throws 400 for a dead link, 409 when the address is now in use. */
export async function confirmEmail(context: AppContext, token: string): Promise<void> {
  try {
    await context.database.transaction(async () => {
      const link = await spendMailedToken(context, token, ['confirm_email']);
      if (link === undefined) throw badRequest(ERROR_MESSAGES.deadLink);
      const before = await findUser(context.database, link.userId);
      // The change was cancelled or replaced in the meantime.
      if (before === undefined || (await takePendingEmail(context.database, before.id)) !== link.email)
        throw badRequest(ERROR_MESSAGES.deadLink);
      const { id: personId, schoolId, email: oldEmail } = before;
      // Logged before the update: the entry shows the person's current name, which may be the old address.
      if (schoolId !== null)
        await recordAudit(context, { schoolId, personId }, 'own_email_changed', '', { to: link.email });
      await updateUser(context.database, personId, { email: link.email });
      await context.jobs.send(accountMail, { kind: 'email_changed', personId, oldEmail });
    });
  } catch (error) {
    throw error instanceof UniqueViolation ? emailTaken() : error;
  }
}

function noPendingChange() {
  return notFound('Email change');
}
