import type { AuditAction } from '#contract/audit.ts';
import { FAILURE_LABELS } from '#contract/deliveries.ts';
import { type BounceKind, MAIL_REPORTS, type MailReport } from '#contract/mail/bounces.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { readReportToken } from '#server/data/mail/report-tokens.ts';
import {
  findSchoolOfMail,
  lastMailsTo,
  lockReported,
  noteComplaint,
  recordReport,
} from '#server/data/mail/reported-mails.ts';
import { noteLeaving } from '#server/data/restoring/note-leaving.ts';
import { noteBounce, type Subscriber, setSubscribed } from '#server/data/subscribers.ts';
import { notifyWebhooks } from '#server/data/webhooks/outbox.ts';
import { comesBackInARow } from './in-a-row.ts';

/** Applies a report to the family whose mail it is about. */

/** Counts an address that does not exist in its school's day. The deliveries feature supplies it. */
export type CountBounce = (context: AppContext, schoolId: string, sentAt: Date) => Promise<void>;

/** A report from any source: the mail's token, not verified yet, and what it says. */
export interface MailNews {
  readonly token: string;
  readonly report: MailReport;
  readonly response: string;
}

/**
 * Applies a report. Returns false, and does nothing, if the token is not ours. Applying a report again changes nothing, and nor
 * does one about a mail to an address that has been changed or trusted since.
 */
export async function applyReport(
  context: AppContext,
  countBounce: CountBounce,
  { token, report, response }: MailNews,
): Promise<boolean> {
  const { database, clock } = context;
  const recipientId = await readReportToken(context, token);
  if (recipientId === null) return false;
  const schoolId = await findSchoolOfMail(database, recipientId);
  // The newsletter is deleted, or the school erased.
  if (schoolId === null) return true;
  const unknownSince = await database.forSchool(schoolId, async () => {
    const found = await lockReported(database, schoolId, recipientId);
    if (found === null || !saysMore(report, found.mail.report)) return null;
    const { mail, subscriber } = found;
    const now = clock.now();
    await recordReport(database, mail, { report, response, at: now });
    const triedAt = mail.firstTriedAt ?? now;
    if (subscriber.addressSince !== null && triedAt <= subscriber.addressSince) return null;
    await change(context, subscriber, report, response);
    return report === 'gone' ? triedAt : null;
  });
  if (unknownSince !== null) await countBounce(context, schoolId, unknownSince);
  return true;
}

async function change(
  context: AppContext,
  subscriber: Subscriber,
  report: MailReport,
  response: string,
): Promise<void> {
  const { database, clock } = context;
  if (report === 'complaint') return await unsubscribe(context, subscriber);
  if (report === 'gone') return await stop(context, subscriber, 'gone', response);
  if (report !== 'soft') return;
  if (comesBackInARow(await lastMailsTo(database, subscriber), clock.now()))
    await stop(context, subscriber, 'repeated', response);
}

async function stop(
  context: AppContext,
  subscriber: Subscriber,
  bounceKind: BounceKind,
  response: string,
): Promise<void> {
  if (subscriber.bouncedAt !== null) return;
  const { database, clock } = context;
  const { schoolId, id: subscriberId, email } = subscriber;
  const bounceReason = response || FAILURE_LABELS.refused;
  await noteBounce(
    database,
    schoolId,
    { subscriberId, email },
    { bouncedAt: clock.now(), bounceReason, bounceKind },
  );
  const bounce = { subscriber: { id: subscriberId, email }, reason: bounceReason };
  await notifyWebhooks(context, schoolId, 'subscriber.bounced', [bounce]);
  await log(context, subscriber, 'family_not_reached');
}

// The school cannot put somebody who complained back on the list, as it cannot somebody who left.
async function unsubscribe(context: AppContext, subscriber: Subscriber): Promise<void> {
  const { database, clock } = context;
  const { schoolId, id } = subscriber;
  const at = clock.now();
  if (!(await setSubscribed(database, schoolId, id, { isSubscribed: false, at }))) return;
  noteLeaving(context, 'left', subscriber);
  await noteComplaint(database, subscriber, at);
  const complaint = { subscriber: { id, email: subscriber.email }, how: 'complained' } as const;
  await notifyWebhooks(context, schoolId, 'subscriber.left', [complaint]);
  await log(context, subscriber, 'family_complained');
}

async function log(context: AppContext, { schoolId, id }: Subscriber, action: AuditAction): Promise<void> {
  await recordAudit(context, { schoolId, personId: null }, action, 'a family', { subscriber_id: id });
}

/** Whether a report is worse than the known one. */
function saysMore(report: MailReport, known: MailReport | null): boolean {
  return known === null || MAIL_REPORTS.indexOf(report) > MAIL_REPORTS.indexOf(known);
}
