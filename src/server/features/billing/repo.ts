import { and, eq, inArray, lt, lte, ne, notExists, sql } from 'drizzle-orm';
import type { House } from '#server/context.ts';
import { paymentEvents, subscriptions } from '#server/platform/db/schema/billing.ts';
import { schools } from '#server/platform/db/schema/core.ts';

/** The queries of plan and payment. */

export type School = typeof schools.$inferSelect;
export type Subscription = typeof subscriptions.$inferSelect;

/** The school, kept from changing until the transaction ends: what decides about its money is read after this. */
export async function lockSchool(house: House, schoolId: string): Promise<School | undefined> {
  const [school] = await house.database
    .orm()
    .select()
    .from(schools)
    .where(eq(schools.id, schoolId))
    .for('update');
  return school;
}

export async function setPlan(
  house: House,
  schoolId: string,
  plan: Pick<School, 'subscriptionStatus' | 'subscriptionPlan' | 'subscriptionEndDate'>,
): Promise<void> {
  await house.database.orm().update(schools).set(plan).where(eq(schools.id, schoolId));
}

export async function listSubscriptions(house: House, schoolId: string): Promise<readonly Subscription[]> {
  const mine = and(eq(subscriptions.schoolId, schoolId), eq(subscriptions.provider, house.payments.provider));
  return await house.database.orm().select().from(subscriptions).where(mine);
}

/** Numbers the next question about a subscription; undefined for one that is not known yet. */
export async function numberQuestion(
  house: House,
  id: string,
): Promise<{ readonly number: number; readonly schoolId: string } | undefined> {
  const [row] = await house.database
    .orm()
    .update(subscriptions)
    .set({ asked: sql`${subscriptions.asked} + 1` })
    .where(eq(subscriptions.id, id))
    .returning({ number: subscriptions.asked, schoolId: subscriptions.schoolId });
  return row;
}

/** Puts down what was begun; what is there already stays. */
export async function noteSubscription(
  house: House,
  subscription: typeof subscriptions.$inferInsert,
): Promise<void> {
  await house.database.orm().insert(subscriptions).values(subscription).onConflictDoNothing();
}

/** Puts down an answer of the provider; false when a later question was answered already. */
export async function saveAnswer(
  house: House,
  id: string,
  number: number,
  answer: Pick<Subscription, 'plan' | 'state' | 'renews' | 'paidUntil' | 'cardLast4' | 'cardExpiresAt'>,
): Promise<boolean> {
  const rows = await house.database
    .orm()
    .update(subscriptions)
    .set({ ...answer, answered: number })
    .where(and(eq(subscriptions.id, id), lt(subscriptions.answered, number)))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}

/** Subscriptions that something may have happened to: paid time over, or waiting for money. All that live, with `all`. */
export async function listDue(house: House, now: Date, all: boolean): Promise<readonly string[]> {
  const live = and(ne(subscriptions.state, 'ended'), eq(subscriptions.provider, house.payments.provider));
  const due = sql`(${subscriptions.state} <> 'active' or ${subscriptions.paidUntil} <= ${now.toISOString()})`;
  const rows = await house.database
    .orm()
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(all ? live : and(live, due));
  return rows.map(({ id }) => id);
}

/** False when the event came in before. */
export async function noteEvent(
  house: House,
  event: { readonly id: string; readonly type: string },
): Promise<boolean> {
  const rows = await house.database
    .orm()
    .insert(paymentEvents)
    .values({ id: event.id, type: event.type, receivedAt: house.clock.now() })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  return rows.length > 0;
}

export async function forgetEvents(house: House, before: Date): Promise<void> {
  await house.database.orm().delete(paymentEvents).where(lt(paymentEvents.receivedAt, before));
}

/**
 * Where the operator has changed to another provider, the plans that were bought from the one before run to the end of
 * their paid time and no longer: nobody renews them.
 */
export async function endForeignPlans(house: House): Promise<void> {
  const ours = house.database
    .orm()
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.schoolId, schools.id), eq(subscriptions.provider, house.payments.provider)));
  await house.database
    .orm()
    .update(schools)
    .set({ subscriptionStatus: 'canceled' })
    .where(
      and(
        inArray(schools.subscriptionStatus, ['active', 'past_due']),
        lte(schools.subscriptionEndDate, house.clock.now()),
        notExists(ours),
      ),
    );
}

/** A school by its id, for what is not done on a member's behalf. */
export async function findSchool(house: House, schoolId: string): Promise<School | undefined> {
  const [school] = await house.database.orm().select().from(schools).where(eq(schools.id, schoolId));
  return school;
}
