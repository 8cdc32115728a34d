import { isTooLate } from '#contract/rules/lateness.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { changeDelivery } from '#server/features/deliveries/repo.ts';

/** Mail that is hours late is not sent by itself: a person decides. */

/** Messages on the delivery's page and in a mail. */
export const LATE = {
  planned:
    'Its time had passed by hours before it could go out, and nobody is written to so late unasked. Go on, or end the sending',
  began: 'It could not go on for hours, and nobody is written to so late unasked. Go on, or end the sending',
  digest: 'It could not go on for days. The next one has what it had, for whom it has not reached',
} as const;

// How often a running delivery records its progress: every batch would be a write too many.
const RECORD_EVERY_MS = 60_000;

/** Whether a delivery that has begun was stuck for hours, though it was due: the program or the mail server was down. */
export function isStale({ wentOnAt, heldUntil, outages }: Delivery, now: Date): boolean {
  if (wentOnAt === null) return false;
  // Until `heldUntil` it waits for the school's next day.
  const isQuota = heldUntil !== null && outages === 0 && heldUntil > wentOnAt;
  return isTooLate(isQuota ? heldUntil : wentOnAt, now);
}

/** Records that a delivery is making progress. */
export async function recordProgress(context: AppContext, row: Delivery): Promise<void> {
  const wentOnAt = context.clock.now();
  if (row.wentOnAt !== null && wentOnAt.getTime() - row.wentOnAt.getTime() < RECORD_EVERY_MS) return;
  await changeDelivery(context.database, row, ['sending'], { wentOnAt });
}
