import { ERROR_MESSAGES } from '#contract/errors.ts';
import { withoutAddresses } from '#contract/fields.ts';
import { INVITE_MESSAGES, type InviteForm } from '#contract/invites.ts';
import { LINK_LIFETIME, PEOPLE_MESSAGES } from '#contract/people.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { loadSchool } from '#server/data/schools.ts';
import { joinSchool } from '#server/data/staff.ts';
import { isOnTrialQuota } from '#server/data/trial-quota.ts';
import { findUserByEmail, type User, updateUser } from '#server/data/users.ts';
import { accountMail } from '#server/features/accounts/email-jobs.ts';
import { giveGrace } from '#server/features/accounts/rules/second-factor.ts';
import { columnsOf } from '#server/platform/columns.ts';
import { ipKey, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, conflict, emailTaken, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { hashToken } from '#server/platform/http/tokens.ts';
import {
  endInvitation,
  findInvitationByToken,
  findInvitationDetails,
  type Invitation,
  lockInvitationTo,
  saveInvitation,
  takeInvitation,
} from './invitation-repo.ts';
import { findManaged, isOpen } from './staff.ts';

/** Inviting people to a school's staff, and accepting an invitation. See docs/decisions/015. */

/**
 * Invites somebody; a repeated invitation gets a fresh link. Throws 409 when the address belongs to staff of a school, 429 after too many
 * invitations. If the address has received too many mails, nothing is sent and an open link stays valid.
 */
export async function invite(
  context: AppContext,
  caller: Member,
  form: InviteForm,
  ip: string,
): Promise<Invitation> {
  const { role, email } = form;
  await requireTry(context, LIMITS.invitesOfSchool, [caller.schoolId]);
  const onTrial = isOnTrialQuota(context, await loadSchool(context.database, caller.schoolId));
  return await context.database.transaction(async () => {
    const account = await findUserByEmail(context.database, email);
    if (account !== undefined && account.schoolId !== null) throw emailTaken();
    const before = await lockInvitationTo(context, caller.schoolId, email);
    const allowed = await mayMail(context, 'invitation', { to: email, ip });
    // An invitation that sends no mail does not count towards the trial's daily limit.
    if (allowed && onTrial)
      await requireTry(context, LIMITS.invitesOfTrial, [caller.schoolId], INVITE_MESSAGES.trialFull);
    const endsAt = new Date(context.clock.now().getTime() + LINK_LIFETIME.invite);
    const keepsLink = !allowed && before !== undefined && isOpen(context, before);
    const invitation = await saveInvitation(context, caller.schoolId, columnsOf(form), endsAt, keepsLink);
    const action = before === undefined ? 'person_invited' : 'invitation_sent_again';
    await recordAudit(context, caller, action, nameOrEmail(invitation), { role, person_id: invitation.id });
    if (allowed) {
      const mail = { kind: 'invitation', invitationId: invitation.id, inviterId: caller.personId } as const;
      await context.jobs.send(accountMail, mail);
    }
    return invitation;
  });
}

/** Withdraws an invitation; idempotent. Throws 404, and 400 once it is accepted. */
export async function withdrawInvitation(
  context: AppContext,
  caller: Member,
  id: string,
): Promise<Invitation> {
  const found = await findManaged(context, caller.schoolId, id);
  if (found === null) throw notFound('User');
  if (found.kind === 'person') throw badRequest(INVITE_MESSAGES.taken);
  if (!isOpen(context, found.invitation)) return found.invitation;
  return await context.database.transaction(async () => {
    const ended = await endInvitation(context, found.invitation);
    if (ended === undefined) throw badRequest(INVITE_MESSAGES.taken);
    await recordAudit(context, caller, 'invitation_withdrawn', nameOrEmail(ended), { person_id: id });
    return ended;
  });
}

/**
 * The content of an invitation's page; it does not reveal whether the address has an account. Throws 400 for a dead link, 429 after many
 * dead ones. Valid links are not counted, so the page can be reloaded.
 */
export async function showInvitation(
  context: AppContext,
  token: string,
  ip: string,
): Promise<{ readonly school: string; readonly email: string }> {
  const found = await findInvitationDetails(context, token);
  if (found !== undefined) return { school: withoutAddresses(found.school), email: found.email };
  await requireTry(context, LIMITS.deadInvitations, [ipKey(ip)]);
  throw badRequest(PEOPLE_MESSAGES.deadInvitation);
}

/**
 * Adds the invited person to the staff. Throws 400 for a dead link and for an address other than the invited one, 409
 * when the person already has a school; the invitation then stays open.
 */
export async function acceptInvitation(context: AppContext, email: string, token: string): Promise<void> {
  const invitation = await findInvitationByToken(context, token);
  if (invitation === undefined) throw badRequest(PEOPLE_MESSAGES.deadInvitation);
  if (invitation.email !== email) throw invalid({ email: PEOPLE_MESSAGES.inviteEmail });
  await context.database.transaction(async () => {
    const taken = await takeInvitation(context, hashToken(token));
    if (taken?.email !== email) throw badRequest(PEOPLE_MESSAGES.deadInvitation);
    const person = await join(context, taken);
    // An existing account keeps its password.
    const kind = person.status === 'ACTIVE' ? 'joined' : 'welcome';
    await context.jobs.send(accountMail, { kind, personId: person.id });
  });
}

async function join(context: AppContext, taken: Invitation): Promise<User> {
  const person = await joinSchool(context.database, taken);
  if (person === undefined) throw conflict(ERROR_MESSAGES.hasSchool);
  await giveGrace(context, person, null);
  const actor = { schoolId: taken.schoolId, personId: person.id };
  await recordAudit(context, actor, 'invitation_accepted', '', { role: taken.role });
  return person;
}

/**
 * Adds somebody who signs in with a provider to the staff, without a password: `person`, or else the invited address. Call it in a
 * transaction, and only for the holder of the link. Throws 400 for a dead link and for an account with another address, 409 for somebody
 * who has a school.
 */
export async function joinByProvider(
  context: AppContext,
  tokenHash: string,
  person: User | null,
): Promise<User> {
  const taken = await takeInvitation(context, tokenHash);
  if (taken === undefined) throw badRequest(PEOPLE_MESSAGES.deadInvitation);
  if (person !== null && person.email !== taken.email) throw badRequest(PEOPLE_MESSAGES.inviteEmail);
  const joined = await join(context, taken);
  return (await updateUser(context.database, joined.id, { status: 'ACTIVE' })) ?? joined;
}
