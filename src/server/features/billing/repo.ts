import { and, eq, lt, ne, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { cancelEndedPlans } from '#server/data/schools.ts';
import { paymentEvents, subscriptions } from '#server/platform/db/schema/billing.ts';

/** The queries of subscriptions and of the provider's events. */

export type Subscription = typeof subscriptions.$inferSelect;

export async function listSubscriptions(
  context: AppContext,
  schoolId: string,
): Promise<readonly Subscription[]> {
  const mine = and(
    eq(subscriptions.schoolId, schoolId),
    eq(subscriptions.provider, context.payments.provider),
  );
  return await context.database.orm().select().from(subscriptions).where(mine);
}

/** The number of the next sync of a subscription; undefined for an unknown one. */
export async function nextSyncNumber(
  context: AppContext,
  id: string,
): Promise<{ readonly number: number; readonly schoolId: string } | undefined> {
  const [row] = await context.database
    .orm()
    .update(subscriptions)
    .set({ asked: sql`${subscriptions.asked} + 1` })
    .where(eq(subscriptions.id, id))
    .returning({ number: subscriptions.asked, schoolId: subscriptions.schoolId });
  return row;
}

/** Inserts a subscription unless it is there already. */
export async function insertSubscription(
  context: AppContext,
  subscription: typeof subscriptions.$inferInsert,
): Promise<void> {
  await context.database.orm().insert(subscriptions).values(subscription).onConflictDoNothing();
}

/** Stores the provider's answer to a sync; false if a later sync was stored already. */
export async function saveSync(
  context: AppContext,
  id: string,
  number: number,
  answer: Pick<Subscription, 'plan' | 'state' | 'renews' | 'paidUntil' | 'cardLast4' | 'cardExpiresAt'>,
): Promise<boolean> {
  const rows = await context.database
    .orm()
    .update(subscriptions)
    .set({ ...answer, answered: number })
    .where(and(eq(subscriptions.id, id), lt(subscriptions.answered, number)))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}

/** Ids of subscriptions that may have changed: their paid time has expired, or a payment is due. With `all`, of all that have not ended. */
export async function listSubscriptionsToSync(
  context: AppContext,
  now: Date,
  all: boolean,
): Promise<readonly string[]> {
  const live = and(ne(subscriptions.state, 'ended'), eq(subscriptions.provider, context.payments.provider));
  const due = sql`(${subscriptions.state} <> 'active' or ${subscriptions.paidUntil} <= ${now.toISOString()})`;
  const rows = await context.database
    .orm()
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(all ? live : and(live, due));
  return rows.map(({ id }) => id);
}

/** Records an event; false if it was recorded before. */
export async function recordEvent(
  context: AppContext,
  event: { readonly id: string; readonly type: string },
): Promise<boolean> {
  const rows = await context.database
    .orm()
    .insert(paymentEvents)
    .values({ id: event.id, type: event.type, receivedAt: context.clock.now() })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  return rows.length > 0;
}

export async function deleteEventsBefore(context: AppContext, before: Date): Promise<void> {
  await context.database.orm().delete(paymentEvents).where(lt(paymentEvents.receivedAt, before));
}

/**
 * After a change of the payment provider, ends the plans bought from the former one when their paid time has expired: nobody renews them.
 */
export async function endPlansOfFormerProvider(context: AppContext): Promise<void> {
  const { database, clock, payments } = context;
  const ours = database
    .orm()
    .select({ id: subscriptions.schoolId })
    .from(subscriptions)
    .where(eq(subscriptions.provider, payments.provider));
  await cancelEndedPlans(database, clock.now(), ours);
}
