import { nameOrEmail } from '#contract/rules/names.ts';
import { TWO_STEP_MESSAGES, type TwoStep } from '#contract/sign-in/two-step.ts';
import { CODE_MESSAGES } from '#contract/sign-in/ways/code.ts';
import { WAYS } from '#contract/sign-in/ways/list.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { confirmSession, deleteSessions } from '#server/data/sessions.ts';
import { findUserByEmail, lockUser, type User } from '#server/data/users.ts';
import { accountMail } from '#server/features/accounts/email-jobs.ts';
import { readRequirement, requireRemainingFactor } from '#server/features/accounts/rules/second-factor.ts';
import { loadPerson } from '#server/features/accounts/service.ts';
import { newAppSecret, periodOf, uriOf } from '#server/features/accounts/ways/code/app-codes.ts';
import {
  beginAuthenticator,
  deleteAuthenticator,
  findAuthenticator,
  takePeriod,
} from '#server/features/accounts/ways/code/repo.ts';
import { takeCounted } from '#server/features/accounts/ways/code-tries.ts';
import { presentPasskey } from '#server/features/accounts/ways/passkey/passkeys.ts';
import { listPasskeys } from '#server/features/accounts/ways/passkey/repo.ts';
import { countRecoveryCodes, giveRecoveryCodes } from '#server/features/accounts/ways/recovery-code/repo.ts';
import { findFactors, forgetFactors, forgetWithoutFactor } from '#server/features/accounts/ways/ways.ts';
import { LIMITS } from '#server/platform/http/attempts.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import { mailTwoStepChange } from './mail-change.ts';
import { forgetTrusted, listTrusted } from './trusted.ts';

/** A person's own two-step sign-in. The contract requires confirmation before each change; a change ends the person's other sessions. */

/** The caller's second factors and the rules that apply to them. */
export async function readTwoStep(context: AppContext, caller: Caller): Promise<TwoStep> {
  const { database } = context;
  const { personId } = caller;
  const { isRequired, lastWayStays, dueAt } = await readRequirement(context, caller);
  const confirmedAt = (await findAuthenticator(context, personId))?.confirmedAt ?? null;
  const passkeys = await listPasskeys(database, personId);
  const factors = await findFactors(database, personId);
  return {
    required: isRequired,
    due_at: dueAt?.toISOString() ?? null,
    last_way_stays: lastWayStays,
    ways: WAYS.map(({ id }) => id).filter((id) => factors.includes(id)),
    authenticator: confirmedAt && { added_at: confirmedAt.toISOString() },
    passkeys: passkeys.map(presentPasskey),
    recovery_codes_left: await countRecoveryCodes(database, personId),
    trusted_computers: [...(await listTrusted(context, personId))],
  };
}

/** Creates a secret for an app. Throws 409 while one is set up. */
export async function beginTwoStep(
  context: AppContext,
  caller: Caller,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const person = await loadPerson(context, caller);
  const secret = newAppSecret();
  if (!(await beginAuthenticator(context, person.id, secret))) throw conflict(TWO_STEP_MESSAGES.isOn);
  return { secret, uri: uriOf(secret, context.config.product.name, person.email) };
}

/**
 * Sets the app up; returns recovery codes if it is the first factor. Throws 400 for a wrong code, 409 if nothing was begun, 429 after too
 * many.
 */
export async function turnOn(
  context: AppContext,
  caller: Caller,
  ip: string,
  code: string,
): Promise<readonly string[]> {
  const person = await loadPerson(context, caller);
  return await takeCounted(context, { person, ip, limit: LIMITS.codeAtSetUp }, () =>
    confirmApp(context, caller, person, code),
  );
}

async function confirmApp(
  context: AppContext,
  { sessionId }: Caller,
  person: User,
  code: string,
): Promise<readonly string[]> {
  const { database, clock } = context;
  const app = await findAuthenticator(context, person.id);
  if (app === undefined) throw conflict(TWO_STEP_MESSAGES.notBegun);
  if (app.confirmedAt !== null) throw conflict(TWO_STEP_MESSAGES.isOn);
  const now = clock.now();
  const period = periodOf(code, app.secret, now);
  if (period === null) throw invalid({ code: CODE_MESSAGES.wrong });
  return await database.transaction(async () => {
    await lockUser(database, person.id);
    const isFirst = (await findFactors(database, person.id)).length === 0;
    // Another tab has begun anew meanwhile: this code is from an app whose secret no longer counts.
    if (!(await takePeriod(database, app, period, now))) throw conflict(TWO_STEP_MESSAGES.notBegun);
    await confirmSession(context, sessionId, true);
    await deleteSessions(context, person.id, sessionId);
    await mailTwoStepChange(context, person, isFirst ? 'two_step_on' : 'authenticator_added');
    return isFirst ? await giveRecoveryCodes(database, person.id) : [];
  });
}

/**
 * Removes the app; without another factor that deletes codes and trusted computers, too. Throws 409 if the school requires a second
 * factor and there is no other one.
 */
export async function turnOff(context: AppContext, caller: Caller): Promise<void> {
  const person = await loadPerson(context, caller);
  await context.database.transaction(async () => {
    await lockUser(context.database, person.id);
    if (!(await deleteAuthenticator(context.database, person.id))) return;
    await requireRemainingFactor(context, person);
    const isLast = await forgetWithoutFactor(context.database, person.id);
    await deleteSessions(context, person.id, caller.sessionId);
    await mailTwoStepChange(context, person, isLast ? 'two_step_off' : 'authenticator_removed');
  });
}

/** For the operator: turns it off for the person with an address, and ends their sessions. False if nobody with that address has it on. */
export async function turnTwoStepOffFor(context: AppContext, email: string): Promise<boolean> {
  const person = await findUserByEmail(context.database, email);
  if (person === undefined) return false;
  return await context.database.transaction(async () => {
    if (!(await forgetFactors(context.database, person.id))) return false;
    await deleteSessions(context, person.id);
    const { id, schoolId } = person;
    if (schoolId !== null)
      await recordAudit(context, { schoolId, personId: null }, 'two_step_reset', nameOrEmail(person));
    await context.jobs.send(accountMail, { kind: 'two_step_reset', personId: id, of: id });
    return true;
  });
}

/** Replaces the recovery codes. Throws 409 while two-step sign-in is off. */
export async function renewCodes(context: AppContext, caller: Caller): Promise<readonly string[]> {
  const person = await loadPerson(context, caller);
  return await context.database.transaction(async () => {
    if ((await findFactors(context.database, person.id)).length === 0)
      throw conflict(TWO_STEP_MESSAGES.notBegun);
    await deleteSessions(context, person.id, caller.sessionId);
    await mailTwoStepChange(context, person, 'recovery_codes_renewed');
    return await giveRecoveryCodes(context.database, person.id);
  });
}

/** Stops trusting one of the caller's computers. Throws 404 for somebody else's. */
export async function forgetOwnTrusted(
  { database }: AppContext,
  { personId }: Caller,
  id: string,
): Promise<void> {
  if (!(await forgetTrusted(database, personId, id))) throw notFound('Computer');
}
