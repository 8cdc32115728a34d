import { ERROR_MESSAGES } from '#contract/errors.ts';
import { PEOPLE_MESSAGES } from '#contract/people.ts';
import type { House } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { deleteMailedTokens, findMailedToken, useMailedToken } from '#server/data/mailed-tokens.ts';
import { forgetTries, ipKey, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, invalid, notFound, signInNeeded } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import { askToConfirm } from './email-change.ts';
import { accountMail } from './email-jobs.ts';
import { nameOf } from './emails.ts';
import { hashNewPassword } from './new-password.ts';
import { verifyPassword } from './passwords.ts';
import {
  deleteSession,
  deleteSessions,
  findPerson,
  lockPasswordHash,
  type Person,
  updatePerson,
} from './repo.ts';

/** A person's own account: passwords, details, e-mail address, sessions. */

const PASSWORD_LINKS = ['welcome', 'reset'] as const;

/** The signed-in person. */
export async function loadPerson(house: House, caller: Caller): Promise<Person> {
  const person = await findPerson(house, caller.personId);
  if (person === undefined) throw signInNeeded();
  return person;
}

/**
 * Sets the password by a mailed link, which is used up by it, and ends all sessions. Throws 400 for a dead link, and as
 * `hashNewPassword`.
 */
export async function changePasswordByLink(
  house: House,
  token: string,
  password: string,
  ip: string,
): Promise<{ email: string; welcome: boolean }> {
  // Looked at first, so that a made-up token costs no estimate and no hash.
  const found = await findMailedToken(house, token, PASSWORD_LINKS);
  const owner = found && (await findPerson(house, found.userId));
  if (owner === undefined) throw badRequest(ERROR_MESSAGES.deadLink);
  const passwordHash = await hashNewPassword(house, owner, password);
  return await house.database.transaction(async () => {
    const link = await useMailedToken(house, token, PASSWORD_LINKS);
    const person = link && (await findPerson(house, link.userId));
    // A link is good for the address that it went to.
    if (link === undefined || person === undefined || person.email !== link.email)
      throw badRequest(ERROR_MESSAGES.deadLink);
    const welcome = link.kind === 'welcome';
    if (!welcome) await logOwnPassword(house, person, 'own_password_reset');
    // Whoever resets it may do so because somebody else has asked for another address.
    const fresh = { passwordHash, needChangePassword: false, pendingEmail: null } as const;
    await updatePerson(house, person.id, { ...fresh, status: 'ACTIVE' });
    await deleteSessions(house, person.id);
    await deleteMailedTokens(house, person.id, [...PASSWORD_LINKS, 'confirm_email']);
    await forgetTries(house, LIMITS.loginByPersonAndIp, [person.email, ipKey(ip)]);
    if (!welcome) await house.jobs.send(accountMail, { kind: 'password_changed', personId: person.id });
    return { email: person.email, welcome };
  });
}

interface PasswordForm {
  readonly existing_password?: string | undefined;
  readonly old_password?: string | undefined;
  readonly password: string;
}

/**
 * Changes the own password and ends the other sessions. Throws 400 when the existing one is wrong, 429 at guessing, and as
 * `hashNewPassword`.
 */
export async function updatePassword(house: House, caller: Caller, form: PasswordForm): Promise<void> {
  await requireTry(house, LIMITS.passwordCheck, [caller.personId]);
  const field = form.existing_password === undefined ? 'old_password' : 'existing_password';
  const person = await loadPerson(house, caller);
  const { passwordHash: stored } = person;
  if (!(await verifyPassword(stored, form[field] ?? '')))
    throw invalid({ [field]: PEOPLE_MESSAGES.wrongPassword });
  // Whoever knows the password and looks for a new one is not guessing.
  await forgetTries(house, LIMITS.passwordCheck, [caller.personId]);
  const passwordHash = await hashNewPassword(house, person, form.password);
  const isTold = await mayMail(house, 'notice', { to: person.email });
  await house.database.transaction(async () => {
    if ((await lockPasswordHash(house, caller.personId)) !== stored)
      throw invalid({ [field]: PEOPLE_MESSAGES.wrongPassword });
    await logOwnPassword(house, person, 'own_password_changed');
    await updatePerson(house, caller.personId, { passwordHash, needChangePassword: false });
    await deleteSessions(house, caller.personId, caller.sessionId);
    await deleteMailedTokens(house, caller.personId, [...PASSWORD_LINKS]);
    if (isTold) await house.jobs.send(accountMail, { kind: 'password_changed', personId: caller.personId });
  });
}

async function logOwnPassword(
  house: House,
  { id: personId, schoolId }: Person,
  action: 'own_password_changed' | 'own_password_reset',
): Promise<void> {
  if (schoolId !== null) await recordAudit(house, { schoolId, personId }, action, '');
}

/** The details that a person may change; what is not given stays. */
export interface ProfileForm {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly address?: string | undefined;
  readonly telephone?: string | undefined;
  readonly existing_password?: string | undefined;
}

type NameParts = Record<'firstName' | 'lastName', string | undefined>;

/**
 * Changes the own details; a new e-mail address asks for the password, and only has its confirmation sent. Throws 400
 * without the right password, 409 when the address is in use, 429 at guessing.
 */
export async function updateProfile(
  house: House,
  caller: Caller,
  form: ProfileForm,
  ip: string,
): Promise<Person> {
  const person = await loadPerson(house, caller);
  const newEmail = form.email !== undefined && form.email !== person.email ? form.email : null;
  if (newEmail !== null) {
    await requirePassword(house, person, form.existing_password);
    await requireTry(house, LIMITS.emailChange, [person.id]);
  }
  return await house.database.transaction(async () => {
    const asked = newEmail === null ? person : await askToConfirm(house, person, newEmail, ip);
    const changes = {
      firstName: form.first_name,
      lastName: form.last_name,
      address: form.address,
      telephone: form.telephone,
    };
    const given = Object.values(changes).some((value) => value !== undefined);
    await logOwnName(house, person, changes);
    return (given && (await updatePerson(house, person.id, changes))) || asked;
  });
}

// A session that was left open, or stolen, is not enough to take the account over.
async function requirePassword(house: House, person: Person, password: string | undefined): Promise<void> {
  if (password === undefined) throw invalid({ existing_password: PEOPLE_MESSAGES.passwordForEmail });
  await requireTry(house, LIMITS.passwordCheck, [person.id]);
  if (!(await verifyPassword(person.passwordHash, password)))
    throw invalid({ existing_password: PEOPLE_MESSAGES.wrongPassword });
  await forgetTries(house, LIMITS.passwordCheck, [person.id]);
}

async function logOwnName(
  house: House,
  person: Person,
  { firstName = person.firstName, lastName = person.lastName }: Readonly<Partial<NameParts>>,
): Promise<void> {
  const to = nameOf({ firstName, lastName, email: person.email });
  if (person.schoolId === null || to === nameOf(person)) return;
  await recordAudit(house, { schoolId: person.schoolId, personId: person.id }, 'own_name_changed', '', {
    to,
  });
}

/** Signs out everywhere, here too. */
export async function endSessions(house: House, { personId }: Caller): Promise<void> {
  await deleteSessions(house, personId);
}

/** Signs out one of the own sessions. Throws 404 for somebody else's. */
export async function endSession(house: House, caller: Caller, id: string): Promise<void> {
  if (!(await deleteSession(house, caller.personId, id))) throw notFound('Session');
}
