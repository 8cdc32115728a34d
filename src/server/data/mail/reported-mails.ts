import { and, desc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { FailureReason } from '#contract/deliveries.ts';
import type { MailReport } from '#contract/mail/bounces.ts';
import type { Subscriber } from '#server/data/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';

/** Deliveries' mails that were reported on. */

type Recipient = typeof recipients.$inferSelect;

/** The school of a recipient's number from a verified token; null if the recipient is deleted. */
export async function findSchoolOfMail(database: Database, recipientId: number): Promise<string | null> {
  const [row] = await database
    .orm()
    .select({ schoolId: recipients.schoolId })
    .from(recipients)
    .where(eq(recipients.id, recipientId));
  return row?.schoolId ?? null;
}

/** Locks the mail and its subscriber. Null if either is deleted. Call it in the school's transaction. */
export async function lockReported(
  database: Database,
  schoolId: string,
  recipientId: number,
): Promise<{ readonly mail: Recipient; readonly subscriber: Subscriber } | null> {
  const orm = database.orm();
  const [mail] = await orm
    .select()
    .from(recipients)
    .where(and(eq(recipients.schoolId, schoolId), eq(recipients.id, recipientId)))
    .for('update');
  if (mail === undefined || mail.subscriberId === null) return null;
  const [subscriber] = await orm
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, mail.subscriberId)))
    .for('update');
  return subscriber === undefined ? null : { mail, subscriber };
}

// The reasons in the list of a sending's failures.
const REASONS: Readonly<Record<MailReport, FailureReason | null>> = {
  full: 'gave_up',
  soft: 'gave_up',
  blocked: 'rejected',
  gone: 'refused',
  // The mail has arrived.
  complaint: null,
};

/** Records a report about a mail, which then counts as not delivered, unless the report is a complaint. */
export async function recordReport(
  database: Database,
  { schoolId, id, state }: Recipient,
  { report, response, at }: { readonly report: MailReport; readonly response: string; readonly at: Date },
): Promise<void> {
  const reason = REASONS[report];
  const isSent = state === 'sent' || state === 'failed';
  await database
    .orm()
    .update(recipients)
    .set({
      report,
      ...(reason !== null && { mayHaveArrived: false }),
      ...(isSent && reason !== null && { state: 'failed', reason, detail: response, endedAt: at }),
    })
    .where(and(eq(recipients.schoolId, schoolId), eq(recipients.id, id)));
}

const MAILS_LOOKED_AT = 30;

/** The last mails handed over for a subscriber's current address, newest first. */
export async function lastMailsTo(database: Database, { schoolId, id, addressSince }: Subscriber) {
  return await database
    .orm()
    .select({ report: recipients.report, triedAt: sql`${recipients.firstTriedAt}`.mapWith(recipients.dueAt) })
    .from(recipients)
    .where(
      and(
        eq(recipients.schoolId, schoolId),
        eq(recipients.subscriberId, id),
        or(eq(recipients.state, 'sent'), isNotNull(recipients.report)),
        addressSince === null
          ? isNotNull(recipients.firstTriedAt)
          : gt(recipients.firstTriedAt, addressSince),
      ),
    )
    .orderBy(desc(recipients.firstTriedAt), desc(recipients.id))
    .limit(MAILS_LOOKED_AT);
}

/** Notes that a subscriber called a newsletter spam. */
export async function noteComplaint(
  database: Database,
  { schoolId, id }: Subscriber,
  at: Date,
): Promise<void> {
  await database
    .orm()
    .update(subscribers)
    .set({ complainedAt: at })
    .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, id)));
}
