import { isBounceStop } from '#contract/rules/sending-quota.ts';
import { dateAndTimeIn } from '#newsletter/values/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { findShownNewsletter } from '#server/data/newsletters.ts';
import { loadSchool } from '#server/data/schools.ts';
import { listPeopleToNotify } from '#server/data/staff.ts';
import { isOnTrialQuota } from '#server/data/trial-quota.ts';
import { newsletterForWebhooks, notifyWebhooks } from '#server/data/webhooks/outbox.ts';
import { changeDelivery, countByState, logDelivery } from '#server/features/deliveries/repo.ts';
import { withoutFullStop } from '#server/platform/full-stop.ts';
import {
  FOR_OPERATOR,
  type MailNotSent,
  type MailServerTrouble,
  maskAddresses,
} from '#server/platform/mail/failure.ts';
import { quotaWait } from '#server/platform/mail/refusal.ts';
import { recordProgress } from './late.ts';
import { enqueueDelivery, pagesQueue, pausedQueue, summaryQueue } from './queues.ts';
import type { Day } from './quota.ts';
import { findUnfinished, retryRejected } from './recipient-claims.ts';
import { findRecipientVariants } from './recipient-variants.ts';
import type { OfAll } from './refusals.ts';
import { serverDelay } from './retry.ts';
import type { BatchResult } from './send-batch.ts';

/** The steps after a batch: a delay, a pause, the end, or the next batch. */

/** Messages on the delivery's page and in a mail. */
const TROUBLES = {
  connection: 'The mail server does not answer just now. We go on as soon as it does',
  login: `The mail server does not let us log in. ${FOR_OPERATOR}`,
  certificate: `The mail server cannot prove that it is the right one. ${FOR_OPERATOR}`,
  encryption: `The mail server offers no encrypted connection. ${FOR_OPERATOR}`,
  sender: `The mail server does not let us send from our address. ${FOR_OPERATOR}`,
} as const satisfies Record<MailServerTrouble, string>;
/** The server's words follow each. */
const REFUSED = {
  message: 'The mail server refuses this newsletter',
  sender: `The mail server does not take mails from us. ${FOR_OPERATOR}`,
  reputation: `The mail server takes our newsletters for spam. ${FOR_OPERATOR}`,
} as const satisfies Record<Exclude<OfAll['about'], 'quota'>, string>;

/** Decides how a delivery continues after a batch. */
export async function finishBatch(context: AppContext, row: Delivery, batch: BatchResult): Promise<void> {
  const { database } = context;
  if (batch.refusal !== null && (await stopIfRefused(context, row, batch.refusal))) return;
  if (batch.trouble !== null) return await waitForServer(context, row, batch.trouble);
  await recordProgress(context, row);
  if ((row.outages > 0 || row.trouble !== null) && batch.sent > 0) {
    const recovered = { outages: 0, heldUntil: null, trouble: null };
    await changeDelivery(database, row, [row.status], recovered);
  }
  const { nextAt, untried } = await findUnfinished(database, row);
  if (nextAt === null) return await finish(context, row);
  if (untried === 0) await finishExceptRetries(context, row);
  if (batch.spent !== null) return await waitForNextDay(context, row, batch.spent);
  if (untried > 0) await explainWaiting(context, row, batch);
  const at = batch.waitUntil !== null && batch.waitUntil > nextAt ? batch.waitUntil : nextAt;
  await enqueueDelivery(context, row.id, at);
}

/** A shorter wait is not worth a sentence. */
const SHORT_WAIT_MS = 2 * MINUTE_MS;
/** Receivers by the names that families know. */
const RECEIVER_NAMES: Readonly<Record<string, string>> = {
  google: 'Gmail',
  microsoft: 'Outlook and Hotmail',
  yahoo: 'Yahoo',
  apple: 'iCloud',
};

/** Explains why some recipients wait without an attempt. */
async function explainWaiting(
  context: AppContext,
  row: Delivery,
  { slow, waitUntil }: BatchResult,
): Promise<void> {
  const isLong = waitUntil !== null && waitUntil.getTime() - context.clock.now().getTime() > SHORT_WAIT_MS;
  if (slow === null && !isLong) return;
  const { timeZone } = await loadSchool(context.database, row.schoolId);
  const from = (time: Date) => `from ${dateAndTimeIn(timeZone, time)} on`;
  const trouble =
    slow === null
      ? `Our mail server is new to the mail providers, so it sends only so many mails a day at first. It goes on by itself, ${from(waitUntil ?? context.clock.now())}`
      : `${RECEIVER_NAMES[slow.name] ?? slow.name} asks us to send less for a time. Families there get it ${from(slow.until)}`;
  await changeDelivery(context.database, row, ['sending'], { trouble });
}

/** Handles trouble with our own mail server: waits if it does not answer, otherwise pauses for a person. */
async function waitForServer(
  context: AppContext,
  row: Delivery,
  { kind, error }: NonNullable<BatchResult['trouble']>,
): Promise<void> {
  const isSilent = kind === 'connection';
  // Reported once for each outage.
  if (!isSilent || row.outages === 0) context.report(error);
  if (!isSilent && row.status === 'sending' && !isDigest(row))
    return await pauseForTrouble(context, row, TROUBLES[kind], 'notify', 'operator');
  const delay = isSilent ? serverDelay(row.outages + 1) : HOUR_MS;
  await holdUntil(context, row, new Date(context.clock.now().getTime() + delay), TROUBLES[kind]);
}

/** Whether a delivery is a digest. Nobody resumes a digest: it continues by itself, whatever stops it. */
export function isDigest({ digestMonth }: Delivery): boolean {
  return digestMonth !== null;
}

/** The school has used up its daily quota: the rest waits for the next day, or for a person. */
async function waitForNextDay(context: AppContext, row: Delivery, day: Day): Promise<void> {
  const isSending = row.status === 'sending';
  if (isBounceStop(day) && isSending && !isDigest(row))
    return await pauseForTrouble(context, row, bounceTrouble(day), 'notify');
  const trouble = isSending ? await quotaTrouble(context, row, day) : null;
  await changeDelivery(context.database, row, [row.status], { heldUntil: day.endsAt, trouble });
  await enqueueDelivery(context, row.id, day.endsAt);
}

function bounceTrouble({ bounced, tried }: Day): string {
  return `${bounced} of the ${tried} addresses that were written to today do not exist. Mail providers take that for spam, so nothing more goes out today. Check your list of subscribers, and go on tomorrow`;
}

async function quotaTrouble(
  context: AppContext,
  { schoolId }: Delivery,
  { tried, endsAt }: Day,
): Promise<string> {
  const school = await loadSchool(context.database, schoolId);
  const perDay = `newsletters to ${tried} addresses a day`;
  const isTrial = isOnTrialQuota(context, school);
  if (isTrial && school.subscriptionEndDate !== null && school.subscriptionEndDate <= endsAt)
    return `Your free trial sends ${perDay}, and ends before the next day. The rest waits for a plan`;
  const when = dateAndTimeIn(school.timeZone, endsAt);
  const goesOn = `It goes on by itself on ${when}, and nobody is missed out`;
  return isTrial
    ? `Your free trial sends ${perDay}. ${goesOn}. With a plan, the rest gets it at once`
    : `Your school sends ${perDay}, and to more when it has sent for some weeks without trouble. ${goesOn}`;
}

/** Pauses a delivery until a person resumes it. With `notify`, also mails its creator and the owner. */
export async function pauseForTrouble(
  context: AppContext,
  row: Delivery,
  trouble: string,
  notify?: 'notify',
  troubleFor: 'school' | 'operator' = 'school',
): Promise<void> {
  const { schoolId, id } = row;
  await context.database.forSchool(schoolId, async () => {
    const paused = { status: 'paused', trouble, troubleFor } as const;
    const changed = await changeDelivery(context.database, row, ['scheduled', 'sending'], paused);
    if (changed === null) return;
    await logDelivery(context, row, null, 'send_held', { trouble });
    if (notify === undefined) return;
    for (const { id: personId } of await listPeopleToNotify(context.database, schoolId, row.createdBy))
      await context.jobs.send(pausedQueue, { schoolId, id, personId });
  });
}

// Refused recipients are retried when it goes on, as neither they nor their addresses are at fault.
async function stopIfRefused(context: AppContext, row: Delivery, refusal: OfAll): Promise<boolean> {
  const { about, failure, isCertain } = refusal;
  const { response } = failure;
  const now = context.clock.now();
  if (about === 'quota') {
    await holdForQuota(context, row, failure);
    return true;
  }
  const found = await countByState(context.database, row.schoolId, [row.id]);
  const wasTaken = (found.get(row.id)?.sent ?? 0) > 0;
  if (wasTaken && (about === 'message' || !isCertain)) return false;
  const isPausable = row.status === 'sending' && !isDigest(row);
  if (!isPausable && about === 'message') return false;
  // Reported once for each stop.
  if (about !== 'message' && row.outages === 0) context.report(failure);
  if (isPausable) {
    await retryRejected(context.database, row, now);
    const masked = withoutFullStop(maskAddresses(response));
    const troubleFor = about === 'message' ? 'school' : 'operator';
    await pauseForTrouble(context, row, `${REFUSED[about]}. It says: ${masked}`, 'notify', troubleFor);
  } else await holdUntil(context, row, new Date(now.getTime() + HOUR_MS), REFUSED[about]);
  return true;
}

async function holdForQuota(context: AppContext, row: Delivery, failure: MailNotSent): Promise<void> {
  if (row.outages === 0) context.report(failure);
  const until = new Date(context.clock.now().getTime() + quotaWait(failure.response));
  const { timeZone } = await loadSchool(context.database, row.schoolId);
  const goesOn = `It goes on by itself on ${dateAndTimeIn(timeZone, until)}, and nobody is missed out`;
  // Its lateness counts only from then.
  const words = `The mail server takes no more mails from us for a time. ${goesOn}`;
  await holdUntil(context, { ...row, wentOnAt: until }, until, words);
}

async function holdUntil(context: AppContext, row: Delivery, heldUntil: Date, words: string): Promise<void> {
  const trouble = row.status === 'sending' ? words : null;
  const held = { outages: row.outages + 1, heldUntil, trouble };
  await changeDelivery(context.database, row, [row.status], { ...held, wentOnAt: row.wentOnAt });
  await enqueueDelivery(context, row.id, heldUntil);
}

/**
 * Marks a delivery as done that only has recipients to retry, so that the newsletter can be sent to new subscribers. Most
 * retries succeed within an hour, so the summary mail waits that long.
 */
async function finishExceptRetries(context: AppContext, row: Delivery): Promise<void> {
  const finishedAt = context.clock.now();
  await context.database.forSchool(row.schoolId, async () => {
    const done = { status: 'done', finishedAt, trouble: null } as const;
    const changed = await changeDelivery(context.database, row, ['sending'], done);
    if (changed === null) return;
    await context.jobs.send(summaryQueue, { schoolId: row.schoolId, id: row.id }, { after: HOUR_MS });
    await notifyOfSent(context, row);
    await keepPages(context, row);
  });
}

async function keepPages(context: AppContext, row: Delivery): Promise<void> {
  const { schoolId, editionId } = row;
  if (editionId !== null && (await findRecipientVariants(context.database, row)).size > 0)
    await context.jobs.send(pagesQueue, { schoolId, editionId });
}

// A digest has several newsletters and none of its own.
async function notifyOfSent(context: AppContext, { schoolId, id, newsletterId }: Delivery): Promise<void> {
  if (newsletterId === null) return;
  const found = await findShownNewsletter(context.database, schoolId, newsletterId);
  if (found === null) return;
  const {
    sent = 0,
    failed = 0,
    unconfirmed = 0,
    waiting = 0,
  } = (await countByState(context.database, schoolId, [id])).get(id) ?? {};
  const newsletter = newsletterForWebhooks(context, { id: newsletterId, ...found });
  const sending = { newsletter, delivery: { id, sent, failed, unconfirmed, waiting } };
  await notifyWebhooks(context, schoolId, 'newsletter.sent', [sending]);
}

/** Ends a delivery that has nobody left to try. */
export async function finish(context: AppContext, row: Delivery): Promise<void> {
  const nothing = { mailHtml: null, mailText: null, trouble: null };
  const done = { ...nothing, status: 'done', finishedAt: context.clock.now() } as const;
  await context.database.forSchool(row.schoolId, async () => {
    if ((await changeDelivery(context.database, row, ['sending'], done)) !== null) {
      await context.jobs.send(summaryQueue, { schoolId: row.schoolId, id: row.id });
      await notifyOfSent(context, row);
      await keepPages(context, row);
    }
    // Already done, if it only had retries left.
    else await changeDelivery(context.database, row, ['done'], nothing);
  });
}
