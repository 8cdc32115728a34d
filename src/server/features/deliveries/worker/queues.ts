import { z } from 'zod';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { mailQueue, queue } from '#server/platform/jobs/jobs.ts';

/** The queues of sending, with the data of their jobs. */

export const deliveryQueue = queue('delivery', z.object({ id: z.uuid() }));
export const testMailQueue = mailQueue(
  'test_mail',
  z.object({
    schoolId: z.uuid(),
    personId: z.uuid(),
    newsletterId: z.uuid(),
    words: z.object({
      subject: z.string(),
      previewText: z.string(),
      fromName: z.string(),
      replyTo: z.string(),
    }),
    /** Sends the mail of a family in these groups. */
    groups: z.array(z.string()).optional(),
  }),
);
export const sweepQueue = queue('delivery_sweep', z.object({}));
export const summaryQueue = mailQueue('delivery_summary', z.object({ schoolId: z.uuid(), id: z.uuid() }));
/** Stores the pages of the groups' variants after a sending is done. */
export const pagesQueue = queue('delivery_pages', z.object({ schoolId: z.uuid(), editionId: z.uuid() }));
/** Mails one person that a delivery is paused. */
export const pausedQueue = mailQueue(
  'delivery_held',
  z.object({ schoolId: z.uuid(), id: z.uuid(), personId: z.uuid() }),
);

const COARSE_MS = 15_000;

/** Enqueues the job that continues a delivery, now or at a time. Joins the current transaction. */
export async function enqueueDelivery(
  context: AppContext,
  id: string,
  at: Date | null = null,
): Promise<void> {
  const ahead = at === null ? 0 : at.getTime() - context.clock.now().getTime();
  if (at === null || ahead <= 0) {
    await context.jobs.send(deliveryQueue, { id }, { singletonKey: `${id} now` });
    return;
  }
  // One job is enough for about the same time.
  const about = Math.floor(at.getTime() / (ahead > COARSE_MS ? COARSE_MS : SECOND_MS));
  await context.jobs.send(deliveryQueue, { id }, { singletonKey: `${id} ${about}`, startAfter: at });
}
