import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { GIVE_UP_MS } from '#contract/deliveries.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { type Delivery, type DeliveryForJob, findDeliveryForJob } from '#server/data/deliveries.ts';
import { findMember } from '#server/data/staff.ts';
import { isOnTrialQuota } from '#server/data/trial-quota.ts';
import { defineDigests } from '#server/features/deliveries/digest/digest.ts';
import { obstacleAt, pausedMessage } from '#server/features/deliveries/obstacles.ts';
import { findDueDeliveries, isRetrying } from '#server/features/deliveries/repo.ts';
import { staffAddresses } from '#server/platform/files/own-addresses.ts';
import { defineMail } from '#server/platform/mail/define-mail.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { finish, finishBatch, isDigest, pauseForTrouble } from './after-batch.ts';
import { resumeSendingAfterJump } from './after-jump.ts';
import { beginPlanned } from './begin.ts';
import { giveUpDigest, isDigestsMorning } from './digests.ts';
import { isStale, LATE } from './late.ts';
import { testMail } from './mail.ts';
import type { LoadMailSource, MailSource, VariantMails } from './mail-source.ts';
import {
  deliveryQueue,
  enqueueDelivery,
  pagesQueue,
  pausedQueue,
  summaryQueue,
  sweepQueue,
  testMailQueue,
} from './queues.ts';
import { mailsPerDay } from './quota.ts';
import { skipWaiting } from './recipient-claims.ts';
import { sendBatch } from './send-batch.ts';
import { pausedEmail, summaryEmail } from './summary.ts';

/** The jobs of sending: start scheduled deliveries, continue started ones, end finished ones. */

/** Defines the jobs of sending. */
export function defineSending(context: AppContext, loadSource: LoadMailSource, variants: VariantMails): void {
  // Marks this process's claims: another process's are left alone while it lives.
  const by = randomUUID();
  context.jobs.define(
    deliveryQueue,
    ({ id }) => continueDelivery(context, { loadSource, variants, by }, id),
    {
      oneWaiting: true,
    },
  );
  context.jobs.define(testMailQueue, (order) => deliverTest(context, { loadSource, variants }, order));
  context.jobs.define(pagesQueue, ({ schoolId, editionId }) =>
    variants.keepPages(context, schoolId, editionId),
  );
  defineMail(context, summaryQueue, (about) => summaryEmail(context, about));
  defineMail(context, pausedQueue, (about) => pausedEmail(context, about));
  // Limits the wait if a job is ever lost.
  context.jobs.define(sweepQueue, async () => {
    await resumeSendingAfterJump(context);
    for (const id of await findDueDeliveries(context.database, context.clock.now()))
      await enqueueDelivery(context, id);
  });
  context.jobs.schedule(sweepQueue, '*/5 * * * *', 'UTC', {});
  defineDigests(context);
}

/** Enqueues a test mail. */
export async function sendTest(
  context: AppContext,
  order: z.input<typeof testMailQueue.data>,
): Promise<void> {
  // The person who tests is waiting now.
  await context.jobs.send(testMailQueue, order, { tryFor: HOUR_MS });
}

/** The mail for some groups, which links to their own page if the newsletter is published. Null if it was deleted meanwhile. */
async function testedMail(
  context: AppContext,
  { loadSource, variants }: Pick<Sending, 'loadSource' | 'variants'>,
  everyones: MailSource,
  {
    schoolId,
    newsletterId,
    groups = [],
  }: {
    readonly schoolId: string;
    readonly newsletterId: string;
    readonly groups?: readonly string[] | undefined;
  },
): Promise<Pick<MailSource, 'html' | 'text'> | null> {
  const own = everyones.targets.filter((id) => groups.includes(id));
  if (own.length === 0 && groups.length === 0) return everyones;
  const editionId =
    own.length > 0 && everyones.published
      ? await context.database.forSchool(schoolId, () => everyones.recordEdition())
      : null;
  const assigned = editionId && (await variants.assign(context, { schoolId, editionId }, [own]));
  const variantId = assigned === null || assigned === 'too many' ? null : assigned[0];
  if (variantId != null) return await variants.mail(context, schoolId, variantId);
  return await loadSource(context, schoolId, newsletterId, groups);
}

async function deliverTest(
  context: AppContext,
  { loadSource, variants }: Pick<Sending, 'loadSource' | 'variants'>,
  { schoolId, personId, newsletterId, words, groups }: z.output<typeof testMailQueue.data>,
): Promise<void> {
  const person = await findMember(context.database, schoolId, personId);
  const source = await loadSource(context, schoolId, newsletterId);
  // The person has left the staff, or something was deleted.
  if (person === undefined || source === null) return;
  const mail = await testedMail(context, { loadSource, variants }, source, {
    schoolId,
    newsletterId,
    groups,
  });
  if (mail === null) return;
  // Unpublished files need staff's signed addresses.
  const files = await staffAddresses(context, schoolId);
  const parts = { html: files.inMail(mail.html), text: files.inMail(mail.text) };
  await context.mail.send(testMail(context, words, parts, { ...mailTo(person), schoolId }));
}

interface Sending {
  readonly loadSource: LoadMailSource;
  readonly variants: VariantMails;
  readonly by: string;
}

async function continueDelivery(
  context: AppContext,
  { loadSource, variants, by }: Sending,
  id: string,
): Promise<void> {
  const found = await findDeliveryForJob(context.database, id);
  // The delivery was deleted together with its newsletter.
  if (found === null) return;
  const row = found.delivery;
  if (row.status === 'canceled')
    return await skipWaiting(context.database, row, 'canceled', context.clock.now());
  if (row.status === 'scheduled') return await beginPlanned(context, loadSource, found);
  if (row.status !== 'sending' && !isRetrying(row)) return;
  const obstacle = obstacleAt(found, context.clock.now());
  if ((obstacle === 'closed' || obstacle === 'suspended') && isDigest(row))
    return await giveUpDigest(context, row);
  if (obstacle === 'planEnded' && !isDigest(row) && isSpreadByTrial(context, found))
    return await pauseForTrouble(context, row, pausedMessage(obstacle, found), 'notify');
  // The end of a plan stops no other delivery that has started.
  if (obstacle !== null && obstacle !== 'planEnded') {
    if (row.status === 'sending') return await pauseForTrouble(context, row, pausedMessage(obstacle, found));
    return await waitWithRetries(context, row);
  }
  if (row.status === 'sending' && isStale(row, context.clock.now())) {
    if (!isDigest(row)) return await pauseForTrouble(context, row, LATE.began, 'notify');
    if (!(await isDigestsMorning(context, row, found.school))) return;
  }
  if (row.heldUntil !== null && row.heldUntil > context.clock.now() && !isQuotaLifted(context, found))
    return await enqueueDelivery(context, id, row.heldUntil);
  // The next job runs beside this one in another process, or after it in this one.
  const sender = { by, variants, perDay: await mailsPerDay(context, found.school) };
  await finishBatch(context, row, await sendBatch(context, row, sender, () => enqueueDelivery(context, id)));
}

// The delivery is not paused, as it is done for everybody else: the sweep tries again until the retries are given up.
async function waitWithRetries(context: AppContext, row: Delivery): Promise<void> {
  const now = context.clock.now();
  if (now.getTime() - (row.finishedAt?.getTime() ?? 0) < GIVE_UP_MS) return;
  await skipWaiting(context.database, row, 'canceled', now);
  await finish(context, row);
}

// A trial's delivery that its quota spreads over days waits for a plan once the trial ends: it could last for months.
function isSpreadByTrial(context: AppContext, { delivery, school }: DeliveryForJob): boolean {
  const { status, heldUntil, outages } = delivery;
  return status === 'sending' && heldUntil !== null && outages === 0 && isOnTrialQuota(context, school);
}

// A delivery that waits for its next day, not for the mail server, continues once the school has a plan.
function isQuotaLifted(context: AppContext, { delivery, school }: DeliveryForJob): boolean {
  return delivery.outages === 0 && !isOnTrialQuota(context, school);
}
