import { type SubscriberResource, subscriberResource } from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { findGroupsOf } from '#server/data/groups/groups.ts';
import type { Subscriber } from '#server/data/subscribers.ts';
import { resourceOf } from '#server/platform/columns.ts';

/** Subscribers of a school as the contract shows them, with their groups. */
export async function presentSubscribers(
  { database }: AppContext,
  schoolId: string,
  rows: readonly Subscriber[],
): Promise<SubscriberResource[]> {
  const ids = rows.map(({ id }) => id);
  const groupsOf = await findGroupsOf(database, schoolId, ids);
  return rows.map((row) => {
    const groups = (groupsOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name }));
    return resourceOf(subscriberResource, row, { groups });
  });
}

/** One subscriber as the contract shows it. */
export async function presentSubscriber(context: AppContext, row: Subscriber): Promise<SubscriberResource> {
  const [shown] = await presentSubscribers(context, row.schoolId, [row]);
  if (shown === undefined) throw new Error('A subscriber is not presented');
  return shown;
}
