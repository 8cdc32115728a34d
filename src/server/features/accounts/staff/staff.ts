import { INVITE_MESSAGES, type StaffRole } from '#contract/invites.ts';
import type { AppContext } from '#server/context.ts';
import { findMember, listMembers } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { badRequest, forbidden, notFound } from '#server/platform/http/errors.ts';
import { findInvitation, type Invitation, listInvitations } from './invitation-repo.ts';

/** The people of a school, as its owner sees them: one list of who works there and who is invited to. */

/** Somebody on the staff, or invited to be, but for the owner. */
export interface StaffMember {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: StaffRole;
  readonly email: string;
  /** INVITED while the invitation is open, INACTIVE when it is over, or taken up and without a password yet. */
  readonly status: User['status'];
  /** Null once it was taken up. */
  readonly invitationEndsAt: Date | null;
  readonly needChangePassword: boolean;
}

/** The school's people: its owner, and the others. */
export async function listStaff(
  context: AppContext,
  schoolId: string,
): Promise<{ readonly owner: User; readonly others: readonly StaffMember[] }> {
  const people = await listMembers(context.database, schoolId);
  const owner = people.find(({ role }) => role === 'owner');
  if (owner === undefined) throw notFound('Owner');
  const invited = await listInvitations(context, schoolId);
  return {
    owner,
    others: [
      ...people.flatMap((person) => staffOf(person) ?? []),
      ...invited.map((row) => invitedOf(context, row)),
    ],
  };
}

/** What stands behind one of them. */
export type ManagedPerson =
  | { readonly kind: 'person'; readonly person: User & { readonly role: StaffRole } }
  | { readonly kind: 'invitation'; readonly invitation: Invitation };

/** Finds one of the people by id; null where there is none. Throws 403 for the owner, who is not managed here. */
export async function findManaged(
  context: AppContext,
  schoolId: string,
  id: string,
): Promise<ManagedPerson | null> {
  const person = await findMember(context.database, schoolId, id);
  if (person !== undefined) {
    const { role } = person;
    if (role !== 'admin' && role !== 'editor') throw forbidden(INVITE_MESSAGES.owner);
    return { kind: 'person', person: { ...person, role } };
  }
  const invitation = await findInvitation(context, schoolId, id);
  return invitation === undefined ? null : { kind: 'invitation', invitation };
}

/** As `findManaged`, for what may be changed. Throws 404, and 400 for somebody whose invitation is open. */
export async function loadUnlocked(
  context: AppContext,
  schoolId: string,
  id: string,
): Promise<ManagedPerson> {
  const found = await findManaged(context, schoolId, id);
  if (found === null) throw notFound('User');
  if (found.kind === 'invitation' && isOpen(context, found.invitation)) throw locked();
  return found;
}

/** 400 for what an open invitation does not allow. */
export function locked() {
  return badRequest(INVITE_MESSAGES.locked);
}

/** Whether an invitation can still be taken up. */
export function isOpen(context: AppContext, { endsAt }: Invitation): boolean {
  return endsAt > context.clock.now();
}

/** One of the people as the list has them. */
export function memberOf(context: AppContext, found: ManagedPerson): StaffMember {
  return found.kind === 'invitation' ? invitedOf(context, found.invitation) : staffMemberOf(found.person);
}

function staffOf(person: User): StaffMember | null {
  const { role } = person;
  return role === 'admin' || role === 'editor' ? staffMemberOf({ ...person, role }) : null;
}

function staffMemberOf(person: User & { readonly role: StaffRole }): StaffMember {
  const { id, firstName, lastName, role, email, status, needChangePassword } = person;
  return { id, firstName, lastName, role, email, status, needChangePassword, invitationEndsAt: null };
}

function invitedOf(context: AppContext, invitation: Invitation): StaffMember {
  const { id, firstName, lastName, role, email, endsAt } = invitation;
  const status = isOpen(context, invitation) ? 'INVITED' : 'INACTIVE';
  return {
    id,
    firstName,
    lastName,
    role,
    email,
    status,
    invitationEndsAt: endsAt,
    needChangePassword: false,
  };
}
