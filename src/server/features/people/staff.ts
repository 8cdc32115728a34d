import type { StaffRole } from '#contract/invites.ts';
import type { House } from '../../house.ts';
import { notFound } from '../../http/errors.ts';
import type { Person } from './repo.ts';
import { listStaff as findStaff } from './staff-repo.ts';

/** The people of a school, as its owner manages them. */

/** Somebody on the staff, or invited to be, but for the owner. */
export interface StaffMember {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: StaffRole;
  readonly email: string;
  readonly status: Person['status'];
}

/** The school's people: its owner, and the others. */
export async function listStaff(
  house: House,
  schoolId: string,
): Promise<{ readonly owner: Person; readonly others: readonly StaffMember[] }> {
  const people = await findStaff(house, schoolId);
  const owner = people.find(({ role }) => role === 'owner');
  if (owner === undefined) throw notFound('Owner');
  return { owner, others: people.flatMap((person) => memberOf(person) ?? []) };
}

// The owner is none of them.
function memberOf({ id, firstName, lastName, role, email, status }: Person): StaffMember | null {
  return role === 'admin' || role === 'editor' ? { id, firstName, lastName, role, email, status } : null;
}
