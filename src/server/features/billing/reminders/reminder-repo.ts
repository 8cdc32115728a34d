import { and, eq, lte, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { subscriptions, trialReminders } from '#server/platform/db/schema/billing.ts';

/** The queries of reminders. */

/** Records a trial reminder; false if the school has had it. */
export async function recordReminder(context: AppContext, schoolId: string, days: number): Promise<boolean> {
  const rows = await context.database
    .orm()
    .insert(trialReminders)
    .values({ schoolId, days, sentAt: context.clock.now() })
    .onConflictDoNothing()
    .returning({ days: trialReminders.days });
  return rows.length > 0;
}

/** Plans whose card expires before their renewal and whose school has not been warned. */
export async function listEndingCards(context: AppContext): Promise<
  readonly {
    readonly id: string;
    readonly schoolId: string;
    readonly expiresAt: Date;
    readonly renewsAt: Date;
  }[]
> {
  const rows = await context.database
    .orm()
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.provider, context.payments.provider),
        eq(subscriptions.state, 'active'),
        eq(subscriptions.renews, true),
        lte(subscriptions.cardExpiresAt, subscriptions.paidUntil),
        sql`${subscriptions.cardWarnedOf} is distinct from ${subscriptions.cardExpiresAt}`,
      ),
    );
  return rows.flatMap(({ id, schoolId, cardExpiresAt: expiresAt, paidUntil: renewsAt }) =>
    expiresAt === null || renewsAt === null ? [] : [{ id, schoolId, expiresAt, renewsAt }],
  );
}

/** Records a warning of a card's expiry; false if it was recorded before, or the card has changed. */
export async function recordCardWarning(
  context: AppContext,
  subscriptionId: string,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await context.database
    .orm()
    .update(subscriptions)
    .set({ cardWarnedOf: expiresAt })
    .where(
      and(
        eq(subscriptions.id, subscriptionId),
        eq(subscriptions.cardExpiresAt, expiresAt),
        sql`${subscriptions.cardWarnedOf} is distinct from ${subscriptions.cardExpiresAt}`,
      ),
    )
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}
