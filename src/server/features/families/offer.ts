import { SCHOOL_LANGUAGES } from '#contract/school.ts';
import { subscribingWords } from '#newsletter/words/subscribing/subscribing-words.ts';
import { findFamilySettings } from '#server/data/families/family-settings.ts';
import { type Group, listGroups } from '#server/data/groups/groups.ts';
import type { School } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';

/** The choices that a school offers its families. */

/** A school's offer. */
export interface Offer {
  /** The offered groups, in the order of lists. */
  readonly groups: readonly Group[];
  /** The offered languages, the school's own first; only that one if there is no choice. */
  readonly languages: readonly string[];
  /** The weekday of the monthly digest (Monday is 1); null if there is none. */
  readonly digestWeekday: number | null;
  /** Whether the school must approve each family that signs up. */
  readonly approval: boolean;
}

export async function findOffer(database: Database, school: School): Promise<Offer> {
  const { languages, digestWeekday, approval } = await findFamilySettings(database, school.id);
  const groups = await listGroups(database, school.id);
  const own = subscribingWords(school.language).lang;
  return {
    groups: groups.filter(({ isOffered, retiredAt }) => isOffered && retiredAt === null),
    languages: [own, ...SCHOOL_LANGUAGES.filter((one) => one !== own && languages.includes(one))],
    digestWeekday,
    approval,
  };
}

/** The language of a family's pages and mails: theirs, or the school's. */
export function languageFor(school: School, chosen: string | null): string {
  return chosen ?? school.language;
}
