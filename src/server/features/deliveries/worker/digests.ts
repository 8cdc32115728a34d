import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import type { School } from '#server/data/schools.ts';
import { goesOnAt } from '#server/features/deliveries/digest/due.ts';
import { changeDelivery, logDelivery } from '#server/features/deliveries/repo.ts';
import { finish } from './after-batch.ts';
import { LATE } from './late.ts';
import { enqueueDelivery } from './queues.ts';
import { skipWaiting } from './recipient-claims.ts';

/** Monthly digests that cannot continue. Nobody would resume one. */

/** Ends a digest. Families whom it has not reached get its newsletters with the next one. */
export async function giveUpDigest(context: AppContext, row: Delivery): Promise<void> {
  await skipWaiting(context.database, row, 'canceled', context.clock.now());
  await finish(context, row);
}

/** Whether a digest that was stuck for hours continues now; otherwise it waits for its next morning, or ends after the last. */
export async function isDigestsMorning(context: AppContext, row: Delivery, school: School): Promise<boolean> {
  const now = context.clock.now();
  const morning = goesOnAt(school.timeZone, row.createdAt, now);
  if (morning === null) {
    await giveUpDigest(context, row);
    await logDelivery(context, row, null, 'send_plan_canceled', { trouble: LATE.digest });
    return false;
  }
  if (morning <= now) return true;
  const waits = { heldUntil: morning, wentOnAt: morning };
  await changeDelivery(context.database, row, ['sending'], waits);
  await enqueueDelivery(context, row.id, morning);
  return false;
}
