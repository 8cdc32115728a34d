import type { PersonResource } from '#contract/people.ts';
import type { Person, Session } from './repo.ts';

/** A person as the contract shows them. Who has no school yet will own one. */
export function presentPerson(person: Person): PersonResource {
  const attributes = {
    first_name: person.firstName,
    last_name: person.lastName,
    role: person.role,
    email: person.email,
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
