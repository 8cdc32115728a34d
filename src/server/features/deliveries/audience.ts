import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { IMPORT_UNDER_WAY } from '#contract/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { subscriberImports, subscribers } from '#server/platform/db/schema/subscribers.ts';
import type { Delivery } from './repo.ts';

/** Who gets a newsletter: everybody on the list who can be reached and does not have it yet. */

const inReach = and(eq(subscribers.status, 'subscribed'), isNull(subscribers.bouncedAt));
const hasIt = (newsletterId: string) =>
  sql`exists (select from ${deliveryRecipients} r where r.newsletter_id = ${newsletterId} and r.subscriber_id = ${subscribers.id} and r.state in ('waiting', 'sending', 'sent'))`;

/** How many of a school's subscribers would get a newsletter now, and why the others would not. */
export async function countAudience(database: Database, schoolId: string, newsletterId: string) {
  const of = (wanted: SQL | undefined) => sql<number>`count(*) filter (where ${wanted})`.mapWith(Number);
  return await database.forSchool(schoolId, async () => {
    const [row] = await database
      .orm()
      .select({
        recipients: of(and(inReach, sql`not ${hasIt(newsletterId)}`)),
        alreadySent: of(and(inReach, hasIt(newsletterId))),
        left: of(eq(subscribers.status, 'unsubscribed')),
        refused: of(and(eq(subscribers.status, 'subscribed'), sql`${subscribers.bouncedAt} is not null`)),
      })
      .from(subscribers)
      .where(eq(subscribers.schoolId, schoolId));
    return row ?? { recipients: 0, alreadySent: 0, left: 0, refused: 0 };
  });
}

/** Writes down everybody whom a delivery goes to; resolves to their number. */
export async function addRecipients(
  database: Database,
  { id, schoolId, newsletterId }: Pick<Delivery, 'id' | 'schoolId' | 'newsletterId'>,
  now: Date,
): Promise<number> {
  return await database.forSchool(schoolId, async () => {
    const { rowCount } = await database.orm().execute(sql`
      insert into ${deliveryRecipients} (delivery_id, school_id, newsletter_id, subscriber_id, due_at)
      select ${id}, ${schoolId}, ${newsletterId}, ${subscribers.id}, ${now.toISOString()}
      from ${subscribers}
      where ${subscribers.schoolId} = ${schoolId} and ${inReach} and not ${hasIt(newsletterId)}
      order by ${subscribers.createdAt}, ${subscribers.id}
      on conflict do nothing`);
    return rowCount ?? 0;
  });
}

/** Whether a school's list is being added to just now: nothing begins meanwhile that should reach all of it. */
export async function isImporting(database: Database, schoolId: string): Promise<boolean> {
  const underWay = inArray(subscriberImports.status, IMPORT_UNDER_WAY);
  const wanted = and(eq(subscriberImports.schoolId, schoolId), underWay);
  return await database.forSchool(
    schoolId,
    async () => (await database.orm().$count(subscriberImports, wanted)) > 0,
  );
}
