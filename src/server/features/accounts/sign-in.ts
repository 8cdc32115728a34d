import { ERROR_MESSAGES } from '#contract/errors.ts';
import { LINK_LIFETIME, PEOPLE_MESSAGES } from '#contract/people.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { findUserByEmail, lockUser, type User } from '#server/data/users.ts';
import { acceptInvitation } from '#server/features/accounts/staff/invitations.ts';
import { requireSecondStep } from '#server/features/accounts/two-step/second-step.ts';
import { known, stranger, verifyPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { enterByStep } from '#server/features/accounts/ways/provider/connecting.ts';
import type { ProviderStep } from '#server/features/accounts/ways/provider/steps.ts';
import type { Requester } from '#server/platform/gate/gate.ts';
import {
  countTry,
  forgetTries,
  ipKey,
  LIMITS,
  requireTry,
  settleTries,
} from '#server/platform/http/attempts.ts';
import { badRequest, codeRequired, forbidden } from '#server/platform/http/errors.ts';
import { noteAccount } from '#server/platform/http/uncaught.ts';
import { accountMail } from './email-jobs.ts';
import { refuseEntry } from './entry.ts';
import { findKnownDevice } from './known-devices.ts';
import { enter, noteWrongPassword } from './sign-in-log.ts';

/** Login, sign-up and password reset. No answer reveals whether an address has an account. */

interface SignInForm {
  readonly email: string;
  readonly password: string;
  readonly remember_me: boolean;
}

/** The origin of a login. */
export interface SignInOrigin {
  readonly ip: string;
  /** The `User-Agent` header. */
  readonly device: string;
  /** The `Cookie` header. */
  readonly cookies?: string | undefined;
}

/**
 * Opens a session. Throws the same 400 for an unknown address and a wrong password, 429 after too many attempts, and 403 if a code is
 * required (with the second step's token) or if the school requires a provider. `connecting`: the identity to connect with the account.
 */
export async function signIn(
  context: AppContext,
  form: SignInForm,
  from: SignInOrigin,
  connecting?: ProviderStep,
): Promise<{ token: string; person: User }> {
  // Counted before anything expensive runs: a thousand concurrent attempts cost five hashes at most.
  const { requester, resetAttempts } = await requireSignInTry(context, form.email, from);
  const person = await findUserByEmail(context.database, form.email);
  const stored = person?.status === 'ACTIVE' ? person.passwordHash : null;
  if (person !== undefined) noteAccount(person.id);
  const isCorrect = await verifyPassword(stored, form.password, requester);
  if (person === undefined || !isCorrect) {
    await countWrongPassword(context, form.email);
    throw badRequest(ERROR_MESSAGES.login);
  }
  const outcome = await context.database.transaction(async () => {
    // A password reset in the meantime has ended all sessions; no session may start with the old password.
    if (((await lockUser(context.database, person.id))?.passwordHash ?? null) !== stored)
      throw badRequest(ERROR_MESSAGES.login);
    await resetAttempts();
    if (person.temporaryUntil !== null && person.temporaryUntil <= context.clock.now())
      throw forbidden(PEOPLE_MESSAGES.temporaryOver);
    await refuseEntry(context, person, connecting?.provider ?? null);
    const { remember_me: remember } = form;
    const begun = { remember, providerStep: connecting?.tokenHash };
    const asked = await requireSecondStep(context, person, begun, from.cookies);
    if (asked.step !== null) return { step: asked.step, ways: asked.ways };
    const options = { remember, device: from.device, ip: from.ip };
    if (connecting !== undefined)
      return await enterByStep(context, person, connecting.tokenHash, {
        ...options,
        isStrong: asked.isTrusted,
      });
    const opening = { ...options, ...byPassword(asked.isTrusted) };
    return { person, token: await enter(context, person, opening) };
  });
  if ('step' in outcome) throw codeRequired(outcome.step, outcome.ways);
  return outcome;
}

const byPassword = (isTrusted: boolean) =>
  ({ way: 'password', secondStep: isTrusted ? 'trusted' : 'none', isStrong: isTrusted }) as const;

// Somebody who guesses from many networks stays below every limit. An address without an account is treated alike.
async function countWrongPassword(context: AppContext, email: string): Promise<void> {
  const { count } = await countTry(context, LIMITS.wrongPasswords, [email]);
  await noteWrongPassword(context, email, count);
  if (count === LIMITS.wrongPasswords.max)
    await context.jobs.send(accountMail, { kind: 'passwords_guessed', email });
}

// A known device has its own attempts and its own place in the queue, whatever others do from its IP address. Call `resetAttempts` after a
// success.
async function requireSignInTry(
  context: AppContext,
  email: string,
  from: SignInOrigin,
): Promise<{ readonly requester: Requester; readonly resetAttempts: () => Promise<void> }> {
  const device = await findKnownDevice(context, from.cookies, email);
  if (device !== null) {
    const keyParts = [email, device];
    const { allowed } = await countTry(context, LIMITS.signInByDevice, keyParts);
    if (allowed)
      return {
        requester: known(device),
        resetAttempts: async () => await forgetTries(context, LIMITS.signInByDevice, keyParts),
      };
  }
  const ip = ipKey(from.ip);
  await requireTry(context, LIMITS.signInByPersonAndIp, [email, ip]);
  await requireTry(context, LIMITS.signInByIp, [ip]);
  return {
    requester: stranger(ip),
    resetAttempts: async () =>
      await settleTries(context, [LIMITS.signInByPersonAndIp, [email, ip]], [LIMITS.signInByIp, [ip]]),
  };
}

/**
 * Connects a proven identity to the account with its address, and opens a session. Throws as `signIn` does for the account's password, and
 * 409 if either is connected elsewhere.
 */
export async function connectByPassword(
  context: AppContext,
  step: ProviderStep,
  password: string,
  from: SignInOrigin,
): Promise<{ token: string; person: User }> {
  return await signIn(context, { email: step.email, password, remember_me: step.remember }, from, step);
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

// While the job writes a link for a known address, the embedded database serves nobody else.
const RESET_BEGINS_MS = 3 * SECOND_MS;

// Does the same work for every address, known or not: the same counters and one job.
async function enqueueMail(
  context: AppContext,
  kind: 'register' | 'forgot',
  to: string,
  ip: string,
): Promise<void> {
  const purpose = kind === 'register' ? 'signUp' : 'reset';
  if (!(await mayMail(context, purpose, { to, ip }))) return;
  // People who have forgotten a password wait for the mail, and then request it again.
  const options = kind === 'forgot' ? { tryFor: LINK_LIFETIME.reset, within: RESET_BEGINS_MS } : {};
  await context.jobs.send(accountMail, { kind, email: to }, options);
}
