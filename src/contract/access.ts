/**
 * The access levels of calls. Every route names one; the server checks it before the handler runs.
 * Source: docs/requirements/calls.md 2.1.
 */

/** The roles of school staff. A person without a school has none. */
export const ROLES = ['owner', 'admin', 'editor', 'contributor'] as const;
export type Role = (typeof ROLES)[number];

/**
 * - `anyone`: no token needed; `provider`: the payment provider, recognised by its signature.
 * - `signed_in`: a valid token; `without_school`: and no school created yet.
 * - `contributor`: belongs to a school, in whatever role; `member`: works on all of its newsletters, as every role but
 *   contributor does; `owner_or_admin` and `owner` narrow that further.
 */
export type Access =
  | 'anyone'
  | 'provider'
  | 'signed_in'
  | 'without_school'
  | 'contributor'
  | 'member'
  | 'owner_or_admin'
  | 'owner';

/** The facts that decide a caller's rights, both read from the database at each call. */
export interface CallerStatus {
  readonly role: Role | null;
  readonly schoolId: string | null;
}

const MEMBERS: readonly Role[] = ['owner', 'admin', 'editor'];
const OWNER_OR_ADMIN: readonly Role[] = ['owner', 'admin'];

/**
 * Whether staff in this role see families' names and addresses, and what their mail servers say, which contains these. Others see
 * numbers. Rows that read or change subscribers have the access `owner`. Source: docs/requirements/product.md 1.9.
 */
export function seesFamilies(role: Role | null | undefined): boolean {
  return role === 'owner';
}

/** Whether a caller (null without a valid token) may make a call with this access. */
export function admits(access: Access, caller: CallerStatus | null): boolean {
  if (access === 'anyone' || access === 'provider') return true;
  if (caller === null) return false;
  if (access === 'signed_in') return true;
  if (access === 'without_school') return caller.schoolId === null;
  if (caller.schoolId === null || caller.role === null) return false;
  if (access === 'owner_or_admin') return OWNER_OR_ADMIN.includes(caller.role);
  if (access === 'owner') return caller.role === 'owner';
  return access === 'contributor' || MEMBERS.includes(caller.role);
}
