import { ERROR_MESSAGES } from '#contract/errors.ts';
import { withoutAddresses } from '#contract/fields.ts';
import { INVITE_MESSAGES, type InviteForm } from '#contract/invites.ts';
import { LINK_LIFETIME, PEOPLE_MESSAGES } from '#contract/people.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { joinSchool } from '#server/data/staff.ts';
import { isSchoolOnTrialQuota } from '#server/data/trial-quota.ts';
import { findUserByEmail } from '#server/data/users.ts';
import { accountMail } from '#server/features/accounts/email-jobs.ts';
import { nameOf } from '#server/features/accounts/emails.ts';
import { columnsOf } from '#server/platform/columns.ts';
import { ipKey, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, conflict, emailTaken, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import {
  endInvitation,
  findInvitationByToken,
  findInviter,
  type Invitation,
  lockInvitationTo,
  saveInvitation,
  takeInvitation,
} from './invitation-repo.ts';
import { findManaged, isOpen } from './staff.ts';

/** Asking somebody to join the school's staff, and taking it up. See docs/decisions/015. */

/**
 * Invites somebody, or anew with a fresh link. Throws 409 when the address has an account in a school, 429 after too
 * many. At an address that has had too many mails already nothing is sent, and an open link goes on working.
 */
export async function invite(
  context: AppContext,
  caller: Member,
  form: InviteForm,
  ip: string,
): Promise<Invitation> {
  const { role, email } = form;
  await requireTry(context, LIMITS.invitesOfSchool, [caller.schoolId]);
  const onTrial = await isSchoolOnTrialQuota(context, caller.schoolId);
  return await context.database.transaction(async () => {
    const account = await findUserByEmail(context.database, email);
    if (account !== undefined && account.schoolId !== null) throw emailTaken();
    const before = await lockInvitationTo(context, caller.schoolId, email);
    const allowed = await mayMail(context, 'invitation', { to: email, ip });
    // What mails nobody takes nothing from the day.
    if (allowed && onTrial)
      await requireTry(context, LIMITS.invitesOfTrial, [caller.schoolId], INVITE_MESSAGES.trialFull);
    const endsAt = new Date(context.clock.now().getTime() + LINK_LIFETIME.invite);
    const keepsLink = !allowed && before !== undefined && isOpen(context, before);
    const invitation = await saveInvitation(context, caller.schoolId, columnsOf(form), endsAt, keepsLink);
    const action = before === undefined ? 'person_invited' : 'invitation_sent_again';
    await recordAudit(context, caller, action, nameOf(invitation), { role, person_id: invitation.id });
    if (allowed) {
      const mail = { kind: 'invitation', invitationId: invitation.id, inviterId: caller.personId } as const;
      await context.jobs.send(accountMail, mail);
    }
    return invitation;
  });
}

/** Kills an invitation that is not taken up; twice is fine. Throws 404, and 400 once it was taken up. */
export async function withdraw(context: AppContext, caller: Member, id: string): Promise<Invitation> {
  const found = await findManaged(context, caller.schoolId, id);
  if (found === null) throw notFound('User');
  if (found.kind === 'person') throw badRequest(INVITE_MESSAGES.taken);
  if (!isOpen(context, found.invitation)) return found.invitation;
  return await context.database.transaction(async () => {
    const ended = await endInvitation(context, found.invitation);
    if (ended === undefined) throw badRequest(INVITE_MESSAGES.taken);
    await recordAudit(context, caller, 'invitation_withdrawn', nameOf(ended), { person_id: id });
    return ended;
  });
}

/**
 * What the page of an invitation's link shows, and only that: it is the same whoever has an account. Throws 400 for a
 * dead link, 429 to who tries many. Links that work are not counted, so that it can be looked at again and again.
 */
export async function showInvitation(
  context: AppContext,
  token: string,
  ip: string,
): Promise<{ readonly school: string; readonly email: string }> {
  const found = await findInviter(context, token);
  if (found !== undefined) return { school: withoutAddresses(found.school), email: found.email };
  await requireTry(context, LIMITS.deadInvitations, [ipKey(ip)]);
  throw badRequest(PEOPLE_MESSAGES.deadInvitation);
}

/**
 * Makes whoever was invited one of the staff. Throws 400 for a dead link and for another address than the invited one,
 * 409 when the address has got a school meanwhile; the invitation then stays.
 */
export async function acceptInvitation(context: AppContext, email: string, token: string): Promise<void> {
  const invitation = await findInvitationByToken(context, token);
  if (invitation === undefined) throw badRequest(PEOPLE_MESSAGES.deadInvitation);
  if (invitation.email !== email) throw invalid({ email: PEOPLE_MESSAGES.inviteEmail });
  await context.database.transaction(async () => {
    const taken = await takeInvitation(context, token);
    if (taken?.email !== email) throw badRequest(PEOPLE_MESSAGES.deadInvitation);
    const person = await joinSchool(context.database, taken);
    if (person === undefined) throw conflict(ERROR_MESSAGES.hasSchool);
    const actor = { schoolId: taken.schoolId, personId: person.id };
    await recordAudit(context, actor, 'invitation_accepted', '', { role: taken.role });
    // Who had an account already goes on with its password.
    const kind = person.status === 'ACTIVE' ? 'joined' : 'welcome';
    await context.jobs.send(accountMail, { kind, personId: person.id });
  });
}
