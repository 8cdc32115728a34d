import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { deliveries, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { invitations } from '#server/platform/db/schema/people.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';

/** The operator's facts about one address: the lists that it is on, the mails sent to it, and those that still wait. */

/** The lists of all schools that contain an address. */
export async function findOnLists(database: Database, email: string) {
  const { id, status, bouncedAt, bounceReason, unsubscribedAt, createdAt } = subscribers;
  return await database
    .orm()
    .select({ id, school: schools.name, status, bouncedAt, bounceReason, unsubscribedAt, createdAt })
    .from(subscribers)
    .innerJoin(schools, eq(schools.id, subscribers.schoolId))
    .where(eq(subscribers.email, email))
    .orderBy(schools.name, id);
}
export type OnList = Awaited<ReturnType<typeof findOnLists>>[number];

/** The last mails of newsletters to a subscriber, the latest first. */
export async function listLastMails(database: Database, subscriberId: string, limit: number) {
  const { state, attempts, mayHaveArrived, dueAt, endedAt, reason, detail, report } = recipients;
  const mail = { state, attempts, mayHaveArrived, dueAt, endedAt, reason, detail, report };
  const { subject, status, trouble, heldUntil } = deliveries;
  return await database
    .orm()
    .select({ ...mail, subject, status, trouble, heldUntil })
    .from(recipients)
    .innerJoin(deliveries, eq(deliveries.id, recipients.deliveryId))
    .where(eq(recipients.subscriberId, subscriberId))
    .orderBy(desc(recipients.id))
    .limit(limit);
}
export type LastMail = Awaited<ReturnType<typeof listLastMails>>[number];

/** Invitations to an address. */
export async function findInvitationsTo(database: Database, email: string) {
  const { endsAt, mailTrouble } = invitations;
  return await database
    .orm()
    .select({ school: schools.name, endsAt, mailTrouble })
    .from(invitations)
    .innerJoin(schools, eq(schools.id, invitations.schoolId))
    .where(eq(invitations.email, email));
}

const jobRow = z.object({
  queue: z.string(),
  state: z.string(),
  tries: z.coerce.number(),
  next: z.coerce.date(),
  why: z.string().nullable(),
});

/** The jobs whose data contains an address, in any field: mails that wait for another try, or were given up. */
export async function findJobsWith(database: Database, email: string) {
  const { rows } = await database.query(
    `select coalesce(source_name, name) as queue, case when name = 'dead_letters' then 'given up' else state::text end as state,
      coalesce(source_retry_count, retry_count) as tries, start_after as next, coalesce(source_output, output)->>'message' as why
    from pgboss.job where state < 'completed' and strpos(lower(data::text), $1) > 0 order by created_on`,
    [JSON.stringify(email)],
  );
  return z.array(jobRow).parse(rows);
}
export type JobWith = z.infer<typeof jobRow>;
