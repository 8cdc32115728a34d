import { PROVIDER_MESSAGES } from '#contract/sign-in/providers.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { confirmSession, deleteSessions, findSessionId } from '#server/data/sessions.ts';
import type { User } from '#server/data/users.ts';
import { accountMail } from '#server/features/accounts/email-jobs.ts';
import { refuseEntry } from '#server/features/accounts/entry.ts';
import { enter } from '#server/features/accounts/sign-in-log.ts';
import { findInvitationByHash } from '#server/features/accounts/staff/invitation-repo.ts';
import { joinByProvider } from '#server/features/accounts/staff/invitations.ts';
import { findFactors } from '#server/features/accounts/ways/ways.ts';
import { badRequest, conflict } from '#server/platform/http/errors.ts';
import type { ProvenIdentity } from './claims.ts';
import { addIdentity, findIdentity, type Identity, noteSession, noteUse } from './identities.ts';
import { takeStep } from './steps.ts';

/** Connecting people's identities at providers with their accounts. */

/**
 * Connects an identity, ends the person's sessions except `keep`, notifies them by mail, and records it in the school's log. Throws 409 if
 * either has another one.
 */
export async function connect(
  context: AppContext,
  person: User,
  provider: string,
  proven: ProvenIdentity,
  keep?: string,
): Promise<Identity> {
  const name = nameOfProvider(context, provider);
  const known = await findIdentity(context.database, proven);
  if (known?.userId === person.id) return known;
  if (known !== undefined) throw conflict(PROVIDER_MESSAGES.taken(name));
  const identity = await addIdentity(context, person.id, provider, proven);
  if (identity === undefined) throw conflict(PROVIDER_MESSAGES.hasOne(name));
  await deleteSessions(context, person.id, keep);
  await mailConnection(context, person, 'provider_connected', { name, account: proven.email });
  return identity;
}

/**
 * Reports a change by mail, so that nobody can make it unnoticed, and in the school's log. `account`: the address at the provider, or
 * empty.
 */
export async function mailConnection(
  context: AppContext,
  { id: personId, schoolId }: User,
  change: 'provider_connected' | 'provider_disconnected',
  { name, account }: { readonly name: string; readonly account: string },
): Promise<void> {
  const subject = account === '' ? name : `${name} (${account})`;
  if (schoolId !== null) await recordAudit(context, { schoolId, personId }, change, subject);
  await context.jobs.send(accountMail, { kind: 'provider', personId, change, provider: name, account });
}

/** Options of the session to open. */
interface Kept {
  readonly remember: boolean;
  readonly device: string;
  readonly ip: string;
  /** Whether two factors were shown, there or here. */
  readonly isStrong: boolean;
  /** Whether the person has just confirmed their identity to us as well. */
  readonly hasProved?: boolean;
}

/**
 * Called after the password, and the code if required: connects the proven identity, accepts the invitation that the person came with, and
 * opens the session. Call it in a transaction. Throws 400 if it took too long, 403 and 409 as `connect` and `openByIdentity`.
 */
export async function enterByStep(
  context: AppContext,
  account: User,
  stepHash: string,
  kept: Kept,
): Promise<{ readonly person: User; readonly token: string }> {
  const step = await takeStep(context, stepHash);
  if (step === undefined) throw badRequest(PROVIDER_MESSAGES.over);
  const person = await joinIfInvited(context, account, step.invitationHash);
  const proven = { ...step, email: step.providerEmail ?? step.email };
  const identity = await connect(context, person, step.provider, proven);
  const token = await openByIdentity(context, person, identity, proven, { ...kept, hasProved: true });
  return { person, token };
}

// An invitation that has ended meanwhile must not keep people out of their own accounts.
async function joinIfInvited(
  context: AppContext,
  person: User,
  invitationHash: string | null,
): Promise<User> {
  if (invitationHash === null || person.schoolId !== null) return person;
  const invitation = await findInvitationByHash(context, invitationHash);
  return invitation === undefined ? person : await joinByProvider(context, invitationHash, person);
}

/** Opens a session for an identity. Throws 403 as `refuseEntry`. */
export async function openByIdentity(
  context: AppContext,
  person: User,
  identity: Identity,
  { sid, email }: Pick<ProvenIdentity, 'sid' | 'email'>,
  kept: Kept,
): Promise<string> {
  await refuseEntry(context, person, identity.provider);
  const provider = nameOfProvider(context, identity.provider);
  const token = await enter(context, person, { ...kept, way: 'provider', provider });
  await noteUse(context, identity.id, email);
  const sessionId = await findSessionId(context, token);
  if (sessionId === undefined) return token;
  await noteSession(context.database, sessionId, identity.id, sid);
  // A provider may not have asked for anything, so it counts as confirmation only for people whom we cannot ask ourselves.
  if (kept.hasProved || !(await canBeAsked(context, person))) await confirmSession(context, sessionId, false);
  return token;
}

async function canBeAsked({ database }: AppContext, { id, passwordHash }: User): Promise<boolean> {
  return passwordHash !== null || (await findFactors(database, id)).length > 0;
}

function nameOfProvider({ config }: AppContext, id: string): string {
  return config.providers.find((each) => each.id === id)?.name ?? id;
}
