import { providerWay } from '#contract/sign-in/ways/provider.ts';
import type { AppContext } from '#server/context.ts';
import type { User } from '#server/data/users.ts';
import type { EntriesOf, WayOnServer } from '#server/features/accounts/ways/way.ts';
import { listIdentitiesOf } from './identities.ts';
import { deleteExpiredVisits } from './steps.ts';

/** An account at a configured provider. */
export const providerOnServer: WayOnServer = {
  way: providerWay,
  canConfirm: async (context, person) => (await listEntries(context, [person]))(person, []).length > 0,
  listEntries,
  deleteExpired: deleteExpiredVisits,
};

async function listEntries(
  { config: { providers }, database }: AppContext,
  people: readonly User[],
): Promise<EntriesOf> {
  if (providers.length === 0) return () => [];
  const identities = await listIdentitiesOf(
    database,
    people.map(({ id }) => id),
  );
  return (person) => {
    const own = identities.filter(({ userId }) => userId === person.id).map(({ provider }) => provider);
    return providers.filter(({ id }) => own.includes(id)).map(({ name }) => name);
  };
}
