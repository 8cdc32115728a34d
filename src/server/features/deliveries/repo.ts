import { and, count, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { AuditAction } from '#contract/audit.ts';
import type { DeliveryStatus } from '#contract/delivery-state.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { countUnconfirmed, deliveries, deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';

type NewDelivery = typeof deliveries.$inferInsert;
type State = (typeof deliveryRecipients.$inferSelect)['state'];
/** The numbers of recipients by state. `unconfirmed`: those of the failed whose mail may have arrived. */
export type StateCounts = { readonly [S in State | 'unconfirmed']?: number };

/** Whether a delivery is scheduled, or was paused when its time came: it has no recipients yet. */
export function hasNotBegun({ status, startedAt }: Pick<Delivery, 'status' | 'startedAt'>): boolean {
  return status === 'scheduled' || (status === 'paused' && startedAt === null);
}

/** Whether a delivery is done except for recipients whose mail servers asked to retry later: its mail is stored for them. */
export function isRetrying({ status, mailHtml }: Pick<Delivery, 'status' | 'mailHtml'>): boolean {
  return status === 'done' && mailHtml !== null;
}
const retrying = and(eq(deliveries.status, 'done'), isNotNull(deliveries.mailHtml));
/** Deliveries whose mails may be sent. */
export const isSendable = or(eq(deliveries.status, 'sending'), retrying);

/** Inserts a delivery. Throws `UniqueViolation` if the newsletter has an unfinished one. */
export async function insertDelivery(database: Database, row: NewDelivery): Promise<Delivery> {
  return await database.forSchool(row.schoolId, async () => {
    return returnedRow(await database.orm().insert(deliveries).values(row).returning());
  });
}

/** The numbers of recipients by state, for each of these deliveries. */
export async function countByState(
  database: Database,
  schoolId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StateCounts>> {
  const { deliveryId, state } = deliveryRecipients;
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: deliveryId, state, count: count(), unconfirmed: countUnconfirmed() })
      .from(deliveryRecipients)
      .where(and(eq(deliveryRecipients.schoolId, schoolId), inArray(deliveryId, [...ids])))
      .groupBy(deliveryId, state),
  );
  const counts = new Map<string, StateCounts>();
  for (const { id, unconfirmed, ...row } of rows)
    counts.set(id, {
      ...counts.get(id),
      [row.state]: row.count,
      ...(row.state === 'failed' && { unconfirmed }),
    });
  return counts;
}

/** Changes a delivery that has one of these statuses; null if it has another. */
export async function changeDelivery(
  database: Database,
  { schoolId, id }: Pick<Delivery, 'schoolId' | 'id'>,
  from: readonly DeliveryStatus[],
  changes: Partial<NewDelivery>,
): Promise<Delivery | null> {
  return await database.forSchool(schoolId, async () => {
    const [row] = await database
      .orm()
      .update(deliveries)
      .set(changes)
      .where(
        and(eq(deliveries.schoolId, schoolId), eq(deliveries.id, id), inArray(deliveries.status, [...from])),
      )
      .returning();
    return row ?? null;
  });
}

/** The ids of all schools' deliveries that have work due. */
export async function findDueDeliveries(database: Database, now: Date): Promise<readonly string[]> {
  const rows = await database
    .orm()
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      or(
        eq(deliveries.status, 'sending'),
        and(eq(deliveries.status, 'scheduled'), or(isNull(deliveries.sendAt), lte(deliveries.sendAt, now))),
        and(retrying, inArray(deliveries.id, stillOpen(database))),
      ),
    );
  return rows.map(({ id }) => id);
}

/** The deliveries of all schools that were running, wait for retries, or were scheduled for a time until then. */
export async function listInterrupted(database: Database, until: Date): Promise<readonly Delivery[]> {
  return await database
    .orm()
    .select()
    .from(deliveries)
    .where(
      or(
        eq(deliveries.status, 'sending'),
        and(eq(deliveries.status, 'scheduled'), lte(deliveries.sendAt, until)),
        and(retrying, inArray(deliveries.id, stillOpen(database))),
      ),
    );
}

// Uses the small index of waiting recipients: most deliveries were done long ago.
function stillOpen(database: Database) {
  return database
    .orm()
    .select({ id: deliveryRecipients.deliveryId })
    .from(deliveryRecipients)
    .where(inArray(deliveryRecipients.state, ['waiting', 'sending']));
}

/** The status of a delivery, locked until the transaction ends; null if there is no such delivery. */
export async function lockStatus(
  database: Database,
  schoolId: string,
  id: string,
): Promise<DeliveryStatus | null> {
  return await database.forSchool(schoolId, async () => {
    const [row] = await database
      .orm()
      .select({ status: deliveries.status })
      .from(deliveries)
      .where(and(eq(deliveries.schoolId, schoolId), eq(deliveries.id, id)))
      .for('update');
    return row?.status ?? null;
  });
}

/** Records an action on a delivery in the school's log. Without a person, the program itself acted. */
export async function logDelivery(
  context: AppContext,
  delivery: Pick<Delivery, 'id' | 'schoolId' | 'newsletterId' | 'subject' | 'replyTo' | 'audienceWords'>,
  personId: string | null,
  action: Extract<AuditAction, `send${string}`>,
  details: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const { schoolId, id, newsletterId, subject, replyTo, audienceWords } = delivery;
  const begins = action === 'send' || action === 'send_planned';
  const answers = begins ? { reply_to: replyTo, ...(audienceWords !== null && { to: audienceWords }) } : {};
  const of = newsletterId === null ? {} : { news_letter_id: newsletterId };
  const about = { ...details, ...answers, delivery_id: id, ...of };
  await recordAudit(context, { schoolId, personId }, action, subject, about);
}
