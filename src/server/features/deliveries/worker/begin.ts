import { withPreviewText } from '#newsletter/render/mailing.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery, DeliveryForJob, ShownDelivery } from '#server/data/deliveries.ts';
import { addRecipients } from '#server/data/recipients.ts';
import { isImporting } from '#server/data/subscribers.ts';
import { heldWords, obstacleTo } from '#server/features/deliveries/obstacles.ts';
import { currentReplyTo, logMovedReplies } from '#server/features/deliveries/replies.ts';
import { changeDelivery, logDelivery } from '#server/features/deliveries/repo.ts';
import { pauseForTrouble } from './after-batch.ts';
import type { LoadMailSource } from './mail.ts';
import { summaryQueue, wakeDelivery } from './queues.ts';

/** How a delivery begins, at once or at the time that was planned. */

/** Sentences for the sender. */
const TROUBLES = {
  unpublished: 'The newsletter was not published when its time came',
  nobody: 'There was nobody to send it to when its time came',
  closed: 'The school was closed when its time came',
} as const;

const IMPORT_PAUSE_MS = 5000;

/** Begins what was planned, waits on until its time, holds it for a plan, or cancels what cannot begin. */
export async function beginPlanned(
  context: AppContext,
  loadSource: LoadMailSource,
  found: DeliveryForJob,
): Promise<void> {
  const { delivery: row } = found;
  const now = context.clock.now();
  if (row.sendAt !== null && row.sendAt > now) return await wakeDelivery(context, row.id, row.sendAt);
  const kind = obstacleTo(found, now);
  if (kind === 'planEnded') return await pauseForTrouble(context, row, heldWords(kind, found), 'tell');
  if (kind !== null) return await cancelPlanned(context, row, TROUBLES[kind]);
  // It goes to the whole list: an import ends, or is taken back, within a minute.
  if (await isImporting(context.database, row.schoolId))
    return await wakeDelivery(context, row.id, new Date(now.getTime() + IMPORT_PAUSE_MS));
  const source = await loadSource(context, row.schoolId, row.newsletterId);
  if (!source?.published) return await cancelPlanned(context, row, TROUBLES.unpublished);
  await context.database.forSchool(row.schoolId, async () => {
    const answered = { ...row, replyTo: await currentReplyTo(context, row) };
    const begun = await beginDelivery(context, answered, source);
    if (begun === null) return;
    if (begun === 0) return await cancelPlanned(context, { ...row, status: 'sending' }, TROUBLES.nobody);
    await logMovedReplies(context, row, answered.replyTo);
    await logDelivery(context, answered, null, 'send', { sent_to: begun });
  });
}

/**
 * Takes the mail as it is now and writes down who gets it: resolves to their number. Null where the delivery is no longer
 * as it was read (somebody has canceled it, or begun it): nothing is changed then.
 */
export async function beginDelivery(
  context: AppContext,
  row: ShownDelivery | Delivery,
  source: { readonly html: string; readonly text: string },
): Promise<number | null> {
  const startedAt = context.clock.now();
  return await context.database.forSchool(row.schoolId, async () => {
    const { replyTo } = row;
    const began = {
      status: 'sending',
      startedAt,
      replyTo,
      trouble: null,
      ...mailParts(row, source),
    } as const;
    // First of all, as it locks the row: whoever cancels at this moment comes before it or after it.
    if ((await changeDelivery(context.database, row, [row.status], began)) === null) return null;
    const count = await addRecipients(context.database, row, startedAt);
    if (count > 0) await wakeDelivery(context, row.id);
    return count;
  });
}

/** The mail as a delivery keeps it for everybody whom it goes to. */
export function mailParts(
  { previewText }: Pick<Delivery, 'previewText'>,
  { html, text }: { readonly html: string; readonly text: string },
) {
  return { mailHtml: withPreviewText(html, previewText), mailText: text };
}

/** Cancels what cannot begin, and tells the sender. */
async function cancelPlanned(context: AppContext, row: Delivery, trouble: string): Promise<void> {
  const finishedAt = context.clock.now();
  await context.database.forSchool(row.schoolId, async () => {
    const nothing = { startedAt: null, mailHtml: null, mailText: null };
    const changes = { ...nothing, status: 'canceled', trouble, finishedAt } as const;
    const changed = await changeDelivery(context.database, row, [row.status], changes);
    if (changed === null) return;
    await logDelivery(context, row, null, 'send_plan_canceled', { trouble });
    await context.jobs.send(summaryQueue, { schoolId: row.schoolId, id: row.id });
  });
}
