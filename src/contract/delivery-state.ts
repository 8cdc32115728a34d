import { z } from 'zod';
import { timestamp } from './resource.ts';

/** The state of a newsletter's delivery. It is separate from the delivery calls, which fewer screens need. */

/**
 * `scheduled` waits for its time; `canceled` and `done` are final. A `done` delivery may still retry a few recipients
 * whose mail servers deferred the mail, for up to `GIVE_UP_MS`.
 */
export const DELIVERY_STATUSES = ['scheduled', 'sending', 'paused', 'done', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Whether a delivery is planned or under way. A newsletter has at most one such delivery. */
export function isUnderWay(status: DeliveryStatus): boolean {
  return status !== 'done' && status !== 'canceled';
}

/** The number of mails that did not arrive: `failed` counts those too that may have arrived, which are not confirmed. */
export function notDelivered({
  failed,
  unconfirmed,
}: {
  readonly failed: number;
  readonly unconfirmed: number;
}): number {
  return failed - unconfirmed;
}

/** The state of a newsletter's latest delivery, as shown in lists. */
export const deliveryState = z.object({
  status: z.enum(DELIVERY_STATUSES),
  send_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  /** The number of recipients who are still being retried though all others are done; only for a `done` delivery. */
  waiting: z.number().int().default(0),
});
export type DeliveryState = z.infer<typeof deliveryState>;
