import { type SubscriberResource, subscriberResource } from '#contract/subscribers.ts';
import type { Subscriber } from '#server/data/subscribers.ts';
import { resourceOf } from '#server/platform/columns.ts';

/** A subscriber as the contract shows it. */
export function presentSubscriber(row: Subscriber): SubscriberResource {
  return resourceOf(subscriberResource, row);
}
