import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { School } from '#server/features/billing/repo.ts';
import { subscriptions, trialReminders } from '#server/platform/db/schema/billing.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';

/** The queries of reminders, and of who is sent them. */

/** Schools on trial that ends within so many days or has ended today, by any calendar: a day too many on both sides. */
export async function listTrials(context: AppContext, now: Date, days: number): Promise<readonly School[]> {
  const from = (count: number) => new Date(now.getTime() + count * 86_400_000);
  return await context.database
    .orm()
    .select()
    .from(schools)
    .where(
      and(
        eq(schools.subscriptionStatus, 'trial'),
        gte(schools.subscriptionEndDate, from(-2)),
        lte(schools.subscriptionEndDate, from(days + 2)),
        sql`${schools.closesAt} is null`,
      ),
    );
}

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

/** Who can pay for a school: its owner and its admins who have an account. */
export async function listPayers(
  context: AppContext,
  schoolId: string,
): Promise<readonly { readonly name: string; readonly address: string }[]> {
  const rows = await context.database
    .orm()
    .select()
    .from(users)
    .where(
      and(eq(users.schoolId, schoolId), inArray(users.role, ['owner', 'admin']), eq(users.status, 'ACTIVE')),
    );
  return rows.map(({ firstName, lastName, email }) => ({
    name: `${firstName} ${lastName}`.trim(),
    address: email,
  }));
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
