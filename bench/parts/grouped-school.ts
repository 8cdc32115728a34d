import { sql } from 'drizzle-orm';
import { groupKey } from '#contract/groups/group-names.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import {
  subscriberGroupMembers,
  subscriberGroups,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';
import { createSchool } from '#test/factories.ts';
import { heading, richText } from '#test/newsletters.ts';
import type { TestInstallation } from '#test/seed.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** A school whose families are in groups, and a newsletter with blocks for these. */

const BATCH = 2000;

export interface GroupedSchool {
  readonly schoolId: string;
  /** The token of its owner. */
  readonly token: string;
  readonly groupIds: readonly string[];
}

/** Adds a school with subscribers, each in one or two of its groups, while no program is running. */
export async function seedGroups(
  { environment }: TestInstallation,
  families: number,
  groups: number,
): Promise<GroupedSchool> {
  const context = await createContext(readConfig(environment), () => undefined);
  try {
    const { database, clock } = context;
    const { id: schoolId, owner } = await createSchool({ context });
    for (let from = 0; from < families; from += BATCH)
      await createSubscribers({ context }, schoolId, Math.min(BATCH, families - from), {}, from);
    const rows = Array.from({ length: groups }, (_, index) => {
      const name = `Group ${index + 1}`;
      return { schoolId, name, nameKey: groupKey(name), createdAt: clock.now() };
    });
    const made = await database
      .orm()
      .insert(subscriberGroups)
      .values(rows)
      .returning({ id: subscriberGroups.id });
    const groupIds = made.map(({ id }) => id);
    const ids = sql`array[${sql.join(
      groupIds.map((id) => sql`${id}`),
      sql`, `,
    )}]::uuid[]`;
    // Every third family has children in two groups.
    await database.orm().execute(sql`
      with numbered as (
        select id, row_number() over (order by email) as n from ${subscribers} where school_id = ${schoolId})
      insert into ${subscriberGroupMembers} (school_id, group_id, subscriber_id)
      select ${schoolId}, (${ids})[1 + (n + other * 7) % ${groups}], id
      from numbered cross join (values (0), (1)) as each (other) where other = 0 or n % 3 = 0
      on conflict do nothing`);
    await database.query('vacuum (analyze)');
    return { schoolId, token: owner.token, groupIds };
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}

/** A block for everyone, and `blocks` for groups in turn. */
export function targetedBlocks(groupIds: readonly string[], blocks: number): readonly unknown[] {
  const targeted = Array.from({ length: blocks }, (_, index) => ({
    ...Object(richText(`<p>Notice ${index + 1}: bring a named bag, please.</p>`, `notice-${index + 1}`)),
    audience: [groupIds[index % groupIds.length]],
  }));
  return [heading('Harvest'), ...targeted];
}
