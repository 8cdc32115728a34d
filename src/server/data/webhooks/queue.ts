import { z } from 'zod';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

/** The job that sends a webhook's waiting deliveries. */
export const webhookQueue = queue('webhook', z.object({ schoolId: z.uuid(), webhookId: z.uuid() }));

const COARSE_MS = 15 * SECOND_MS;

/** Enqueues the job, now or at a time. Joins the current transaction. */
export async function enqueueWebhook(
  { jobs, clock }: Pick<AppContext, 'jobs' | 'clock'>,
  { schoolId, webhookId }: { readonly schoolId: string; readonly webhookId: string },
  at: Date | null = null,
): Promise<void> {
  const data = { schoolId, webhookId };
  if (at === null || at <= clock.now()) {
    await jobs.send(webhookQueue, data, { singletonKey: `${webhookId} now` });
    return;
  }
  // One job is enough for about the same time.
  const about = Math.floor(at.getTime() / COARSE_MS);
  await jobs.send(webhookQueue, data, { singletonKey: `${webhookId} ${about}`, startAfter: at });
}
