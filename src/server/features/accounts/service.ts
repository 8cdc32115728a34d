import type { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { PEOPLE_MESSAGES, type ProfileForm, type updatePasswordForm } from '#contract/people.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { deleteMailedTokens, findMailedToken, spendMailedToken } from '#server/data/mailed-tokens.ts';
import { deleteSession, deleteSessions, forgetTrustedDevices } from '#server/data/sessions.ts';
import { findUser, lockUser, type User, updateUser } from '#server/data/users.ts';
import { hashNewPassword } from '#server/features/accounts/ways/password/new-password.ts';
import { known, verifyPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { type Columns, columnsOf } from '#server/platform/columns.ts';
import { forgetTries, ipKey, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, invalid, notFound, signInNeeded } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import { requestEmailChange } from './email-change.ts';
import { accountMail } from './email-jobs.ts';
import { mayEnterByPassword } from './entry.ts';
import type { SignInOrigin } from './sign-in.ts';
import { enter, noteSignIn } from './sign-in-log.ts';

/** A person's own account: passwords, details, e-mail address, sessions. */

/** The state of a password that the person chose themselves. */
const OWN_PASSWORD = { needChangePassword: false, temporaryUntil: null } as const;

const PASSWORD_LINKS = ['welcome', 'reset'] as const;

/** The signed-in person. */
export async function loadPerson(context: AppContext, caller: Caller): Promise<User> {
  const person = await findUser(context.database, caller.personId);
  if (person === undefined) throw signInNeeded();
  return person;
}

/** The result of following a mailed link. */
interface LinkOutcome {
  readonly person: User;
  readonly welcome: boolean;
  /** The token of a session; null unless it was the person's first password. */
  readonly session: string | null;
}

/**
 * Sets the password by a mailed link, which works once, and ends all sessions. With the first password it opens one.
 * Throws 400 for a dead link, and like `hashNewPassword`.
 */
export async function changePasswordByLink(
  context: AppContext,
  token: string,
  password: string,
  { ip, device }: SignInOrigin,
): Promise<LinkOutcome> {
  // Checked first, so that a made-up token costs no strength estimate and no hash.
  const found = await findMailedToken(context, token, PASSWORD_LINKS);
  const owner = found && (await findUser(context.database, found.userId));
  if (owner === undefined) throw badRequest(ERROR_MESSAGES.deadLink);
  const passwordHash = await hashNewPassword(context, owner, password);
  return await context.database.transaction(async () => {
    const link = await spendMailedToken(context, token, PASSWORD_LINKS);
    const person = link && (await findUser(context.database, link.userId));
    // A link is only valid for the address it was mailed to.
    if (link === undefined || person === undefined || person.email !== link.email)
      throw badRequest(ERROR_MESSAGES.deadLink);
    const welcome = link.kind === 'welcome';
    if (!welcome) await auditPasswordChange(context, person, 'own_password_reset');
    // The reset may be a reaction to an address change that somebody else requested, so that change is dropped.
    const fresh = { passwordHash, ...OWN_PASSWORD, pendingEmail: null } as const;
    const active = await updateUser(context.database, person.id, { ...fresh, status: 'ACTIVE' });
    await deleteSessions(context, person.id);
    await deleteMailedTokens(context, person.id, [...PASSWORD_LINKS, 'confirm_email']);
    await forgetTries(context, LIMITS.signInByPersonAndIp, [person.email, ipKey(ip)]);
    // Guesses at the old password do not count against the new one.
    await forgetTries(context, LIMITS.passwordCheck, [person.id]);
    if (!welcome) await context.jobs.send(accountMail, { kind: 'password_changed', personId: person.id });
    // A reset opens no session: the person knows how to log in, and somebody else may have sent them the link.
    const isFirst = welcome && person.passwordHash === null;
    const mayEnter = isFirst && (await mayEnterByPassword(context, person));
    const opening = { remember: false, device, ip, way: 'password', isStrong: false } as const;
    const session = mayEnter ? await enter(context, person, opening) : null;
    return { person: active ?? person, welcome, session };
  });
}

type PasswordForm = z.output<typeof updatePasswordForm>;

/**
 * Changes one's own password and ends the other sessions. Throws 400 when the current one is wrong, 429 after too many
 * attempts, and like `hashNewPassword`.
 */
export async function updatePassword(context: AppContext, caller: Caller, form: PasswordForm): Promise<void> {
  await requireTry(context, LIMITS.passwordCheck, [caller.personId]);
  const field = form.existing_password === undefined ? 'old_password' : 'existing_password';
  const person = await loadPerson(context, caller);
  const { passwordHash: stored } = person;
  if (!(await verifyPassword(stored, form[field] ?? '', known(caller.personId))))
    throw invalid({ [field]: PEOPLE_MESSAGES.wrongPassword });
  // Somebody who knows the current password is not guessing.
  await forgetTries(context, LIMITS.passwordCheck, [caller.personId]);
  const passwordHash = await hashNewPassword(context, person, form.password);
  const mayNotify = await mayMail(context, 'notice', { to: person.email });
  await context.database.transaction(async () => {
    if (((await lockUser(context.database, caller.personId))?.passwordHash ?? null) !== stored)
      throw invalid({ [field]: PEOPLE_MESSAGES.wrongPassword });
    await auditPasswordChange(context, person, 'own_password_changed');
    // An intruder may have requested another address in their own session: see `changePasswordByLink`.
    const fresh = { passwordHash, ...OWN_PASSWORD, pendingEmail: null } as const;
    await updateUser(context.database, caller.personId, fresh);
    await deleteSessions(context, caller.personId, caller.sessionId);
    await deleteMailedTokens(context, caller.personId, [...PASSWORD_LINKS, 'confirm_email']);
    if (mayNotify)
      await context.jobs.send(accountMail, { kind: 'password_changed', personId: caller.personId });
  });
}

async function auditPasswordChange(
  context: AppContext,
  { id: personId, schoolId }: User,
  action: 'own_password_changed' | 'own_password_reset',
): Promise<void> {
  if (schoolId !== null) await recordAudit(context, { schoolId, personId }, action, '');
}

/**
 * Changes one's own details. A new e-mail address takes effect once it is confirmed. Throws 409 when the address is in use, 429
 * after too many attempts.
 */
export async function updateProfile(
  context: AppContext,
  caller: Caller,
  { email, ...details }: ProfileForm,
  ip: string,
): Promise<User> {
  const person = await loadPerson(context, caller);
  const newEmail = email !== undefined && email !== person.email ? email : null;
  if (newEmail !== null) await requireTry(context, LIMITS.emailChange, [person.id]);
  return await context.database.transaction(async () => {
    const current = newEmail === null ? person : await requestEmailChange(context, person, newEmail, ip);
    const changes = columnsOf(details);
    const given = Object.values(changes).some((value) => value !== undefined);
    await auditNameChange(context, person, changes);
    return (given && (await updateUser(context.database, person.id, changes))) || current;
  });
}

async function auditNameChange(
  context: AppContext,
  person: User,
  { firstName = person.firstName, lastName = person.lastName }: Columns<ProfileForm>,
): Promise<void> {
  const to = nameOrEmail({ firstName, lastName, email: person.email });
  if (person.schoolId === null || to === nameOrEmail(person)) return;
  await recordAudit(context, { schoolId: person.schoolId, personId: person.id }, 'own_name_changed', '', {
    to,
  });
}

/** Ends all of the caller's sessions, including this one, and drops any change of address that one of them may have begun. */
export async function endSessions(context: AppContext, { personId, schoolId }: Caller): Promise<void> {
  await context.database.transaction(async () => {
    await deleteSessions(context, personId);
    await updateUser(context.database, personId, { pendingEmail: null });
    await deleteMailedTokens(context, personId, ['confirm_email']);
    if (schoolId !== null) await recordAudit(context, { schoolId, personId }, 'signed_out_everywhere', '');
  });
}

/** Logs the caller out. */
export async function logCallerOut(
  context: AppContext,
  { personId, schoolId, sessionId }: Caller,
): Promise<void> {
  await context.database.transaction(async () => {
    await deleteSession(context, personId, sessionId);
    await noteSignIn(context, { id: personId, schoolId }, 'logged_out');
  });
}

/** Ends one of the caller's sessions; if it is another computer's, no computer is trusted any more. Throws 404 for somebody else's. */
export async function endSessionById(context: AppContext, caller: Caller, id: string): Promise<void> {
  const { personId, schoolId } = caller;
  await context.database.transaction(async () => {
    if (!(await deleteSession(context, personId, id))) throw notFound('Session');
    if (id !== caller.sessionId) await forgetTrustedDevices(context.database, personId);
    if (schoolId !== null) await recordAudit(context, { schoolId, personId }, 'session_ended', '');
  });
}
