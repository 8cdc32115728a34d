import type { FastifyRequest } from 'fastify';
import { type InviteResource, inviteResource, type OwnerResource, ownerResource } from '#contract/invites.ts';
import { type PersonResource, personAttributes } from '#contract/people.ts';
import { sessionResource } from '#contract/sign-in/sessions.ts';
import type { SessionRow } from '#server/data/sessions.ts';
import type { User } from '#server/data/users.ts';
import type { StaffMember } from '#server/features/accounts/staff/staff.ts';
import { attributesOf, resourceOf } from '#server/platform/columns.ts';
import type { SignInOrigin } from './sign-in.ts';

/** A person as the contract shows them. Somebody without a school counts as a future owner. */
export function presentPerson(person: User): PersonResource {
  const type = person.role === null || person.role === 'owner' ? 'user' : 'admin';
  return { id: person.id, type, attributes: attributesOf(personAttributes, person) };
}

/** A session as the contract shows it. */
export function presentSession(session: SessionRow, currentId: string) {
  return resourceOf(sessionResource, session, { current: session.id === currentId });
}

/** A member of staff, or an invited person, as the owner sees them. */
export function presentStaff(member: StaffMember): InviteResource {
  return resourceOf(inviteResource, member);
}

/** The owner, as listed with the staff. */
export function presentOwner(owner: User): OwnerResource {
  return resourceOf(ownerResource, owner);
}

/** A session that a log-in has opened, with its token. */
export function presentBegunSession(token: string, person: User) {
  return { token: { auth_token: token }, user: { data: presentPerson(person) } };
}

/** The origin of a log-in. */
export function originOf({ ip, headers }: FastifyRequest): SignInOrigin {
  return { ip, device: headers['user-agent'] ?? '', cookies: headers.cookie };
}
