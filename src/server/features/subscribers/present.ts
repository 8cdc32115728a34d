import type { SubscriberResource } from '#contract/subscribers.ts';
import type { Subscriber } from './repo.ts';

/** A subscriber as the contract shows one. */
export function presentSubscriber(row: Subscriber): SubscriberResource {
  return {
    id: row.id,
    type: 'subscriber',
    attributes: {
      first_name: row.firstName,
      last_name: row.lastName,
      email: row.email,
      status: row.status,
      unsubscribed_at: row.unsubscribedAt?.toISOString() ?? null,
      bounced_at: row.bouncedAt?.toISOString() ?? null,
      bounce_reason: row.bounceReason,
      created_at: row.createdAt.toISOString(),
    },
  };
}
