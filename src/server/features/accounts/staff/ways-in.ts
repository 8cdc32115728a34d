import type { AppContext } from '#server/context.ts';
import { findSchool } from '#server/data/schools.ts';
import type { User } from '#server/data/users.ts';
import { listIdentitiesOf } from '#server/features/accounts/providers/identities.ts';
import { providerAskedOf } from '#server/features/accounts/providers/rule.ts';
import type { Ways } from '#server/features/accounts/two-step/ways.ts';

/**
 * By what each of a school's people can sign in, by id: `password`, `passkey`, and the names of the providers that they have
 * connected; the provider alone where the school asks for one. `twoStep`: their ways of two-step sign-in.
 */
export async function listWaysIn(
  context: AppContext,
  schoolId: string,
  people: readonly User[],
  twoStep: ReadonlyMap<string, Ways>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { database, config } = context;
  const hasProviders = config.providers.length > 0;
  const school = hasProviders ? await findSchool(database, schoolId) : undefined;
  const ids = people.map(({ id }) => id);
  const identities = hasProviders ? await listIdentitiesOf(database, ids) : [];
  const waysOf = (person: User): readonly string[] => {
    if (person.status !== 'ACTIVE') return [];
    const asked = providerAskedOf(context, person, school);
    if (asked !== null) return [asked.name];
    const connected = identities.filter(({ userId }) => userId === person.id);
    return [
      ...(person.passwordHash === null ? [] : ['password']),
      ...(twoStep.get(person.id)?.includes('passkey') ? ['passkey'] : []),
      ...config.providers
        .filter(({ id }) => connected.some(({ provider }) => provider === id))
        .map(({ name }) => name),
    ];
  };
  return new Map(people.map((person) => [person.id, waysOf(person)]));
}
