import { isSignInElsewhere } from '#contract/sign-in/ways.ts';
import type { User } from '#server/data/users.ts';
import { listFactors } from '#server/features/accounts/ways/ways.ts';
import type { Database } from '#server/platform/db/client.ts';

/** The ids of those among these people who sign in with a second factor: their own, or by a provider that requires one. */
export async function listHolders(
  database: Database,
  people: readonly Pick<User, 'id' | 'lastWay'>[],
): Promise<ReadonlySet<string>> {
  const ids = people.map(({ id }) => id);
  const own = await listFactors(database, ids);
  return new Set([...own.keys(), ...people.filter(signsInByProvider).map(({ id }) => id)]);
}

/** Whether somebody last signed in by a provider; `lastWay` is then the provider's name. */
export function signsInByProvider({ lastWay }: Pick<User, 'lastWay'>): boolean {
  return lastWay !== null && isSignInElsewhere(lastWay);
}
