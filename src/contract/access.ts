/**
 * Who may make a call. Every row of the route table names one of these, and the server enforces it before the
 * handler runs. Source: docs/requirements/calls.md 2.1.
 */

/** The roles of school staff. A person who has no school yet has none. */
export const ROLES = ['owner', 'admin', 'editor'] as const;
export type Role = (typeof ROLES)[number];

/** - `anyone` needs no token; `provider` is the payment provider, known by its signature.
 *  - `signed_in` has a token; `without_school` additionally has not created a school yet.
 *  - `member` belongs to a school; `billing` and `owner` narrow that by role: who pays may also read the log. */
export type Access = 'anyone' | 'provider' | 'signed_in' | 'without_school' | 'member' | 'billing' | 'owner';

/** What decides a caller's rights: the role in force and the school, both read from the database at each call. */
export interface CallerStatus {
  readonly role: Role | null;
  readonly schoolId: string | null;
}

const BILLING_ROLES: readonly Role[] = ['owner', 'admin'];

/** Whether a caller (null: no valid token) may make a call with this access. */
export function admits(access: Access, caller: CallerStatus | null): boolean {
  if (access === 'anyone' || access === 'provider') return true;
  if (caller === null) return false;
  if (access === 'signed_in') return true;
  if (access === 'without_school') return caller.schoolId === null;
  if (caller.schoolId === null || caller.role === null) return false;
  if (access === 'billing') return BILLING_ROLES.includes(caller.role);
  if (access === 'owner') return caller.role === 'owner';
  return true;
}
