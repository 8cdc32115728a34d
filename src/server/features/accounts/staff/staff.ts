import { INVITE_MESSAGES, type StaffRole } from '#contract/invites.ts';
import type { AppContext } from '#server/context.ts';
import { findMember, listMembers } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { listFactors } from '#server/features/accounts/ways/ways.ts';
import { badRequest, forbidden, notFound } from '#server/platform/http/errors.ts';
import { findInvitation, type Invitation, listInvitations } from './invitation-repo.ts';
import { listWaysIn } from './ways-in.ts';

/** A school's people as its owner sees them: staff and invited people in one list. */

/** A member of staff or an invited person; never the owner. */
export interface StaffMember {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: StaffRole;
  readonly email: string;
  /** INVITED while the invitation is open. INACTIVE once it has ended, or while an accepted one has no password yet. */
  readonly status: User['status'];
  /** Null once the invitation is accepted. */
  readonly invitationEndsAt: Date | null;
  readonly needChangePassword: boolean;
  readonly mailTrouble: Invitation['mailTrouble'];
  /** See `users.lastWay`. */
  readonly lastWay: string | null;
}

/** The school's owner and all others. Throws 404 without an owner. */
export async function listStaff(
  context: AppContext,
  schoolId: string,
): Promise<{
  readonly owner: User;
  readonly others: readonly StaffMember[];
  /** The ids of the people who log in with a second step. */
  readonly twoStep: readonly string[];
  /** See `listWaysIn`. */
  readonly ways: ReadonlyMap<string, readonly string[]>;
}> {
  const people = await listMembers(context.database, schoolId);
  const owner = people.find(({ role }) => role === 'owner');
  if (owner === undefined) throw notFound('Owner');
  const invited = await listInvitations(context, schoolId);
  const ids = people.map(({ id }) => id);
  const twoStep = await listFactors(context.database, ids);
  return {
    owner,
    twoStep: [...twoStep.keys()],
    ways: await listWaysIn(context, schoolId, people, twoStep),
    others: [
      ...people.flatMap((person) => withoutOwner(person) ?? []),
      ...invited.map((row) => fromInvitation(context, row)),
    ],
  };
}

/** The record behind a staff member: a user or an invitation. */
export type ManagedPerson =
  | { readonly kind: 'person'; readonly person: User & { readonly role: StaffRole } }
  | { readonly kind: 'invitation'; readonly invitation: Invitation };

/** Finds a staff member by id, else null. Throws 403 for the owner, who cannot be managed. */
export async function findManaged(
  context: AppContext,
  schoolId: string,
  id: string,
): Promise<ManagedPerson | null> {
  const person = await findMember(context.database, schoolId, id);
  if (person !== undefined) {
    const { role } = person;
    if (role === null || role === 'owner') throw forbidden(INVITE_MESSAGES.owner);
    return { kind: 'person', person: { ...person, role } };
  }
  const invitation = await findInvitation(context, schoolId, id);
  return invitation === undefined ? null : { kind: 'invitation', invitation };
}

/** Like `findManaged`, for changes. Throws 404, and 400 while the person's invitation is open. */
export async function loadEditable(
  context: AppContext,
  schoolId: string,
  id: string,
): Promise<ManagedPerson> {
  const found = await findManaged(context, schoolId, id);
  if (found === null) throw notFound('User');
  if (found.kind === 'invitation' && isOpen(context, found.invitation)) throw invitationOpen();
  return found;
}

/** The 400 for changes that an open invitation does not allow. */
export function invitationOpen() {
  return badRequest(INVITE_MESSAGES.locked);
}

/** Whether an invitation can still be accepted. */
export function isOpen(context: AppContext, { endsAt }: Invitation): boolean {
  return endsAt > context.clock.now();
}

/** A staff member as listed. */
export function toStaffMember(context: AppContext, found: ManagedPerson): StaffMember {
  return found.kind === 'invitation' ? fromInvitation(context, found.invitation) : fromUser(found.person);
}

function withoutOwner(person: User): StaffMember | null {
  const { role } = person;
  return role !== null && role !== 'owner' ? fromUser({ ...person, role }) : null;
}

function fromUser(person: User & { readonly role: StaffRole }): StaffMember {
  const { id, firstName, lastName, role, email, status, needChangePassword, lastWay } = person;
  const about = { id, firstName, lastName, role, email, status, needChangePassword, lastWay };
  return { ...about, invitationEndsAt: null, mailTrouble: null };
}

function fromInvitation(context: AppContext, invitation: Invitation): StaffMember {
  const { id, firstName, lastName, role, email, endsAt, mailTrouble } = invitation;
  const status = isOpen(context, invitation) ? 'INVITED' : 'INACTIVE';
  return {
    id,
    firstName,
    lastName,
    role,
    email,
    status,
    invitationEndsAt: endsAt,
    mailTrouble,
    needChangePassword: false,
    lastWay: null,
  };
}
