import { RETRY_WAITS_MS } from '#contract/api/webhooks.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { webhookSecretOwner } from '#server/data/keys/sealed-columns.ts';
import { enqueueWebhook } from '#server/data/webhooks/queue.ts';
import { Gate } from '#server/platform/gate/gate.ts';
import { type Posted, post } from '#server/platform/outgoing/post.ts';
import { webhookMail } from './emails.ts';
import {
  claimDelivery,
  type DeliveryRow,
  failWaiting,
  findWebhook,
  forgetRemoved,
  nextTryFor,
  switchOff,
  updateDelivery,
  updateWebhook,
  type WebhookRow,
} from './repo.ts';
import { signedHeaders } from './signing.ts';

/** Sends the waiting deliveries of a webhook. All state is in the rows, so any process can continue after any other. */

// Longer than one try can take.
const CLAIM_MS = MINUTE_MS;
// Limited, so that one school's receiver does not hold up the others'.
const BATCH = 25;
/** After a failure the receiver gets a rest, whatever else is due. */
const REST_MS = 30 * SECOND_MS;
/** If nothing was delivered for so long, and all tries of one delivery failed, the webhook is switched off. */
const LONG_MS = 2 * DAY_MS;
const GONE = 410;
const ANSWER_KEPT = 500;

/** Thrown if the school's one place in this process is taken. So slow receivers of one school never take all places. */
class SchoolBusy extends Error {}
const delivering = new Gate({
  places: Number.POSITIVE_INFINITY,
  placesEach: 1,
  waitingEach: 0,
  waiting: 0,
  waitMs: 0,
  refusal: () => new SchoolBusy(),
});
/** A job does not wait for its turn: it is enqueued again after this time. */
const BUSY_MS = 2 * SECOND_MS;

/** As `deliverTo`, or later if another webhook of the school is being served. */
export async function deliverInTurn(context: AppContext, schoolId: string, webhookId: string): Promise<void> {
  try {
    await delivering.run({ share: schoolId }, () => deliverTo(context, schoolId, webhookId));
  } catch (error) {
    if (!(error instanceof SchoolBusy)) throw error;
    const later = new Date(context.clock.now().getTime() + BUSY_MS);
    await enqueueWebhook(context, { schoolId, webhookId }, later);
  }
}

/** Delivers what is due for a webhook, and enqueues the job for what is due later. */
async function deliverTo(context: AppContext, schoolId: string, webhookId: string): Promise<void> {
  const { database, clock } = context;
  for (let left = BATCH; left > 0; left -= 1) {
    const webhook = await findWebhook(database, schoolId, webhookId);
    if (webhook === null || webhook.offSince !== null) return;
    const now = clock.now();
    const due = await claimDelivery(database, webhook, now, new Date(now.getTime() + CLAIM_MS));
    if (due === null) return await enqueueNext(context, webhook, now);
    if (!(await deliver(context, webhook, due)))
      return await enqueueNext(context, webhook, new Date(clock.now().getTime() + REST_MS));
  }
  await enqueueWebhook(context, { schoolId, webhookId });
}

async function enqueueNext(context: AppContext, webhook: WebhookRow, earliest: Date): Promise<void> {
  const next = await nextTryFor(context.database, webhook);
  const webhookRef = { schoolId: webhook.schoolId, webhookId: webhook.id };
  if (next !== null) await enqueueWebhook(context, webhookRef, next < earliest ? earliest : next);
}

/** Tries once. False if it failed. */
async function deliver(context: AppContext, webhook: WebhookRow, due: DeliveryRow): Promise<boolean> {
  const { clock, config, keys } = context;
  const at = clock.now();
  const began = clock.monotonic();
  const { body } = due;
  const secrets = secretsOf(webhook, at).map((stored) => keys.open(webhookSecretOwner(webhook.id), stored));
  const headers = signedHeaders(due, secrets, at);
  const posted = await post({ url: webhook.url, headers, body, allowPrivate: config.webhooksAllowPrivate });
  const milliseconds = Math.round(clock.monotonic() - began);
  const isDelivered = 'status' in posted && posted.status >= 200 && posted.status < 300;
  await record(context, webhook, due, { posted, isDelivered, milliseconds, at });
  return isDelivered;
}

/** The secrets in their stored form. */
function secretsOf({ secret, oldSecret, oldSecretUntil }: WebhookRow, now: Date): readonly string[] {
  const isOver = oldSecret === null || oldSecretUntil === null || oldSecretUntil <= now;
  return isOver ? [secret] : [secret, oldSecret];
}

interface Outcome {
  readonly posted: Posted;
  readonly isDelivered: boolean;
  readonly milliseconds: number;
  readonly at: Date;
}

async function record(
  context: AppContext,
  webhook: WebhookRow,
  due: DeliveryRow,
  { posted, isDelivered, milliseconds, at }: Outcome,
): Promise<void> {
  const { database } = context;
  const tries = due.tries + 1;
  const wait = RETRY_WAITS_MS[due.tries];
  const isOver = !isDelivered && wait === undefined;
  const nextTryAt = isDelivered || wait === undefined ? null : new Date(at.getTime() + wait);
  const answered = 'status' in posted;
  await database.forSchool(webhook.schoolId, async () => {
    await updateDelivery(database, due, {
      state: isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting',
      tries,
      nextTryAt,
      lastTriedAt: at,
      statusCode: answered ? posted.status : null,
      noAnswer: answered ? null : posted.noAnswer,
      // The receiver's answer, for finding the error; a success needs none.
      answer: answered && !isDelivered ? storable(posted.answer).slice(0, ANSWER_KEPT) : '',
      milliseconds,
    });
    // The owner has switched it off meanwhile, which ended the deliveries that were waiting then, but not this one.
    if ((await findWebhook(database, webhook.schoolId, webhook.id))?.offSince)
      await failWaiting(database, webhook);
    if (due.event === 'subscriber.left')
      await forgetRemoved(database, { schoolId: webhook.schoolId, webhookId: webhook.id });
    const failingSince = isDelivered ? null : (webhook.failingSince ?? at);
    if (failingSince?.getTime() !== webhook.failingSince?.getTime())
      await updateWebhook(database, webhook.schoolId, webhook.id, { failingSince });
    const isGone = answered && posted.status === GONE;
    const isLong = failingSince !== null && at.getTime() - failingSince.getTime() >= LONG_MS;
    if (isGone || (isOver && isLong)) await stop(context, webhook, at);
  });
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

async function stop(context: AppContext, webhook: WebhookRow, at: Date): Promise<void> {
  const { database, jobs } = context;
  const { schoolId, url } = webhook;
  if (!(await switchOff(database, webhook, at))) return;
  await failWaiting(database, webhook);
  const { host } = new URL(url);
  await recordAudit(context, { schoolId, personId: null }, 'webhook_stopped', host);
  await jobs.send(webhookMail, { schoolId, host, kind: 'stopped' });
}
