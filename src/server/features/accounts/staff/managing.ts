import { type EditInviteForm, editInviteForm, INVITE_MESSAGES } from '#contract/invites.ts';
import { TEMPORARY_PASSWORD_DAYS } from '#contract/people.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { TWO_STEP_MESSAGES } from '#contract/sign-in/two-step.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { deleteMailedTokens } from '#server/data/mailed-tokens.ts';
import { deleteSessions } from '#server/data/sessions.ts';
import { deleteStaff, updateStaff } from '#server/data/staff.ts';
import { findUserByEmail, updateUser } from '#server/data/users.ts';
import { type AccountMail, accountMail } from '#server/features/accounts/email-jobs.ts';
import { giveGrace } from '#server/features/accounts/rules/second-factor.ts';
import { hashPassword, known } from '#server/features/accounts/ways/password/passwords.ts';
import { forgetFactors } from '#server/features/accounts/ways/ways.ts';
import { changedFields, columnsOf } from '#server/platform/columns.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { forgetTries, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, conflict, emailTaken, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { changeInvitation, deleteInvitation } from './invitation-repo.ts';
import { findManaged, invitationOpen, loadEditable, type ManagedPerson } from './staff.ts';
import { newTemporaryPassword } from './temporary-password.ts';

/** The owner's changes to staff and ended invitations. */

const LINKS = ['welcome', 'reset', 'confirm_email'] as const;

/**
 * Changes the given fields. A role takes effect at the person's next call; an active person's new address once the link
 * mailed to it is opened. Throws 404, 403 for the owner, 400 for an open invitation, 409 for an address in use, 429 after
 * too many new addresses, whether in use or not.
 */
export async function editMember(
  context: AppContext,
  caller: Member,
  id: string,
  form: EditInviteForm,
): Promise<ManagedPerson> {
  const found = await loadEditable(context, caller.schoolId, id);
  const before = found.kind === 'person' ? found.person : found.invitation;
  const changes = columnsOf(form);
  const changed = changedFields(editInviteForm.keyof().options, before, changes);
  if (changed.length === 0) return found;
  const emails =
    form.email !== undefined && changed.includes('email')
      ? await emailsOfAddressChange(context, caller, found, form.email)
      : [];
  try {
    return await context.database.transaction(async () => {
      if (changed.includes('email') && found.kind === 'person')
        await refuseUsedEmail(context, form.email ?? '');
      const needsConfirmation = changed.includes('email') && isActive(found);
      const after = await saveChanges(
        context,
        caller,
        found,
        needsConfirmation ? { ...changes, email: undefined, pendingEmail: form.email } : changes,
      );
      const name = nameOrEmail(before);
      if (changed.includes('role') && after.kind === 'person')
        await giveGrace(context, after.person, before.role);
      if (changed.includes('role'))
        await recordAudit(context, caller, 'role_changed', name, {
          from: before.role,
          to: form.role ?? '',
          person_id: id,
        });
      const renamed = nameOrEmail(after.kind === 'person' ? after.person : after.invitation);
      if (renamed !== name)
        await recordAudit(context, caller, 'person_renamed', name, { to: renamed, person_id: id });
      if (needsConfirmation)
        await recordAudit(context, caller, 'person_email_asked', name, {
          to: form.email ?? '',
          person_id: id,
        });
      else if (changed.includes('email'))
        await recordAudit(context, caller, 'person_edited', name, { fields: ['email'], person_id: id });
      // Invalidates links mailed to the old address, or to one that was requested before.
      if (changed.includes('email') && after.kind === 'person')
        await deleteMailedTokens(context, id, needsConfirmation ? ['confirm_email'] : [...LINKS]);
      for (const change of emails) await context.jobs.send(accountMail, change);
      return after;
    });
  } catch (error) {
    throw error instanceof UniqueViolation ? emailTaken() : error;
  }
}

async function saveChanges(
  context: AppContext,
  { schoolId }: Member,
  found: ManagedPerson,
  changes: Parameters<typeof updateStaff>[3] & Parameters<typeof changeInvitation>[2],
): Promise<ManagedPerson> {
  if (found.kind === 'invitation') {
    const invitation = await changeInvitation(context, found.invitation, changes);
    if (invitation === undefined) throw invitationOpen();
    return { kind: 'invitation', invitation };
  }
  const isNewEmail = changes.email !== undefined && changes.email !== found.person.email;
  const all = { ...changes, ...(isNewEmail && { pendingEmail: null }) };
  const person = await updateStaff(context.database, schoolId, found.person.id, all);
  if (person === undefined) throw notFound('User');
  return { kind: 'person', person: { ...person, role: changes.role ?? found.person.role } };
}

// Counted before any look-up, so that the limit reveals nothing about an address. Changing an ended invitation mails
// nobody. A person without a password has never confirmed the old address, so only the new one is mailed.
async function emailsOfAddressChange(
  context: AppContext,
  { schoolId }: Member,
  found: ManagedPerson,
  newEmail: string,
): Promise<readonly AccountMail[]> {
  const { id, email: oldEmail } = found.kind === 'person' ? found.person : found.invitation;
  await requireTry(context, LIMITS.addressOfPerson, [id]);
  await requireTry(context, LIMITS.addressesOfSchool, [schoolId]);
  if (found.kind === 'invitation') return [];
  const mayMailNew = await mayMail(context, 'newAddress', { to: newEmail });
  if (!isActive(found)) return mayMailNew ? [{ kind: 'welcome', personId: id }] : [];
  const mayMailOld = await mayMail(context, 'notice', { to: oldEmail });
  const about = { personId: id, by: 'school' } as const;
  return [
    ...(mayMailNew ? [{ kind: 'confirm_email', email: newEmail, ...about } as const] : []),
    ...(mayMailOld ? [{ kind: 'email_change', ...about } as const] : []),
  ];
}

// Replies to newsletters and password links go to an active person's address, so its reader has to confirm it.
function isActive(found: ManagedPerson): boolean {
  return found.kind === 'person' && found.person.status === 'ACTIVE';
}

async function refuseUsedEmail(context: AppContext, email: string): Promise<void> {
  if ((await findUserByEmail(context.database, email)) !== undefined) throw emailTaken();
}

/** Removes a staff member and ends their sessions. Throws 404, 403 for the owner, 400 for an open invitation. */
export async function removeMember(context: AppContext, caller: Member, id: string): Promise<void> {
  const found = await loadEditable(context, caller.schoolId, id);
  const about = { person_id: id };
  await context.database.transaction(async () => {
    if (found.kind === 'invitation') {
      if (!(await deleteInvitation(context, found.invitation))) throw invitationOpen();
      await recordAudit(context, caller, 'person_removed', nameOrEmail(found.invitation), about);
    } else {
      if (!(await deleteStaff(context.database, caller.schoolId, id))) throw notFound('User');
      await recordAudit(context, caller, 'person_removed', nameOrEmail(found.person), about);
    }
  });
}

/**
 * Sets a password that is shown once and must be changed at the next login; ends the person's sessions and links. Throws
 * 404, 403 for the owner, 400 before the invitation is accepted, 429 after too many.
 */
export async function setTemporaryPassword(context: AppContext, caller: Member, id: string): Promise<string> {
  const found = await findManaged(context, caller.schoolId, id);
  if (found === null) throw notFound('User');
  // The address is still unproven.
  if (found.kind === 'invitation') throw badRequest(INVITE_MESSAGES.notTaken);
  await requireTry(context, LIMITS.temporaryPasswords, [caller.schoolId]);
  const password = await newTemporaryPassword(context, found.person);
  const passwordHash = await hashPassword(password, known(caller.personId));
  const mayNotify = await mayMail(context, 'notice', { to: found.person.email });
  await context.database.transaction(async () => {
    const changes = {
      passwordHash,
      status: 'ACTIVE',
      needChangePassword: true,
      temporaryUntil: new Date(context.clock.now().getTime() + TEMPORARY_PASSWORD_DAYS * DAY_MS),
      pendingEmail: null,
    } as const;
    // A concurrent call may have removed the person.
    if ((await updateUser(context.database, id, changes)) === undefined) throw notFound('User');
    await deleteSessions(context, id);
    await deleteMailedTokens(context, id, [...LINKS]);
    // The person must type it again at once: guesses at the old password would lock them out for an hour.
    await forgetTries(context, LIMITS.passwordCheck, [id]);
    await recordAudit(context, caller, 'temporary_password_set', nameOrEmail(found.person), {
      person_id: id,
    });
    if (mayNotify) await context.jobs.send(accountMail, { kind: 'temporary_password', personId: id });
  });
  return password;
}

/**
 * Turns a colleague's two-step sign-in off and ends their sessions; colleague and owner are notified by mail. Throws 404, 403 for the
 * owner, 409 if it is off.
 */
export async function resetTwoStepOf(context: AppContext, caller: Member, id: string): Promise<void> {
  const found = await findManaged(context, caller.schoolId, id);
  if (found?.kind !== 'person') throw notFound('User');
  await context.database.transaction(async () => {
    if (!(await forgetFactors(context.database, id))) throw conflict(TWO_STEP_MESSAGES.isOff);
    await deleteSessions(context, id);
    await recordAudit(context, caller, 'two_step_reset', nameOrEmail(found.person), { person_id: id });
    for (const personId of [id, caller.personId])
      await context.jobs.send(accountMail, { kind: 'two_step_reset', personId, of: id });
  });
}
