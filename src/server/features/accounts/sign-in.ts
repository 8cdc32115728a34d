import { ERROR_MESSAGES } from '#contract/errors.ts';
import { closedForStaff } from '#contract/school-closure.ts';
import { numericDateIn } from '#newsletter/values/dates.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { findSchool } from '#server/data/schools.ts';
import { openSession } from '#server/data/sessions.ts';
import { findUserByEmail, lockUser, type User } from '#server/data/users.ts';
import { acceptInvitation } from '#server/features/accounts/staff/invitations.ts';
import {
  countTry,
  forgetTries,
  ipKey,
  LIMITS,
  requireTry,
  returnTry,
} from '#server/platform/http/attempts.ts';
import { badRequest, forbidden } from '#server/platform/http/errors.ts';
import { accountMail } from './email-jobs.ts';
import { knownDevice } from './known-devices.ts';
import { verifyPassword } from './passwords.ts';

/** Logging in and getting an account. None of it says whether an address is known. */

interface LoginForm {
  readonly email: string;
  readonly password: string;
  readonly remember_me: boolean;
}

/** Where somebody logs in. */
interface LoginFrom {
  readonly ip: string;
  /** What the browser calls itself. */
  readonly device: string;
  /** The `Cookie` header. */
  readonly cookies?: string | undefined;
}

/** Signs in. Throws one and the same 400 for an unknown address and a wrong password, 429 after too many tries. */
export async function logIn(
  context: AppContext,
  form: LoginForm,
  from: LoginFrom,
): Promise<{ token: string; person: User }> {
  // Counted before anything dear is done, so that a thousand tries at a time hash five times at most.
  const forget = await requireLoginTry(context, form.email, from);
  const person = await findUserByEmail(context.database, form.email);
  const stored = person?.status === 'ACTIVE' ? person.passwordHash : null;
  const good = await verifyPassword(stored, form.password);
  if (person === undefined || !good) throw badRequest(ERROR_MESSAGES.login);
  const token = await context.database.transaction(async () => {
    // A reset that came in between has ended all sessions: this one must not begin after it.
    if (((await lockUser(context.database, person.id))?.passwordHash ?? null) !== stored)
      throw badRequest(ERROR_MESSAGES.login);
    await forget();
    await refuseStaffOfClosed(context, person);
    return await openSession(context, person.id, form.remember_me, from.device);
  });
  return { token, person };
}

// A device that has signed in to the account before has tries of its own first, whatever others do behind its address.
// Resolves to what forgets the counted tries after a success.
async function requireLoginTry(
  context: AppContext,
  email: string,
  from: LoginFrom,
): Promise<() => Promise<void>> {
  const device = await knownDevice(context, from.cookies, email);
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

// Only who knows the password learns it.
async function refuseStaffOfClosed(context: AppContext, { schoolId, role }: User): Promise<void> {
  if (schoolId === null || role === 'owner') return;
  const school = await findSchool(context.database, schoolId);
  if (school?.closesAt == null) return;
  throw forbidden(closedForStaff(numericDateIn(school.timeZone, school.closesAt)));
}

/** Has a mail sent that leads to an account. With an invitation's token the caller must be the one who was invited. */
export async function register(
  context: AppContext,
  form: { readonly email: string; readonly invite_token?: string | undefined },
  ip: string,
): Promise<void> {
  if (form.invite_token === undefined) await askForMail(context, 'register', form.email, ip);
  else await acceptInvitation(context, form.email, form.invite_token);
}

/** Has a mail sent with a link to choose a new password. */
export async function forgetPassword(context: AppContext, email: string, ip: string): Promise<void> {
  await askForMail(context, 'forgot', email, ip);
}

// The same for every address: the same counters, one job.
async function askForMail(
  context: AppContext,
  kind: 'register' | 'forgot',
  to: string,
  ip: string,
): Promise<void> {
  const purpose = kind === 'register' ? 'signUp' : 'reset';
  if (await mayMail(context, purpose, { to, ip })) await context.jobs.send(accountMail, { kind, email: to });
}
