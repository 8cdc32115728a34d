import type { AppContext } from '#server/context.ts';
import { findSchool } from '#server/data/schools.ts';
import type { User } from '#server/data/users.ts';
import { providerAskedOf } from '#server/features/accounts/ways/provider/rule.ts';
import { type Factors, listEntries } from '#server/features/accounts/ways/ways.ts';

/** The ways each of a school's people can sign in, as `listEntries`; only the provider where the school requires one. */
export async function listWaysIn(
  context: AppContext,
  schoolId: string,
  people: readonly User[],
  factors: ReadonlyMap<string, Factors>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { database, config } = context;
  const school = config.providers.length > 0 ? await findSchool(database, schoolId) : undefined;
  const entries = await listEntries(context, people, factors);
  const waysOf = (person: User): readonly string[] => {
    const asked = person.status === 'ACTIVE' ? providerAskedOf(context, person, school) : null;
    return asked === null ? (entries.get(person.id) ?? []) : [asked.name];
  };
  return new Map(people.map((person) => [person.id, waysOf(person)]));
}
