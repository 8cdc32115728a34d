import type { Role } from '#contract/access.ts';

/** A school's rule about which roles have to sign in with a second factor. See docs/decisions/050-asking-again.md. */

export const SECOND_FACTOR_RULES = ['nobody', 'owners_and_admins', 'everybody'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** How many days people may have to set one up; the middle one is the form's default. */
export const SECOND_FACTOR_DAYS = [7, 14, 30] as const;
export const SECOND_FACTOR_DAYS_DEFAULT = 14;
/** How many days before the deadline those who still lack one are reminded. */
export const SECOND_FACTOR_REMINDER_DAYS = 3;

/** Whether a rule applies to this role. */
export function asksRole(rule: SecondFactorRule, role: Role | null): boolean {
  if (role === null || rule === 'nobody') return false;
  return rule === 'everybody' || role === 'owner' || role === 'admin';
}

/** The time from which a person has to sign in with a second factor; null if they do not have to. */
export function secondFactorDueAt(
  school: { readonly secondFactor: SecondFactorRule | null; readonly secondFactorFrom: Date | null },
  person: { readonly role: Role | null; readonly secondFactorFrom: Date | null },
): Date | null {
  const { secondFactor, secondFactorFrom: ofAll } = school;
  if (secondFactor === null || ofAll === null || !asksRole(secondFactor, person.role)) return null;
  const own = person.secondFactorFrom;
  return own !== null && own > ofAll ? own : ofAll;
}
