import { DELIVERY_MESSAGES } from '#contract/deliveries.ts';
import { isTooLate } from '#contract/rules/lateness.ts';
import { withPreviewText } from '#newsletter/render/mailing.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery, DeliveryForJob, ShownDelivery } from '#server/data/deliveries.ts';
import { addRecipients, countAudience } from '#server/data/recipients.ts';
import { isImporting } from '#server/data/subscribers.ts';
import { obstacleAt, pausedMessage } from '#server/features/deliveries/obstacles.ts';
import { currentReplyTo, logReplyToChange } from '#server/features/deliveries/reply-address.ts';
import { changeDelivery, logDelivery } from '#server/features/deliveries/repo.ts';
import { pauseForTrouble } from './after-batch.ts';
import { LATE } from './late.ts';
import type { LoadMailSource, MailSource } from './mail-source.ts';
import { enqueueDelivery, summaryQueue } from './queues.ts';
import { assignRecipientVariants, bitsOf, TooManyVariants } from './recipient-variants.ts';

/** Starting a delivery, at once or at its scheduled time. */

/** Messages for its creator. */
const TROUBLES = {
  unpublished: 'The newsletter was not published when its time came',
  nobody: 'There was nobody to send it to when its time came',
  closed: 'The school was closed when its time came',
} as const;

const IMPORT_PAUSE_MS = 5000;

/**
 * Starts a scheduled delivery, waits for its time, pauses it if the plan has ended or the school is suspended, or cancels it if it cannot
 * start.
 */
export async function beginPlanned(
  context: AppContext,
  loadSource: LoadMailSource,
  found: DeliveryForJob,
): Promise<void> {
  const { newsletterId } = found.delivery;
  // A digest begins when it is created.
  if (newsletterId === null) return;
  const row = { ...found.delivery, newsletterId };
  const now = context.clock.now();
  if (row.sendAt !== null && row.sendAt > now) return await enqueueDelivery(context, row.id, row.sendAt);
  const kind = obstacleAt(found, now);
  if (kind === 'planEnded') return await pauseForTrouble(context, row, pausedMessage(kind, found), 'notify');
  if (kind === 'suspended') return await pauseForTrouble(context, row, pausedMessage(kind, found));
  if (kind !== null) return await cancelPlanned(context, row, TROUBLES[kind]);
  if (row.sendAt !== null && isTooLate(row.sendAt, now))
    return await pauseForTrouble(context, row, LATE.planned, 'notify');
  // The delivery needs the whole list. An import takes seconds; one that lost its file is given up after some minutes.
  if (await isImporting(context.database, row.schoolId))
    return await enqueueDelivery(context, row.id, new Date(now.getTime() + IMPORT_PAUSE_MS));
  const source = await loadSource(context, row.schoolId, row.newsletterId);
  if (!source?.published) return await cancelPlanned(context, row, TROUBLES.unpublished);
  const begin = context.database.forSchool(row.schoolId, async () => {
    const answered = { ...row, replyTo: await currentReplyTo(context, row) };
    const begun = await beginDelivery(context, answered, source);
    if (begun === null) return;
    if (begun.reached === 0)
      return await cancelPlanned(context, { ...row, status: 'sending' }, TROUBLES.nobody);
    await logReplyToChange(context, row, answered.replyTo);
    await logDelivery(context, answered, null, 'send', { sent_to: begun.count });
  });
  await begin.catch(async (error: unknown) => {
    if (!(error instanceof TooManyVariants)) throw error;
    await cancelPlanned(context, row, DELIVERY_MESSAGES.readings);
  });
}

/** The parts of a newsletter that a delivery takes when it begins. */
type BegunSource = Pick<MailSource, 'html' | 'text' | 'recordEdition' | 'targets' | 'variants'>;

/** The number of recipients, and the number reached including those who get it in their digest. */
export interface Begun {
  readonly count: number;
  readonly reached: number;
}

/**
 * Stores the current mail and the recipients. Null, and no change, if the delivery's status is no longer the given one: another call has
 * cancelled or started it. Throws 409 if too many different mails would go out.
 */
export async function beginDelivery(
  context: AppContext,
  row: ShownDelivery | (Delivery & { readonly newsletterId: string }),
  source: BegunSource,
): Promise<Begun | null> {
  const startedAt = context.clock.now();
  return await context.database.forSchool(row.schoolId, async () => {
    const { replyTo } = row;
    const editionId = await source.recordEdition();
    const began = {
      status: 'sending',
      startedAt,
      wentOnAt: startedAt,
      replyTo,
      trouble: null,
      editionId,
      ...mailParts(row, source),
    } as const;
    // First, because it locks the row: a concurrent cancel comes before it or after it.
    if ((await changeDelivery(context.database, row, [row.status], began)) === null) return null;
    const bits = await bitsOf(context, row.schoolId, source);
    const count = await addRecipients(context.database, row, bits, startedAt);
    if (count > 0) await assignRecipientVariants(context, { ...row, editionId }, source);
    const { withDigest } = await countAudience(context.database, row, bits);
    if (count + withDigest > 0) await enqueueDelivery(context, row.id);
    return { count, reached: count + withDigest };
  });
}

/** The columns for a delivery's mail. */
export function mailParts(
  { previewText }: Pick<Delivery, 'previewText'>,
  { html, text }: { readonly html: string; readonly text: string },
) {
  return { mailHtml: withPreviewText(html, previewText), mailText: text };
}

/** Cancels a delivery that cannot start, and notifies its creator. */
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
