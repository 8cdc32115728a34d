import { and, eq, lt, ne, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { cancelEndedPlans } from '#server/data/schools.ts';
import { paymentEvents, subscriptions } from '#server/platform/db/schema/billing.ts';

/** The queries of plan and payment. */

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

/** Numbers the next question about a subscription; undefined for one that is not known yet. */
export async function numberQuestion(
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

/** Puts down what was begun; what is there already stays. */
export async function noteSubscription(
  context: AppContext,
  subscription: typeof subscriptions.$inferInsert,
): Promise<void> {
  await context.database.orm().insert(subscriptions).values(subscription).onConflictDoNothing();
}

/** Puts down an answer of the provider; false when a later question was answered already. */
export async function saveAnswer(
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

/** Subscriptions that something may have happened to: paid time over, or waiting for money. All that live, with `all`. */
export async function listDue(context: AppContext, now: Date, all: boolean): Promise<readonly string[]> {
  const live = and(ne(subscriptions.state, 'ended'), eq(subscriptions.provider, context.payments.provider));
  const due = sql`(${subscriptions.state} <> 'active' or ${subscriptions.paidUntil} <= ${now.toISOString()})`;
  const rows = await context.database
    .orm()
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(all ? live : and(live, due));
  return rows.map(({ id }) => id);
}

/** False when the event came in before. */
export async function noteEvent(
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

export async function forgetEvents(context: AppContext, before: Date): Promise<void> {
  await context.database.orm().delete(paymentEvents).where(lt(paymentEvents.receivedAt, before));
}

/**
 * Where the operator has changed to another provider, the plans that were bought from the one before run to the end of
 * their paid time and no longer: nobody renews them.
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
