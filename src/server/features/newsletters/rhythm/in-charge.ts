import { admits } from '#contract/access.ts';
import type { AppContext } from '#server/context.ts';
import type { RhythmRow } from '#server/data/rhythm/rhythm.ts';
import { findMember, findOwner } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';

/** Whether a person can be in charge of a rhythm, for which they have to be allowed to write in all newsletters. */
export function canBeInCharge(person: User): boolean {
  return person.status === 'ACTIVE' && admits('member', person);
}

/** The person who begins a rhythm's drafts: the one in charge, or the owner if that person has left or may no longer write. */
export async function findInCharge(
  { database }: AppContext,
  { schoolId, inChargeId }: RhythmRow,
): Promise<string | null> {
  if (inChargeId !== null && (await hasInCharge({ database }, { schoolId, inChargeId }))) return inChargeId;
  return (await findOwner(database, schoolId))?.id ?? null;
}

/** Whether the person in charge can still be that. */
export async function hasInCharge(
  { database }: Pick<AppContext, 'database'>,
  { schoolId, inChargeId }: Pick<RhythmRow, 'schoolId' | 'inChargeId'>,
): Promise<boolean> {
  const chosen = inChargeId === null ? undefined : await findMember(database, schoolId, inChargeId);
  return chosen !== undefined && canBeInCharge(chosen);
}
