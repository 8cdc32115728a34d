import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  OLD_SECRET_MS,
  WEBHOOK_MESSAGES,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookDelivery,
  type webhookChanges,
  webhookDeliveryResource,
  type webhookForm,
  webhookResource,
} from '#contract/api/webhooks.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { webhookSecretOwner } from '#server/data/keys/sealed-columns.ts';
import { lockSchool } from '#server/data/schools.ts';
import { writeDeliveries } from '#server/data/webhooks/outbox.ts';
import { enqueueWebhook } from '#server/data/webhooks/queue.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { isPlain } from '#server/platform/outgoing/post.ts';
import { mayBePublic } from '#server/platform/outgoing/public-addresses.ts';
import { webhookMail } from './emails.ts';
import {
  type DeliveryRow,
  deleteWebhook,
  failWaiting,
  findWebhook,
  findWebhookDelivery,
  insertWebhook,
  listWebhooks,
  updateDelivery,
  updateWebhook,
  type WebhookRow,
} from './repo.ts';
import { newSigningSecret } from './signing.ts';

/** A school's webhooks, which its owner manages. */

export function presentWebhook({ clock }: AppContext, row: WebhookRow): Webhook {
  const events = webhookResource.shape.attributes.shape.events.parse(row.events);
  const isOver = row.oldSecretUntil === null || row.oldSecretUntil <= clock.now();
  return resourceOf(webhookResource, row, {
    events,
    old_secret_until: isOver ? null : (row.oldSecretUntil?.toISOString() ?? null),
  });
}

export function presentWebhookDelivery(row: DeliveryRow): WebhookDelivery {
  return resourceOf(webhookDeliveryResource, row);
}

/** Refuses an address by its form. What its name resolves to is checked at each try. */
function refuseAddress({ config }: AppContext, text: string): void {
  if (config.webhooksAllowPrivate) return;
  const url = new URL(text);
  if (url.protocol !== 'https:') throw invalid({ url: WEBHOOK_MESSAGES.url });
  if (!isPlain(url)) throw invalid({ url: WEBHOOK_MESSAGES.port });
  if (!mayBePublic(url)) throw invalid({ url: WEBHOOK_MESSAGES.private });
}

// The log names only the host: some receivers have a secret in the path.
const hostOf = ({ url }: Pick<WebhookRow, 'url'>) => new URL(url).host;

/** A webhook with its secret, which is shown once. */
interface WithSecret {
  readonly row: WebhookRow;
  readonly secret: string;
}

/** Throws 400 for an address that is not public, 409 if the school has too many. */
export async function addWebhook(
  context: AppContext,
  caller: Member,
  form: z.output<typeof webhookForm>,
): Promise<WithSecret> {
  const { database, clock, keys } = context;
  const { schoolId } = caller;
  refuseAddress(context, form.url);
  return await database.forSchool(schoolId, async () => {
    // Locked, so that of two calls at once not both find room.
    await lockSchool(database, schoolId);
    if ((await listWebhooks(database, schoolId)).length >= WEBHOOKS_MAX)
      throw conflict(WEBHOOK_MESSAGES.full);
    const id = randomUUID();
    const secret = newSigningSecret();
    const row = await insertWebhook(database, {
      ...form,
      id,
      schoolId,
      secret: keys.store(webhookSecretOwner(id), secret, clock.now()),
      createdAt: clock.now(),
    });
    await recordAudit(context, caller, 'webhook_added', hostOf(row), { events: form.events });
    await context.jobs.send(webhookMail, { schoolId, host: hostOf(row), kind: 'added' });
    return { row, secret };
  });
}

/** Changes the given fields; switching it off ends its waiting deliveries. Throws 404, and 400 as `addWebhook`. */
export async function changeWebhook(
  context: AppContext,
  caller: Member,
  id: string,
  { is_on: isOn, ...form }: z.output<typeof webhookChanges>,
): Promise<WebhookRow> {
  const { database, clock } = context;
  if (form.url !== undefined) refuseAddress(context, form.url);
  return await database.forSchool(caller.schoolId, async () => {
    const stored = await requireWebhook(context, caller, id);
    const on = { offSince: null, isOffByFailure: false, failingSince: null };
    const off = { offSince: stored.offSince ?? clock.now() };
    const switched = isOn === undefined ? {} : isOn ? on : off;
    const row = await updateWebhook(database, caller.schoolId, id, { ...form, ...switched });
    if (row === null) throw notFound('Webhook');
    if (row.offSince !== null) await failWaiting(database, row);
    const state = isOn === undefined ? {} : { state: isOn ? 'on' : 'off' };
    if (row.url !== stored.url)
      await context.jobs.send(webhookMail, { schoolId: row.schoolId, host: hostOf(row), kind: 'moved' });
    await recordAudit(context, caller, 'webhook_changed', hostOf(row), { ...state, events: row.events });
    return row;
  });
}

/** Makes a new secret; the old one signs as well for a day. Throws 404. */
export async function renewSecret(context: AppContext, caller: Member, id: string): Promise<WithSecret> {
  const { database, clock, keys } = context;
  return await database.forSchool(caller.schoolId, async () => {
    const { secret: oldSecret } = await requireWebhook(context, caller, id);
    const now = clock.now();
    const oldSecretUntil = new Date(now.getTime() + OLD_SECRET_MS);
    const secret = newSigningSecret();
    const stored = { secret: keys.store(webhookSecretOwner(id), secret, now), oldSecret, oldSecretUntil };
    const row = await updateWebhook(database, caller.schoolId, id, stored);
    if (row === null) throw notFound('Webhook');
    await recordAudit(context, caller, 'webhook_secret_renewed', hostOf(row));
    return { row, secret };
  });
}

/** Throws 404. */
export async function removeWebhook(context: AppContext, caller: Member, id: string): Promise<void> {
  const { database } = context;
  await database.forSchool(caller.schoolId, async () => {
    const url = await deleteWebhook(database, caller.schoolId, id);
    if (url === null) throw notFound('Webhook');
    await recordAudit(context, caller, 'webhook_removed', hostOf({ url }));
  });
}

/** Sends a test. Throws 404, 429 after too many, and 409 if the webhook is switched off. */
export async function testWebhook(context: AppContext, caller: Member, id: string): Promise<DeliveryRow> {
  const { database } = context;
  const { schoolId } = caller;
  await countTest(context, schoolId);
  return await database.forSchool(schoolId, async () => {
    await requireOn(context, caller, id);
    const message = 'This is a test';
    const [made = ''] = await writeDeliveries(context, { schoolId, webhookId: id }, 'test', [{ message }]);
    return await requireDelivery(context, caller, made);
  });
}

/** Sends a delivery once more, with the same id. Throws 404, 429 as `testWebhook`, and 409 if the webhook is switched off. */
export async function redeliver(context: AppContext, caller: Member, id: string): Promise<DeliveryRow> {
  const { database, clock } = context;
  await countTest(context, caller.schoolId);
  return await database.forSchool(caller.schoolId, async () => {
    const { webhookId, schoolId } = await requireDelivery(context, caller, id);
    await requireOn(context, caller, webhookId);
    const again = { state: 'waiting', tries: 0, nextTryAt: clock.now() } as const;
    const row = await updateDelivery(database, { schoolId, id }, again);
    if (row === null) throw notFound('Webhook delivery');
    await enqueueWebhook(context, { schoolId, webhookId });
    return row;
  });
}

async function countTest(context: AppContext, schoolId: string): Promise<void> {
  await requireTry(context, LIMITS.webhookTests, [schoolId], WEBHOOK_MESSAGES.tests);
  await requireTry(context, LIMITS.webhookTestsOfDay, [schoolId], WEBHOOK_MESSAGES.testsOfDay);
}

export async function requireWebhook(
  { database }: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<WebhookRow> {
  const row = await findWebhook(database, schoolId, id);
  if (row === null) throw notFound('Webhook');
  return row;
}

async function requireOn(context: AppContext, caller: Member, id: string): Promise<void> {
  if ((await requireWebhook(context, caller, id)).offSince !== null) throw conflict(WEBHOOK_MESSAGES.off);
}

async function requireDelivery(
  { database }: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<DeliveryRow> {
  const row = await findWebhookDelivery(database, schoolId, id);
  if (row === null) throw notFound('Webhook delivery');
  return row;
}
