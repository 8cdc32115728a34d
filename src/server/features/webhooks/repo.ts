import { and, asc, count, desc, eq, gt, isNull, lt, lte, min, ne, sql } from 'drizzle-orm';
import { RETRY_WAITS_MS } from '#contract/api/webhooks.ts';
import { withoutAddress } from '#server/data/families/forget.ts';
import { JUMP_MS } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { webhookDeliveries, webhooks } from '#server/platform/db/schema/api.ts';
import { offsetOf, type WantedPage } from '#server/platform/paging.ts';

/** The queries of webhooks and their deliveries. New deliveries are written by `notifyWebhooks`. */

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export async function listWebhooks(database: Database, schoolId: string): Promise<readonly WebhookRow[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(webhooks)
      .where(eq(webhooks.schoolId, schoolId))
      .orderBy(asc(webhooks.createdAt), asc(webhooks.id)),
  );
}

const ofSchool = (schoolId: string, id: string) => and(eq(webhooks.schoolId, schoolId), eq(webhooks.id, id));

export async function findWebhook(
  database: Database,
  schoolId: string,
  id: string,
): Promise<WebhookRow | null> {
  const rows = await database.forSchool(schoolId, () =>
    database.orm().select().from(webhooks).where(ofSchool(schoolId, id)),
  );
  return rows[0] ?? null;
}

export async function insertWebhook(
  database: Database,
  webhook: typeof webhooks.$inferInsert,
): Promise<WebhookRow> {
  return returnedRow(await database.orm().insert(webhooks).values(webhook).returning());
}

/** Changes a webhook. Null if there is none. */
export async function updateWebhook(
  database: Database,
  schoolId: string,
  id: string,
  changes: { readonly [K in keyof Omit<WebhookRow, 'id' | 'schoolId'>]?: WebhookRow[K] | undefined },
): Promise<WebhookRow | null> {
  const rows = await database.forSchool(schoolId, () =>
    database.orm().update(webhooks).set(changes).where(ofSchool(schoolId, id)).returning(),
  );
  return rows[0] ?? null;
}

/** Switches a webhook off. False if it was off already, so that the owner is notified once. */
export async function switchOff(
  database: Database,
  { schoolId, id }: WebhookRow,
  at: Date,
): Promise<boolean> {
  const rows = await database
    .orm()
    .update(webhooks)
    .set({ offSince: at, isOffByFailure: true })
    .where(and(ofSchool(schoolId, id), isNull(webhooks.offSince)))
    .returning({ id: webhooks.id });
  return rows.length > 0;
}

/** Resolves to its address; null if there is none. */
export async function deleteWebhook(
  database: Database,
  schoolId: string,
  id: string,
): Promise<string | null> {
  const rows = await database
    .orm()
    .delete(webhooks)
    .where(ofSchool(schoolId, id))
    .returning({ url: webhooks.url });
  return rows[0]?.url ?? null;
}

const own = (schoolId: string, id: string) =>
  and(eq(webhookDeliveries.schoolId, schoolId), eq(webhookDeliveries.id, id));

export async function findWebhookDelivery(
  database: Database,
  schoolId: string,
  id: string,
): Promise<DeliveryRow | null> {
  const rows = await database.forSchool(schoolId, () =>
    database.orm().select().from(webhookDeliveries).where(own(schoolId, id)),
  );
  return rows[0] ?? null;
}

/** A page of what was sent to a webhook, the newest first, and the total. */
export async function listWebhookDeliveries(
  database: Database,
  { schoolId, id }: WebhookRow,
  wanted: WantedPage,
): Promise<{ readonly rows: readonly DeliveryRow[]; readonly total: number }> {
  const ofWebhook = and(eq(webhookDeliveries.schoolId, schoolId), eq(webhookDeliveries.webhookId, id));
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const [counted] = await orm.select({ total: count() }).from(webhookDeliveries).where(ofWebhook);
    const rows = await orm
      .select()
      .from(webhookDeliveries)
      .where(ofWebhook)
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.sequence))
      .limit(wanted.per_page)
      .offset(offsetOf(wanted));
    return { rows, total: counted?.total ?? 0 };
  });
}

export async function updateDelivery(
  database: Database,
  { schoolId, id }: Pick<DeliveryRow, 'schoolId' | 'id'>,
  changes: Partial<Omit<DeliveryRow, 'id' | 'schoolId' | 'sequence'>>,
): Promise<DeliveryRow | null> {
  const rows = await database.forSchool(schoolId, () =>
    database.orm().update(webhookDeliveries).set(changes).where(own(schoolId, id)).returning(),
  );
  return rows[0] ?? null;
}

const waitingFor = (webhookId: string) =>
  and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'waiting'));

/** Claims the next due delivery until a moment: if this process dies before, it is tried again then. Null if nothing is due. */
export async function claimDelivery(
  database: Database,
  { schoolId, id }: WebhookRow,
  now: Date,
  until: Date,
): Promise<DeliveryRow | null> {
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const [due] = await orm
      .select()
      .from(webhookDeliveries)
      .where(and(waitingFor(id), lte(webhookDeliveries.nextTryAt, now)))
      .orderBy(asc(webhookDeliveries.nextTryAt), asc(webhookDeliveries.sequence))
      .limit(1)
      .for('update', { skipLocked: true });
    if (due === undefined) return null;
    await orm.update(webhookDeliveries).set({ nextTryAt: until }).where(own(schoolId, due.id));
    return due;
  });
}

/** When the next try for a webhook is due; null if none is. */
export async function nextTryFor(database: Database, { schoolId, id }: WebhookRow): Promise<Date | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ at: min(webhookDeliveries.nextTryAt) })
      .from(webhookDeliveries)
      .where(waitingFor(id)),
  );
  return row?.at ?? null;
}

/** The webhooks of all schools that have something due. */
export async function listDue(database: Database, now: Date) {
  const { webhookId, schoolId, state, nextTryAt } = webhookDeliveries;
  return await database
    .orm()
    .selectDistinct({ webhookId, schoolId })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookId))
    .where(and(eq(state, 'waiting'), lte(nextTryAt, now), isNull(webhooks.offSince)));
}

/** After the clock was ahead: deliveries that would wait longer than any retry does become due. */
export async function resumeWebhooksAfterJump(database: Database, now: Date): Promise<void> {
  const { nextTryAt } = webhookDeliveries;
  const latest = new Date(now.getTime() + Math.max(...RETRY_WAITS_MS) + JUMP_MS);
  await database.orm().update(webhookDeliveries).set({ nextTryAt: now }).where(gt(nextTryAt, latest));
}

/** Ends the waiting deliveries of a webhook that is switched off. */
export async function failWaiting(database: Database, { schoolId, id }: WebhookRow): Promise<void> {
  await database.forSchool(schoolId, async () => {
    const ended = { state: 'failed', nextTryAt: null } as const;
    await database.orm().update(webhookDeliveries).set(ended).where(waitingFor(id));
    await forgetRemoved(database, { schoolId, webhookId: id });
  });
}

/** Deletes deliveries of all schools older than a moment, and old secrets that no longer sign. */
export async function deleteOld(database: Database, before: Date, now: Date): Promise<void> {
  const orm = database.orm();
  await orm.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
  await orm
    .update(webhooks)
    .set({ oldSecret: null, oldSecretUntil: null })
    .where(lte(webhooks.oldSecretUntil, now));
}

/**
 * Blanks the deliveries about people whom a school has removed, once the webhook has been sent that they are: receivers know people
 * by their addresses.
 */
export async function forgetRemoved(
  database: Database,
  { schoolId, webhookId }: { readonly schoolId: string; readonly webhookId: string },
): Promise<void> {
  await database
    .orm()
    .update(webhookDeliveries)
    .set({ body: withoutAddress, answer: '' })
    .where(
      and(
        eq(webhookDeliveries.schoolId, schoolId),
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.event, 'subscriber.left'),
        ne(webhookDeliveries.state, 'waiting'),
        sql`${webhookDeliveries.body}::jsonb #>> '{data,how}' = 'removed'`,
      ),
    );
}
