import { isSignInElsewhere } from '#contract/sign-in/ways.ts';
import type { User } from '#server/data/users.ts';
import { listFactors } from '#server/features/accounts/ways/ways.ts';
import type { Database } from '#server/platform/db/client.ts';

/** Those of these people who sign in with a second factor: one of their own, or by a provider that asks for it. By id. */
export async function listHolders(
  database: Database,
  people: readonly Pick<User, 'id' | 'lastWay'>[],
): Promise<ReadonlySet<string>> {
  const ids = people.map(({ id }) => id);
  const own = await listFactors(database, ids);
  return new Set([...own.keys(), ...people.filter(signsInByProvider).map(({ id }) => id)]);
}

/** Whether somebody signed in last by a provider; its name is the way then. */
export function signsInByProvider({ lastWay }: Pick<User, 'lastWay'>): boolean {
  return lastWay !== null && isSignInElsewhere(lastWay);
}
