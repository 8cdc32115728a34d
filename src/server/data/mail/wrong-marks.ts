import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { workingAddress } from '#server/data/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { refusalOf } from '#server/platform/mail/refusal.ts';

/** Families marked as gone although the server's answer was about something else: earlier versions misread it. */

/** A marked family. `response` is the server's answer. */
export interface WrongMark {
  readonly id: string;
  readonly schoolId: string;
  readonly schoolName: string;
  readonly response: string;
  readonly bouncedAt: Date | null;
}

const columns = {
  id: subscribers.id,
  schoolId: subscribers.schoolId,
  schoolName: schools.name,
  response: sql<string>`coalesce(${subscribers.bounceReason}, '')`,
  bouncedAt: subscribers.bouncedAt,
};

/** The marks of all schools whose answer is not about an address. Marks with a meaningless answer are left alone. */
export async function findWrongMarks(database: Database): Promise<readonly WrongMark[]> {
  const marked = await find(database, eq(subscribers.bounceKind, 'gone'));
  return marked.filter(({ response }) => !['address', 'unclear'].includes(refusalOf({ response }).about));
}

/** All families that were marked in a delivery, whatever the answer. */
export async function findMarksOf(database: Database, deliveryId: string): Promise<readonly WrongMark[]> {
  const there = sql`exists (select from ${recipients} r where r.delivery_id = ${deliveryId}
    and r.subscriber_id = ${subscribers.id} and r.reason = 'refused' and r.ended_at = ${subscribers.bouncedAt})`;
  return await find(database, there);
}

async function find(database: Database, condition: SQL): Promise<readonly WrongMark[]> {
  return await database
    .orm()
    .select(columns)
    .from(subscribers)
    .innerJoin(schools, eq(schools.id, subscribers.schoolId))
    .where(and(isNotNull(subscribers.bouncedAt), condition))
    .orderBy(schools.name, schools.id, subscribers.bounceReason, subscribers.email);
}

/**
 * Removes marks of one school. From now on the mails count as `rejected`, so that they can be sent again.
 * Resolves to the number of families that were still marked.
 */
export async function undoMarks(
  context: AppContext,
  schoolId: string,
  marks: readonly WrongMark[],
): Promise<number> {
  const ids = sql.param(marks.map(({ id }) => id));
  const isMarked = and(eq(subscribers.schoolId, schoolId), sql`${subscribers.id} = any(${ids}::uuid[])`);
  return await context.database.forSchool(schoolId, async () => {
    const orm = context.database.orm();
    const since = sql`exists (select from ${subscribers} s where s.id = ${recipients.subscriberId}
      and s.id = any(${ids}::uuid[]) and s.bounced_at <= ${recipients.endedAt})`;
    await orm
      .update(recipients)
      .set({ reason: 'rejected' })
      .where(and(eq(recipients.schoolId, schoolId), eq(recipients.reason, 'refused'), since));
    const undone = await orm
      .update(subscribers)
      .set(workingAddress(context.clock.now()))
      .where(and(isMarked, isNotNull(subscribers.bouncedAt)))
      .returning({ id: subscribers.id });
    if (undone.length > 0)
      await recordAudit(
        context,
        { schoolId, personId: null },
        'address_trusted',
        undone.length === 1 ? 'a family' : `${undone.length} families`,
      );
    return undone.length;
  });
}
