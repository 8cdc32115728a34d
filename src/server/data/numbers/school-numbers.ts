import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { signUps } from '#server/platform/db/schema/families.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';

/** The dashboard's figures of a school, from one statement. */
export interface SchoolNumbers {
  readonly timeZone: string;
  readonly published: number;
  readonly drafts: number;
  readonly subscribed: number;
  /** The subscribed families that were added since a moment. */
  readonly added: number;
  /** The families that asked for a place on the list and wait for an answer. */
  readonly waiting: number;
}

/** Counts the newsletters and families of a school. */
export async function countOf(database: Database, schoolId: string, since: Date): Promise<SchoolNumbers> {
  const [row] = await database
    .orm()
    .select({
      timeZone: schools.timeZone,
      published: sql`made.published`.mapWith(Number),
      drafts: sql`made.drafts`.mapWith(Number),
      subscribed: sql`families.subscribed`.mapWith(Number),
      added: sql`families.added`.mapWith(Number),
      waiting: sql`(select count(*) from ${signUps}
        where ${signUps.schoolId} = ${schoolId} and ${signUps.state} = 'waiting')`.mapWith(Number),
    })
    .from(schools)
    .crossJoinLateral(
      sql`(select count(*) filter (where ${newsletters.status} = 'published') as published,
          count(*) filter (where ${newsletters.status} = 'draft') as drafts
        from ${newsletters} where ${newsletters.schoolId} = ${schoolId}) as made`,
    )
    .crossJoinLateral(
      sql`(select count(*) as subscribed, count(*) filter (where ${subscribers.createdAt} >= ${since.toISOString()}) as added
        from ${subscribers} where ${subscribers.schoolId} = ${schoolId} and ${subscribers.status} = 'subscribed') as families`,
    )
    .where(sql`${schools.id} = ${schoolId}`);
  if (row === undefined) throw new Error('A member has a school');
  return row;
}
