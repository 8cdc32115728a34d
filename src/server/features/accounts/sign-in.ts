import { ERROR_MESSAGES } from '#contract/errors.ts';
import { closedForStaff } from '#contract/school-closure.ts';
import { numericDateIn } from '#newsletter/values/dates.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { openSession } from '#server/data/sessions.ts';
import { findUserByEmail, lockUser, type User } from '#server/data/users.ts';
import { enterByStep } from '#server/features/accounts/providers/connecting.ts';
import { findProviderAskedOf, providerAskedOf } from '#server/features/accounts/providers/rule.ts';
import type { ProviderStep } from '#server/features/accounts/providers/steps.ts';
import { acceptInvitation } from '#server/features/accounts/staff/invitations.ts';
import { requireSecondStep } from '#server/features/accounts/two-step/second-step.ts';
import {
  countTry,
  forgetTries,
  ipKey,
  LIMITS,
  requireTry,
  returnTry,
} from '#server/platform/http/attempts.ts';
import { badRequest, codeRequired, forbidden, providerRequired } from '#server/platform/http/errors.ts';
import { accountMail } from './email-jobs.ts';
import { findKnownDevice } from './known-devices.ts';
import { verifyPassword } from './passwords.ts';

/** Login, sign-up and password reset. No answer reveals whether an address has an account. */

interface LoginForm {
  readonly email: string;
  readonly password: string;
  readonly remember_me: boolean;
}

/** Where a login comes from. */
export interface LoginOrigin {
  readonly ip: string;
  /** The `User-Agent` header. */
  readonly device: string;
  /** The `Cookie` header. */
  readonly cookies?: string | undefined;
}

/**
 * Opens a session. Throws the same 400 for an unknown address and a wrong password, 429 after too many attempts, and 403 with the
 * second step's token if a code is asked, or if the school asks for a provider. `connecting`: what is connected with the account.
 */
export async function logIn(
  context: AppContext,
  form: LoginForm,
  from: LoginOrigin,
  connecting?: ProviderStep,
): Promise<{ token: string; person: User }> {
  // Counted before anything expensive runs: a thousand concurrent attempts cost five hashes at most.
  const resetAttempts = await requireLoginTry(context, form.email, from);
  const person = await findUserByEmail(context.database, form.email);
  const stored = person?.status === 'ACTIVE' ? person.passwordHash : null;
  const isCorrect = await verifyPassword(stored, form.password);
  if (person === undefined || !isCorrect) throw badRequest(ERROR_MESSAGES.login);
  const { token, step, ways } = await context.database.transaction(async () => {
    // A password reset in the meantime has ended all sessions; no session may start with the old password.
    if (((await lockUser(context.database, person.id))?.passwordHash ?? null) !== stored)
      throw badRequest(ERROR_MESSAGES.login);
    await resetAttempts();
    await refuse(context, person, connecting !== undefined);
    const { remember_me: remember } = form;
    const { step, ways, isTrusted } = await requireSecondStep(
      context,
      person,
      { remember, providerStep: connecting?.tokenHash },
      from.cookies,
    );
    if (step !== null) return { token: null, step, ways };
    const how = { remember, device: from.device, ip: from.ip };
    const token =
      connecting === undefined
        ? await openSession(context, person.id, { ...how, way: 'password', isStrong: isTrusted })
        : await enterByStep(context, person, connecting.tokenHash, how);
    return { token, step, ways };
  });
  if (token === null) throw codeRequired(step, ways);
  return { token, person };
}

// A known device has its own attempts, whatever others do from its IP address. Resolves to a function that resets the
// counters after a success.
async function requireLoginTry(
  context: AppContext,
  email: string,
  from: LoginOrigin,
): Promise<() => Promise<void>> {
  const device = await findKnownDevice(context, from.cookies, email);
  if (device !== null) {
    const who = [email, device];
    const { allowed } = await countTry(context, LIMITS.loginByDevice, who);
    if (allowed) return async () => await forgetTries(context, LIMITS.loginByDevice, who);
  }
  const ip = ipKey(from.ip);
  await requireTry(context, LIMITS.loginByPersonAndIp, [email, ip]);
  await requireTry(context, LIMITS.loginByIp, [ip]);
  return async () => {
    await forgetTries(context, LIMITS.loginByPersonAndIp, [email, ip]);
    await returnTry(context, LIMITS.loginByIp, [ip]);
  };
}

/** Throws 403. Call it after the passkey, so that nobody else learns that the school is closed. */
export async function refuseStaffOfClosedSchool(context: AppContext, person: User): Promise<void> {
  const closesOn = await erasureDayForStaff(context, person);
  if (closesOn !== null) throw forbidden(closedForStaff(closesOn));
}

/**
 * Connects what a provider has proven to the account with its address, and opens a session. Throws as `logIn` does for the account's
 * password, and 409 if either is connected with another one.
 */
export async function connectByPassword(
  context: AppContext,
  step: ProviderStep,
  password: string,
  from: LoginOrigin,
): Promise<{ token: string; person: User }> {
  return await logIn(context, { email: step.email, password, remember_me: step.remember }, from, step);
}

// Checked after the password, so that nobody else learns that the school is closed, or what it asks of its staff.
async function refuse(context: AppContext, person: User, isConnecting: boolean): Promise<void> {
  const { schoolId, role } = person;
  if (schoolId === null || role === 'owner') return;
  const school = await findSchool(context.database, schoolId);
  const closesOn = erasureDay(school);
  if (closesOn !== null) throw forbidden(closedForStaff(closesOn));
  const provider = isConnecting ? null : providerAskedOf(context, person, school);
  if (provider !== null) throw providerRequired(provider.name);
}

/** Whether a password lets somebody in at all: see `refuse`. */
export async function mayEnterByPassword(context: AppContext, person: User): Promise<boolean> {
  return (
    (await erasureDayForStaff(context, person)) === null &&
    (await findProviderAskedOf(context, person)) === null
  );
}

/** The day on which the person's school is erased if only its owner may log in; otherwise null. */
export async function erasureDayForStaff(
  context: AppContext,
  { schoolId, role }: User,
): Promise<string | null> {
  if (schoolId === null || role === 'owner') return null;
  return erasureDay(await findSchool(context.database, schoolId));
}

function erasureDay(school: School | undefined): string | null {
  return school?.closesAt == null ? null : numericDateIn(school.timeZone, school.closesAt);
}

/** Enqueues the sign-up mail. With an invitation's token, accepts the invitation; throws as `acceptInvitation`. */
export async function register(
  context: AppContext,
  form: { readonly email: string; readonly invite_token?: string | undefined },
  ip: string,
): Promise<void> {
  if (form.invite_token === undefined) await enqueueMail(context, 'register', form.email, ip);
  else await acceptInvitation(context, form.email, form.invite_token);
}

/** Enqueues a mail with a link to choose a new password. */
export async function requestPasswordReset(context: AppContext, email: string, ip: string): Promise<void> {
  await enqueueMail(context, 'forgot', email, ip);
}

// Does the same work for every address, known or not: the same counters and one job.
async function enqueueMail(
  context: AppContext,
  kind: 'register' | 'forgot',
  to: string,
  ip: string,
): Promise<void> {
  const purpose = kind === 'register' ? 'signUp' : 'reset';
  if (await mayMail(context, purpose, { to, ip })) await context.jobs.send(accountMail, { kind, email: to });
}
