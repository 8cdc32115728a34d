import { and, eq, sql } from 'drizzle-orm';
import { SCHOOL_LANGUAGES } from '#contract/school.ts';
import { choosingWords } from '#newsletter/words/choosing/choosing-words.ts';
import { type Group, listGroups } from '#server/data/groups/groups.ts';
import type { School } from '#server/data/schools.ts';
import type { Subscriber } from '#server/data/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  subscriberGroupMembers as members,
  subscriberGroups,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';
import { findFamilySettings } from './family-settings.ts';

/** What families can choose themselves: groups, a language, and how often. */

/** The choices that a school offers. */
export interface Offer {
  /** In the order of lists. */
  readonly groups: readonly Group[];
  /** With the school's own, first; only that one where there is no choice. */
  readonly languages: readonly string[];
  /** Of its monthly digest (Monday is 1); null: there is none. */
  readonly digestWeekday: number | null;
  /** Whether the school lets in each family that signs up. */
  readonly approval: boolean;
}

export async function findOffer(database: Database, school: School): Promise<Offer> {
  const { languages, digestWeekday, approval } = await findFamilySettings(database, school.id);
  const groups = await listGroups(database, school.id);
  const own = choosingWords(school.language).lang;
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

/**
 * Puts a subscriber into exactly these of the groups that are offered. Others stay as they are. What they leave is noted, so that
 * no import puts them back.
 */
export async function chooseGroups(
  database: Database,
  { schoolId, id }: Pick<Subscriber, 'schoolId' | 'id'>,
  offered: readonly Group[],
  chosen: readonly string[],
): Promise<void> {
  const into = offered.filter((group) => chosen.includes(group.id)).map((group) => group.id);
  const outOf = offered.filter((group) => !chosen.includes(group.id)).map((group) => group.id);
  const orm = database.orm();
  const left = await orm.execute<{ group_id: string }>(sql`
    delete from ${members} where school_id = ${schoolId} and subscriber_id = ${id} and group_id = any (${idList(outOf)})
    returning group_id`);
  await orm.execute(sql`
    insert into ${members} (school_id, group_id, subscriber_id)
    select ${schoolId}, id, ${id} from ${subscriberGroups} where school_id = ${schoolId} and id = any (${idList(into)})
    on conflict do nothing`);
  const leftIds = left.rows.map(({ group_id }) => group_id);
  await orm.execute(sql`
    update ${subscribers} set left_group_ids = array(
      select distinct each from unnest(left_group_ids || ${idList(leftIds)}) as each where not each = any (${idList(into)}))
    where ${and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, id))}`);
}

/** Ids as an array of the database. */
function idList(ids: readonly string[]) {
  return sql`array[${sql.join(
    ids.map((one) => sql`${one}`),
    sql`, `,
  )}]::uuid[]`;
}
