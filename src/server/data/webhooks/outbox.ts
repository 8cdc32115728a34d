import { randomUUID } from 'node:crypto';
import { and, arrayContains, eq, isNull } from 'drizzle-orm';
import { PAYLOAD_VERSION, type PayloadData, type PayloadType, payloadOf } from '#contract/api/payloads.ts';
import { PUBLISHED_PATH } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import { webhookDeliveries, webhooks } from '#server/platform/db/schema/api.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { enqueueWebhook } from './queue.ts';

/** The events for a school's webhooks, written in the transaction of the event itself, so that they are sent if and only if it commits. */

type OutboxContext = Pick<AppContext, 'database' | 'jobs' | 'clock'>;

/** Enqueues an event for the webhooks that want it. Without such webhooks, and in a closed school, nothing is written. */
export async function notifyWebhooks<T extends PayloadType>(
  context: OutboxContext,
  schoolId: string,
  event: T,
  happened: readonly PayloadData<T>[],
): Promise<void> {
  if (happened.length === 0) return;
  const { database } = context;
  await database.forSchool(schoolId, async () => {
    const rows = await database
      .orm()
      .select({ id: webhooks.id })
      .from(webhooks)
      .innerJoin(schools, eq(schools.id, webhooks.schoolId))
      .where(
        and(
          eq(webhooks.schoolId, schoolId),
          isNull(webhooks.offSince),
          isNull(schools.closesAt),
          arrayContains(webhooks.events, [event]),
        ),
      );
    for (const { id } of rows) await writeDeliveries(context, { schoolId, webhookId: id }, event, happened);
  });
}

// Below the most parameters of a statement.
const ROWS_MOST = 1000;

/** Writes deliveries to one webhook, and enqueues their sending. Returns their ids. */
export async function writeDeliveries<T extends PayloadType>(
  context: OutboxContext,
  webhookRef: { readonly schoolId: string; readonly webhookId: string },
  event: T,
  happened: readonly PayloadData<T>[],
): Promise<readonly string[]> {
  const now = context.clock.now();
  const rows = happened.map((data) => {
    const id = randomUUID();
    const timestamp = now.toISOString();
    const body = payloadOf(event).parse({ id, type: event, version: PAYLOAD_VERSION, timestamp, data });
    return { ...webhookRef, id, event, body: JSON.stringify(body), nextTryAt: now, createdAt: now };
  });
  for (let first = 0; first < rows.length; first += ROWS_MOST)
    await context.database
      .orm()
      .insert(webhookDeliveries)
      .values(rows.slice(first, first + ROWS_MOST));
  await enqueueWebhook(context, webhookRef);
  return rows.map(({ id }) => id);
}

/** A newsletter in payloads. */
export function newsletterForWebhooks(
  { config }: Pick<AppContext, 'config'>,
  { id, title, slug }: { readonly id: string; readonly title: string; readonly slug: string | null },
): PayloadData<'newsletter.published'>['newsletter'] {
  return { id, title, url: slug === null ? null : `${config.publicUrl}${PUBLISHED_PATH}${slug}` };
}
