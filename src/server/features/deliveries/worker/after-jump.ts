import { and, gt, inArray } from 'drizzle-orm';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { JUMP_MS } from '#server/platform/clock.ts';
import { deliveries, deliveryRecipients, slowReceivers } from '#server/platform/db/schema/deliveries.ts';
import { MAY_HAVE_ARRIVED, UNCLAIMED } from './recipient-claims.ts';
import { LEASE_MS } from './send-batch.ts';

// Until the mail server's or the school's next day.
const LONGEST_WAIT_MS = DAY_MS;

/**
 * After the machine's clock was ahead: recipients and deliveries held for longer than any hold lasts continue now. Scheduled times stay.
 */
export async function resumeSendingAfterJump({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const after = (ms: number) => new Date(now.getTime() + ms + JUMP_MS);
  const orm = database.orm();
  const { state, dueAt, claimedUntil } = deliveryRecipients;
  const isOpen = inArray(state, ['waiting', 'sending']);
  await orm
    .update(deliveryRecipients)
    .set({ ...UNCLAIMED, state: 'waiting', mayHaveArrived: MAY_HAVE_ARRIVED })
    .where(and(isOpen, gt(claimedUntil, after(LEASE_MS))));
  await orm
    .update(deliveryRecipients)
    .set({ dueAt: now })
    .where(and(isOpen, gt(dueAt, after(LONGEST_WAIT_MS))));
  await orm
    .update(deliveries)
    .set({ heldUntil: now })
    .where(gt(deliveries.heldUntil, after(LONGEST_WAIT_MS)));
  await orm
    .update(slowReceivers)
    .set({ heldUntil: now })
    .where(gt(slowReceivers.heldUntil, after(LONGEST_WAIT_MS)));
}
