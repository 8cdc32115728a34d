import { and, eq, lte, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { subscriptions, trialReminders } from '#server/platform/db/schema/billing.ts';

/** The queries of reminders, and of who is sent them. */

/** False when the school has had this reminder. */
export async function noteReminder(context: AppContext, schoolId: string, days: number): Promise<boolean> {
  const rows = await context.database
    .orm()
    .insert(trialReminders)
    .values({ schoolId, days, sentAt: context.clock.now() })
    .onConflictDoNothing()
    .returning({ days: trialReminders.days });
  return rows.length > 0;
}

/** Plans that renew, and whose card ends before that; without those that somebody was warned of. */
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

/** False when somebody was warned of this end of the card, or the card has changed. */
export async function noteWarning(
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
