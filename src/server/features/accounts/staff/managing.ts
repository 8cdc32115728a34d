import { randomInt } from 'node:crypto';
import { type EditInviteForm, editInviteForm, INVITE_MESSAGES } from '#contract/invites.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { deleteMailedTokens } from '#server/data/mailed-tokens.ts';
import { deleteSessions } from '#server/data/sessions.ts';
import { deleteStaff, updateStaff } from '#server/data/staff.ts';
import { findUserByEmail, type User, updateUser } from '#server/data/users.ts';
import { type AccountMail, accountMail } from '#server/features/accounts/email-jobs.ts';
import { nameOf } from '#server/features/accounts/emails.ts';
import { strengthFor } from '#server/features/accounts/new-password.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { changedFields, columnsOf } from '#server/platform/columns.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, emailTaken, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { changeInvitation, deleteInvitation } from './invitation-repo.ts';
import { findManaged, loadUnlocked, locked, type ManagedPerson } from './staff.ts';

/** What the owner does to the people of the school who are there, and to invitations that are over. */

const LINKS = ['welcome', 'reset', 'confirm_email'] as const;

/**
 * Changes what is given; a role is in force at the person's next call, another address of somebody who logs in once the
 * link that is mailed there is followed. Throws 404, 403 for the owner, 400 for an open invitation, 409 for an address that
 * is in use, 429 after too many new addresses, whether in use or not.
 */
export async function editMember(
  context: AppContext,
  caller: Member,
  id: string,
  form: EditInviteForm,
): Promise<ManagedPerson> {
  const found = await loadUnlocked(context, caller.schoolId, id);
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
      if (changed.includes('email') && found.kind === 'person') await refuseTaken(context, form.email ?? '');
      const asks = changed.includes('email') && isActive(found);
      const after = await write(
        context,
        caller,
        found,
        asks ? { ...changes, email: undefined, pendingEmail: form.email } : changes,
      );
      const name = nameOf(before);
      if (changed.includes('role'))
        await recordAudit(context, caller, 'role_changed', name, {
          from: before.role,
          to: form.role ?? '',
          person_id: id,
        });
      const renamed = nameOf(after.kind === 'person' ? after.person : after.invitation);
      if (renamed !== name)
        await recordAudit(context, caller, 'person_renamed', name, { to: renamed, person_id: id });
      if (asks)
        await recordAudit(context, caller, 'person_email_asked', name, {
          to: form.email ?? '',
          person_id: id,
        });
      else if (changed.includes('email'))
        await recordAudit(context, caller, 'person_edited', name, { fields: ['email'], person_id: id });
      // Links that went to the old address, or to one that was asked for before, are good for nothing any more.
      if (changed.includes('email') && after.kind === 'person')
        await deleteMailedTokens(context, id, asks ? ['confirm_email'] : [...LINKS]);
      for (const change of emails) await context.jobs.send(accountMail, change);
      return after;
    });
  } catch (error) {
    throw error instanceof UniqueViolation ? emailTaken() : error;
  }
}

async function write(
  context: AppContext,
  { schoolId }: Member,
  found: ManagedPerson,
  changes: Parameters<typeof updateStaff>[3] & Parameters<typeof changeInvitation>[2],
): Promise<ManagedPerson> {
  if (found.kind === 'invitation') {
    const invitation = await changeInvitation(context, found.invitation, changes);
    if (invitation === undefined) throw locked();
    return { kind: 'invitation', invitation };
  }
  const isMoved = changes.email !== undefined && changes.email !== found.person.email;
  const all = { ...changes, ...(isMoved && { pendingEmail: null }) };
  const person = await updateStaff(context.database, schoolId, found.person.id, all);
  if (person === undefined) throw notFound('User');
  return { kind: 'person', person: { ...person, role: changes.role ?? found.person.role } };
}

// Counted before anything is looked up: one time too many is the same for every address. An invitation is only data until
// it is sent again; whoever has not chosen a password yet has not shown that the old address is theirs.
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
  const tellNew = await mayMail(context, 'newAddress', { to: newEmail });
  if (!isActive(found)) return tellNew ? [{ kind: 'welcome', personId: id }] : [];
  const tellOld = await mayMail(context, 'notice', { to: oldEmail });
  const about = { personId: id, by: 'school' } as const;
  return [
    ...(tellNew ? [{ kind: 'confirm_email', email: newEmail, ...about } as const] : []),
    ...(tellOld ? [{ kind: 'email_change', ...about } as const] : []),
  ];
}

// Answers to newsletters go to such an address, and a link to choose a password does: only who reads it can say that it counts.
function isActive(found: ManagedPerson): boolean {
  return found.kind === 'person' && found.person.status === 'ACTIVE';
}

async function refuseTaken(context: AppContext, email: string): Promise<void> {
  if ((await findUserByEmail(context.database, email)) !== undefined) throw emailTaken();
}

/** Removes somebody, whose sessions end with it. Throws 404, 403 for the owner, 400 for an open invitation. */
export async function removeMember(context: AppContext, caller: Member, id: string): Promise<void> {
  const found = await loadUnlocked(context, caller.schoolId, id);
  const about = { person_id: id };
  await context.database.transaction(async () => {
    if (found.kind === 'invitation') {
      if (!(await deleteInvitation(context, found.invitation))) throw locked();
      await recordAudit(context, caller, 'person_removed', nameOf(found.invitation), about);
    } else {
      if (!(await deleteStaff(context.database, caller.schoolId, id))) throw notFound('User');
      await recordAudit(context, caller, 'person_removed', nameOf(found.person), about);
    }
  });
}

/**
 * Gives somebody a password that is shown once and has to be changed; their sessions and links end. Throws 404, 403 for
 * the owner, 400 for whoever has not taken up the invitation, 429 after too many.
 */
export async function setTemporaryPassword(context: AppContext, caller: Member, id: string): Promise<string> {
  const found = await findManaged(context, caller.schoolId, id);
  if (found === null) throw notFound('User');
  // Nobody has shown yet that the address is theirs.
  if (found.kind === 'invitation') throw badRequest(INVITE_MESSAGES.notTaken);
  await requireTry(context, LIMITS.temporaryPasswords, [caller.schoolId]);
  const password = await newTemporaryPassword(context, found.person);
  const passwordHash = await hashPassword(password);
  const isTold = await mayMail(context, 'notice', { to: found.person.email });
  await context.database.transaction(async () => {
    const changes = {
      passwordHash,
      status: 'ACTIVE',
      needChangePassword: true,
      pendingEmail: null,
    } as const;
    // A call of the owner may have removed the person meanwhile.
    if ((await updateUser(context.database, id, changes)) === undefined) throw notFound('User');
    await deleteSessions(context, id);
    await deleteMailedTokens(context, id, [...LINKS]);
    await recordAudit(context, caller, 'temporary_password_set', nameOf(found.person), { person_id: id });
    if (isTold) await context.jobs.send(accountMail, { kind: 'temporary_password', personId: id });
  });
  return password;
}

// Without emails and digits that are mistaken for each other when read out over the telephone: about 59 bits.
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = [4, 4, 4] as const;

/** Random letters and digits in groups, as the rules for passwords want them. */
export async function newTemporaryPassword(context: AppContext, person: User): Promise<string> {
  for (;;) {
    const password = GROUPS.map((length) =>
      Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
    ).join('-');
    const strength = await strengthFor(context, person, password);
    if (strength !== null && strength.level !== 'refused') return password;
  }
}
