import { ERROR_MESSAGES } from '#contract/errors.ts';
import { PEOPLE_MESSAGES } from '#contract/people.ts';
import { PROVIDER_MESSAGES } from '#contract/sign-in/providers.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import type { AppContext } from '#server/context.ts';
import { createUser, findUser, findUserByEmail, type User } from '#server/data/users.ts';
import type { SignInOrigin } from '#server/features/accounts/sign-in.ts';
import { findInvitationByHash } from '#server/features/accounts/staff/invitation-repo.ts';
import { joinByProvider } from '#server/features/accounts/staff/invitations.ts';
import { badRequest, conflict, emailTaken } from '#server/platform/http/errors.ts';
import type { ArrivedIdentity } from './claims.ts';
import { connect, openByIdentity } from './connecting.ts';
import { findIdentity, type Identity } from './identities.ts';
import { beginStep, type ProviderStep, takeStep, type Visit } from './steps.ts';

/** Signing in by an identity that a provider has proven. */

/** A person who is let in. */
export interface Entered {
  readonly person: User;
  readonly token: string;
  readonly remember: boolean;
}

/** The outcome of a visit to sign in. */
export type SignedInOrNot =
  | (Entered & { readonly outcome: 'signed_in' })
  | {
      readonly outcome: 'password' | 'no_account';
      readonly step: string;
      readonly email: string;
      readonly remember: boolean;
    };

/** The data about somebody who has come back to sign in. */
interface Arrival {
  readonly context: AppContext;
  readonly provider: ProviderSettings;
  readonly visit: Visit;
  readonly proven: ArrivedIdentity;
  readonly from: Pick<SignInOrigin, 'device' | 'ip'>;
}

/**
 * Lets people in whose identity is known, or who accept an invitation; others are asked. Throws 400 and 403 with a sentence for those who
 * cannot be let in.
 */
export async function letIn(arrival: Arrival): Promise<SignedInOrNot> {
  const { context, visit, proven } = arrival;
  const identity = await findIdentity(context.database, proven);
  if (identity !== undefined) return await enter(arrival, identity);
  if (visit.invitationHash !== null) return await takeUp(arrival, visit.invitationHash);
  return await ask(arrival);
}

async function enter(arrival: Arrival, identity: Identity): Promise<SignedInOrNot> {
  const { context, visit } = arrival;
  const { database } = context;
  return await database.transaction(async () => {
    const person = await findUser(database, identity.userId);
    if (person?.status !== 'ACTIVE') throw badRequest(PROVIDER_MESSAGES.inactive);
    const joined =
      visit.invitationHash !== null && person.schoolId === null
        ? await joinByProvider(context, visit.invitationHash, person)
        : person;
    return await opened(arrival, joined, identity);
  });
}

async function opened(arrival: Arrival, person: User, identity: Identity): Promise<SignedInOrNot> {
  const { context, visit, proven, from } = arrival;
  // A short session, so that the provider asks again.
  const remember = visit.remember && !proven.isStale;
  const token = await openByIdentity(context, person, identity, proven, {
    remember,
    isStrong: proven.isStrong,
    ...from,
  });
  return { outcome: 'signed_in', person, token, remember };
}

// The invitation is only for its address: anybody to whom the invited person forwards the mail has the link, too.
async function takeUp(arrival: Arrival, invitationHash: string): Promise<SignedInOrNot> {
  const { context, provider, proven } = arrival;
  const invitation = await findInvitationByHash(context, invitationHash);
  if (invitation === undefined) throw badRequest(PEOPLE_MESSAGES.deadInvitation);
  const account = await findUserByEmail(context.database, invitation.email);
  if (account?.schoolId != null) throw conflict(ERROR_MESSAGES.hasSchool);
  // An account in use is connected only by its password.
  if (account?.status === 'ACTIVE') return await askPassword(arrival, account);
  if (proven.email !== invitation.email)
    throw badRequest(PROVIDER_MESSAGES.otherInvited(provider.name, invitation.email, proven.email));
  if (!proven.isProven) throw badRequest(PROVIDER_MESSAGES.unprovenInvited(provider.name, invitation.email));
  return await context.database.transaction(async () => {
    const person = await joinByProvider(context, invitationHash, null);
    return await opened(arrival, person, await connect(context, person, provider.id, proven));
  });
}

async function ask(arrival: Arrival): Promise<SignedInOrNot> {
  const { context, provider, visit, proven } = arrival;
  const { email, isProven } = proven;
  if (email === '') throw badRequest(PROVIDER_MESSAGES.noAddress(provider.name));
  const step = async () => ({
    step: await beginStep(context, visit, proven),
    email,
    remember: visit.remember,
  });
  // An unproven address always leads to a password, so that nobody learns which addresses have an account.
  if (!isProven) return { outcome: 'password', ...(await step()) };
  const account = await findUserByEmail(context.database, email);
  if (account === undefined) return { outcome: 'no_account', ...(await step()) };
  return await askPassword(arrival, account);
}

async function askPassword(
  { context, provider, visit, proven }: Arrival,
  { status, passwordHash, email }: User,
): Promise<SignedInOrNot> {
  if (status !== 'ACTIVE') throw badRequest(PROVIDER_MESSAGES.inactive);
  if (passwordHash === null) throw badRequest(PROVIDER_MESSAGES.otherWay(provider.name));
  const step = await beginStep(context, visit, proven, email);
  return { outcome: 'password', step, email, remember: visit.remember };
}

/** Creates an account for an address that the provider has proven. Throws 400 if it took too long, 409 if the address is now taken. */
export async function registerBy(
  context: AppContext,
  provider: ProviderSettings,
  { tokenHash }: ProviderStep,
  from: Arrival['from'],
): Promise<Entered> {
  const { database, clock } = context;
  return await database.transaction(async () => {
    const step = await takeStep(context, tokenHash);
    if (step === undefined || !step.isProven) throw badRequest(PROVIDER_MESSAGES.over);
    const person = await createUser(database, step.email, clock.now());
    if (person === undefined) throw emailTaken();
    const identity = await connect(context, person, provider.id, step);
    const { remember } = step;
    const kept = { remember, isStrong: provider.asksTwoSteps, ...from };
    const token = await openByIdentity(context, person, identity, step, kept);
    return { person, token, remember };
  });
}
