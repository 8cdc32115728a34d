import type { InviteResource, OwnerResource } from '#contract/invites.ts';
import type { PersonResource } from '#contract/people.ts';
import type { StaffMember } from '#server/features/accounts/staff/staff.ts';
import type { Person, Session } from './repo.ts';

/** A person as the contract shows them. Who has no school yet will own one. */
export function presentPerson(person: Person): PersonResource {
  const attributes = {
    first_name: person.firstName,
    last_name: person.lastName,
    role: person.role,
    email: person.email,
    pending_email: person.pendingEmail,
    address: person.address,
    telephone: person.telephone,
    need_change_password: person.needChangePassword,
    status: person.status,
  };
  const type = person.role === null || person.role === 'owner' ? 'user' : 'admin';
  return { id: person.id, type, attributes };
}

/** A session as the contract shows it. */
export function presentSession(session: Session, currentId: string) {
  return {
    id: session.id,
    type: 'session' as const,
    attributes: {
      device: session.device,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      current: session.id === currentId,
    },
  };
}

/** A member of staff, or who is invited to be one, as the owner sees them. */
export function presentStaff({ id, ...member }: StaffMember): InviteResource {
  const attributes = {
    first_name: member.firstName,
    last_name: member.lastName,
    role: member.role,
    email: member.email,
    status: member.status,
    invitation_ends_at: member.invitationEndsAt?.toISOString() ?? null,
    need_change_password: member.needChangePassword,
  };
  return { id, type: 'invite', attributes };
}

/** The owner beside the staff. */
export function presentOwner({ id, firstName, lastName, email, status }: Person): OwnerResource {
  const attributes = { first_name: firstName, last_name: lastName, email, status };
  return { id, type: 'owner', attributes };
}
