import { admits } from '#contract/access.ts';
import type { AppContext } from '#server/context.ts';
import type { RhythmRow } from '#server/data/rhythm/rhythm.ts';
import { findMember, findOwner } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';

/** Whether a person can be in charge of a rhythm: they have to write in all newsletters. */
export function canBeInCharge(person: User): boolean {
  return person.status === 'ACTIVE' && admits('member', person);
}

/** Who begins a rhythm's drafts: who is in charge, or the owner once they have left or may no longer write. */
export async function findInCharge(
  { database }: AppContext,
  { schoolId, inChargeId }: RhythmRow,
): Promise<string | null> {
  if (inChargeId !== null && (await hasInCharge({ database }, { schoolId, inChargeId }))) return inChargeId;
  return (await findOwner(database, schoolId))?.id ?? null;
}

/** Whether who is in charge still can be. */
export async function hasInCharge(
  { database }: Pick<AppContext, 'database'>,
  { schoolId, inChargeId }: Pick<RhythmRow, 'schoolId' | 'inChargeId'>,
): Promise<boolean> {
  const chosen = inChargeId === null ? undefined : await findMember(database, schoolId, inChargeId);
  return chosen !== undefined && canBeInCharge(chosen);
}
