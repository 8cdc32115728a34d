import { audienceWords, type GroupChoice, isEverybody } from '#contract/groups/audience.ts';
import { GROUP_MESSAGES } from '#contract/groups/groups.ts';
import { listGroups } from '#server/data/groups/groups.ts';
import type { Database } from '#server/platform/db/client.ts';
import { invalid } from '#server/platform/http/errors.ts';

/** A delivery's audience as stored: null for everybody. */
interface StoredAudience {
  readonly audience: GroupChoice | null;
  readonly audienceWords: string | null;
}

/** The audience of chosen groups, with its description. Throws 400 if a group is not in use. */
export async function chooseAudience(
  database: Database,
  schoolId: string,
  choice: GroupChoice | null,
): Promise<StoredAudience> {
  if (choice === null || isEverybody(choice)) return { audience: null, audienceWords: null };
  const groups = (await listGroups(database, schoolId)).filter(({ retiredAt }) => retiredAt === null);
  const known = new Set(groups.map(({ id }) => id));
  if (![...choice.any, ...choice.none].every((id) => known.has(id)))
    throw invalid({ groups: GROUP_MESSAGES.unknown });
  const namesOf = (ids: readonly string[]) =>
    groups.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const words = audienceWords({ any: namesOf(choice.any), none: namesOf(choice.none) });
  return { audience: choice, audienceWords: words };
}
