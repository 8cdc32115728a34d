/** Sending a newsletter by e-mail: deliveries, what has become of each recipient, and leaving. */

/** `scheduled` waits for its time; `canceled` and `done` are the end. */
export const DELIVERY_STATUSES = ['scheduled', 'sending', 'paused', 'done', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Why somebody did not get the mail. The receiving server refused the address, or the mail itself; it took no mail for
 * as long as we try; or nobody tried: the person had left the list, was deleted from it, or the sending was canceled.
 */
export const FAILURE_REASONS = ['refused', 'rejected', 'gave_up', 'left', 'deleted', 'canceled'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];
